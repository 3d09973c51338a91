//! The USEN reader: the parts of a line, attachment of variations, peculiarities of real files, and any text.

mod any_text;
mod games;
mod variations;

use crate::support::findings::ReadFindings;
use kifu::notation;
use kifu::notation::usen::NOTATION;
use kifu::record::NodeId;
use kifu::record::Record;
use kifu::record::Step;
use kifu::text::Text;

/// Reads all records of a text in USEN.
fn records<'t>(text: &'t Text<'t>) -> Vec<Record<'t>> {
    notation::records(text, Some(&NOTATION)).collect()
}

/// Returns a node as text: a move in USI, `?WORD` for an unreadable word, or `WORD=END` for the end of a game.
fn node_text(record: &Record<'_>, id: NodeId) -> String {
    let node = record.tree.node(id);
    let word = record.text_at(node.span().expect("a token"));
    match &node.step {
        Step::Move(_) => notation::usen::decode(word).map_or_else(|_| word.to_owned(), |mv| mv.to_string()),
        Step::Unreadable(_) => format!("?{word}"),
        Step::End(ending) => format!("{}={}", ending.word, ending.terminal.name()),
        other => panic!("{other:?}"),
    }
}

/// Returns every line of the tree from the start to its end, the main line first.
fn lines(record: &Record<'_>) -> Vec<String> {
    let tree = &record.tree;
    let ends = tree.ids().filter(|&id| tree.first_child(id).is_none());
    let line = |end| {
        let mut path: Vec<_> = tree.ancestors(end).filter(|&id| id != NodeId::START).collect();
        path.reverse();
        let words: Vec<_> = path.into_iter().map(|id| node_text(record, id)).collect();
        words.join(" ")
    };
    ends.map(line).collect()
}

/// Returns the rules of the findings in the order of their creation.
fn rules(record: &Record<'_>) -> Vec<&'static str> {
    record
        .findings()
        .iter()
        .map(|finding| finding.rule.name)
        .collect()
}
