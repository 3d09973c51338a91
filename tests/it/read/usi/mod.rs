//! The readers of USI game lines and of lists of SFEN positions: all line forms, peculiarities of real files, and any
//! text.

mod any_text;
mod files;
mod games;
mod positions;

use crate::support::findings::ReadFindings;
use kifu::notation;
use kifu::notation::Notation;
use kifu::record::Record;
use kifu::record::Step;
use kifu::text::Text;

/// Reads all records of a text in this format.
fn records<'t>(text: &'t Text<'t>, notation: &'static Notation) -> Vec<Record<'t>> {
    notation::records(text, Some(notation)).collect()
}

/// Returns the main line as written, with the meaning of words that are not moves: `7g7f ?3x3d resign=resign`.
fn line(record: &Record<'_>) -> String {
    let words = record.tree.main_line().map(|(_, node)| {
        let word = record.text_at(node.span().expect("a token"));
        match &node.step {
            Step::Move(_) => word.to_owned(),
            Step::Pass(_) => format!("{word}=pass"),
            Step::Unreadable(_) => format!("?{word}"),
            Step::End(ending) => format!("{word}={}", ending.terminal.name()),
            Step::Start | Step::Token(_) => unreachable!("it is on no line of shogi"),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the start position in SFEN, without the move counter.
fn start(record: &Record<'_>) -> String {
    let sfen = record.start.position.to_sfen(1);
    sfen.trim_end_matches(" 1").to_owned()
}

/// Returns the rules of the findings in the order of their creation.
fn rules(record: &Record<'_>) -> Vec<&'static str> {
    record
        .findings()
        .iter()
        .map(|finding| finding.rule.name)
        .collect()
}

const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
