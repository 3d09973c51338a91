//! The moves of the main line, one a line, with what was found beside them.

use unicode_width::UnicodeWidthStr;

use super::super::{RenderOptions, put};
use super::clock::ShownTimes;
use super::notes::{self, Notes};
use super::paragraph::heading;
use super::{View, words};
use crate::finding::{Language, both};
use crate::played::Meaning;
use crate::record::{Node, NodeId, Step};

/// The columns of a move in Japanese, of a move in USI, and of its time.
const MOVE: usize = 14;
const USI: usize = 6;
const TIME: usize = 8;

/// So far from the left stands what was found.
const INDENT: usize = 9;

/// Writes the list.
pub(super) fn write(view: &View<'_, '_>, notes: &Notes<'_, '_>, options: &RenderOptions, out: &mut Vec<u8>) {
    heading(both("Moves", "指し手"), options, out);
    let times = ShownTimes::of(&view.played);
    for &finding in notes.at(&[], 0) {
        notes::write(finding, 2, options, out);
    }
    notes::comments(notes, NodeId::START, 2, options, out);
    let mut last = 0;
    for (id, node) in view.record.tree.main_line() {
        last = node.ply;
        let found = notes.at(&[], node.ply);
        let style = notes::gravest(found).map_or_else(Default::default, |it| options.paint.severity(it));
        let pointer = if id == view.node { '>' } else { ' ' };
        let line = line(view, id, node, &times, options.language);
        put!(out, "{pointer}{style}{line}{style:#}\n");
        for &finding in found {
            notes::write(finding, INDENT, options, out);
        }
        notes::comments(notes, id, INDENT, options, out);
    }
    if last == 0 {
        let none = both("none", "なし");
        put!(out, "  {}\n", none.in_language(options.language));
    }
    for finding in notes.after(&[], last) {
        notes::write(finding, INDENT, options, out);
    }
}

/// `   43 ▲９五歩打      P*9e       0:05   0:12:41`.
fn line(
    view: &View<'_, '_>,
    id: NodeId,
    node: &Node<'_>,
    times: &ShownTimes<'_, '_, '_>,
    language: Language,
) -> String {
    let mut line = format!("{:>5}  ", node.ply);
    column(&words::step(&view.played, id, language), MOVE, &mut line);
    if language == Language::English {
        let usi = view.played.ply(id).and_then(words::usi).unwrap_or_default();
        column(&usi, USI, &mut line);
    }
    if let Some((spent, total)) = times.at(id) {
        line += &[&format!("{spent:>TIME$}"), "  ", &format!("{total:>TIME$}"), "  "].concat();
    }
    if node.number != node.ply {
        let number = match language {
            Language::English => format!("(numbered {})  ", node.number),
            Language::Japanese => format!("（{}手目と記載）  ", node.number),
        };
        line.push_str(&number);
    }
    if *view.played.meaning(id) == Meaning::Lost && !matches!(node.step, Step::End(_)) {
        let lost = both("(not on the board)", "（盤上で再現できない）");
        line.push_str(lost.in_language(language));
    }
    line.truncate(line.trim_end().len());
    line
}

/// Adds words and blanks up to the width of their column, and two more.
fn column(words: &str, width: usize, line: &mut String) {
    line.push_str(words);
    line.extend(std::iter::repeat_n(' ', width.saturating_sub(words.width()) + 2));
}
