//! The parts of a page about moves: the list of moves of the main line, and the variations, both with their findings and
//! comments.

use std::collections::HashMap;

use unicode_width::UnicodeWidthStr;

use super::annotations::{Annotations, highest, write_all, write_comments};
use super::{ShownTimes, View, heading};
use crate::finding::{Language, both};
use crate::played::Meaning;
use crate::record::{Node, NodeId, Record, Step};
use crate::report::{RenderOptions, put};

/// Width of a move (terminal columns).
pub(super) const MOVE_COLUMNS: usize = 14;

/// Width of a move in USI (terminal columns).
const USI_COLUMNS: usize = 6;

/// Width of the time of a move, and of the total time (terminal columns).
pub(super) const TIME_COLUMNS: usize = 8;

/// Indentation of the findings on a move (columns).
pub(super) const FINDING_INDENT_COLUMNS: usize = 9;

/// Writes the list of moves and ends of the main line, with findings and comments. Findings on later plies follow.
pub(super) fn write(
    view: &View<'_, '_>,
    annotations: &Annotations<'_, '_>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let times = ShownTimes::new(&view.played);
    let line_of = |id, node: &Node<'_>| Some(move_line(view, id, node, &times, options.language));
    // The board of a variation is not that of a move in this list.
    let is_listed = view.record.tree.is_main_line(view.node);
    let shown_ply = if is_listed { view.ply() } else { 0 };
    let last_ply = write_list(view.record, annotations, shown_ply, line_of, options, out);
    if last_ply == 0 {
        put!(out, "  {}\n", options.language.either("none", "なし"));
    }
    write_all(
        annotations.findings_after(&[], last_ply),
        view.record,
        FINDING_INDENT_COLUMNS,
        options,
        out,
    );
}

/// Writes the heading, the findings and comments on the start, and then the nodes of the main line for which `line_of`
/// returns text, with their findings and comments.
///
/// A pointer marks `shown_ply`, whose board is shown. Returns the last ply written, or 0 if no node was written.
pub(super) fn write_list(
    record: &Record<'_>,
    annotations: &Annotations<'_, '_>,
    shown_ply: u32,
    line_of: impl Fn(NodeId, &Node<'_>) -> Option<String>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) -> u32 {
    heading(both("Moves", "指し手"), options, out);
    write_all(
        annotations.findings_at(&[], 0).iter().copied(),
        record,
        2,
        options,
        out,
    );
    write_comments(annotations, NodeId::START, 2, options, out);
    let mut last_ply = 0;
    for (id, node) in record.tree.main_line() {
        let Some(line) = line_of(id, node) else {
            continue;
        };
        last_ply = node.ply;
        let findings = annotations.findings_at(&[], last_ply);
        let style =
            highest(findings).map_or_else(Default::default, |severity| options.paint.severity(severity));
        let pointer = if last_ply == shown_ply { '>' } else { ' ' };
        put!(out, "{pointer}{style}{}{style:#}\n", line.trim_end());
        write_all(
            findings.iter().copied(),
            record,
            FINDING_INDENT_COLUMNS,
            options,
            out,
        );
        write_comments(annotations, id, FINDING_INDENT_COLUMNS, options, out);
    }
    last_ply
}

/// Returns the line of a node: `   43 ▲９五歩打      P*9e       0:05   0:12:41`. The USI is only in English, and the times
/// only if they are known. Another number in the record, and a move that is not on the board, are noted.
fn move_line(
    view: &View<'_, '_>,
    id: NodeId,
    node: &Node<'_>,
    times: &ShownTimes<'_, '_, '_>,
    language: Language,
) -> String {
    let mut line = format!("{:>5}  ", node.ply);
    push_column(&super::step(view, id, language), MOVE_COLUMNS, &mut line);
    if language == Language::English {
        let usi = view.played.ply(id).and_then(super::usi).unwrap_or_default();
        push_column(&usi, USI_COLUMNS, &mut line);
    }
    if let Some((spent, total)) = times.spent_and_total(id) {
        line += &[
            &format!("{spent:>TIME_COLUMNS$}"),
            "  ",
            &format!("{total:>TIME_COLUMNS$}"),
            "  ",
        ]
        .concat();
    }
    if node.number != node.ply {
        let number = match language {
            Language::English => format!("(numbered {})  ", node.number),
            Language::Japanese => format!("（{}手目と記載）  ", node.number),
        };
        line.push_str(&number);
    }
    if *view.played.meaning(id) == Meaning::NotOnBoard && !matches!(node.step, Step::End(_)) {
        line.push_str(language.either("(not on the board)", "（盤上で再現できない）"));
    }
    line
}

/// Appends words, padded with blanks to `width` terminal columns, and a gap of two blanks.
fn push_column(words: &str, width: usize, line: &mut String) {
    line.push_str(words);
    line.extend(std::iter::repeat_n(' ', width.saturating_sub(words.width()) + 2));
}

// The variations as a tree: each variation is below the line from which it branches, and is indented further.

/// Maximum number of variations shown. A file can contain millions of variations.
const MAX_LINES: usize = 100;

/// Maximum number of moves shown in all variations together. A file can contain millions of moves.
const MAX_MOVES: usize = 10_000;

/// Depth of nesting from which variations are not indented further.
const MAX_INDENTED_LEVELS: usize = 12;

/// Width of lines of moves if the width of the terminal is unknown (columns).
const DEFAULT_COLUMNS: usize = 100;

/// Writes the variations with their heading, if there are any. The variations beyond [`MAX_LINES`] or [`MAX_MOVES`] are
/// only counted.
pub(super) fn write_variations(
    view: &View<'_, '_>,
    annotations: &Annotations<'_, '_>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let tree = &view.record.tree;
    let mut lines = tree.lines().skip(1).peekable();
    if lines.peek().is_none() {
        return;
    }
    heading(both("Variations", "変化"), options, out);
    // The depth of each line, by its first node.
    let mut depths = HashMap::from([(NodeId::START, 0)]);
    let (mut shown_lines, mut shown_moves) = (0, 0);
    while let Some(first_node) = lines.next_if(|_| shown_lines < MAX_LINES && shown_moves < MAX_MOVES) {
        let parent = tree.parent(first_node).unwrap_or(NodeId::START);
        // A line precedes the lines that branch from it, so the depth of the parent line is known.
        let depth = depths.get(&tree.line_of(parent)).map_or(0, |depth| depth + 1);
        depths.insert(first_node, depth);
        let indent = 2 * depth.min(MAX_INDENTED_LEVELS);
        let mut line = Line {
            view,
            annotations,
            options,
            indent,
            words: String::new(),
        };
        line.write_head(first_node, out);
        shown_moves += line.write_moves(first_node, MAX_MOVES - shown_moves, out);
        shown_lines += 1;
    }
    let omitted_count = lines.count();
    if omitted_count > 0 {
        let words = match options.language {
            Language::English => {
                format!(
                    "… and {omitted_count} more with their findings; `kifu convert` writes all variations"
                )
            }
            Language::Japanese => {
                format!(
                    "…ほか{omitted_count}個の変化とその指摘は省略。すべての変化は kifu convert で書き出せる"
                )
            }
        };
        put!(out, "  {words}\n");
    }
}

/// A variation while it is written.
struct Line<'l, 'v, 't> {
    view: &'l View<'v, 't>,
    annotations: &'l Annotations<'v, 't>,
    options: &'l RenderOptions,
    indent: usize,
    /// The text of the moves on the current output line, until `flush` writes it.
    words: String,
}

impl Line<'_, '_, '_> {
    /// Writes the first ply of the line, and the move of the parent line that the first move replaces.
    fn write_head(&self, first_node: NodeId, out: &mut Vec<u8>) {
        let tree = &self.view.record.tree;
        let ply = tree.node(first_node).ply;
        let replaced = tree
            .parent(first_node)
            .and_then(|parent| tree.first_child(parent));
        let replaced = replaced.map_or_else(String::new, |id| {
            super::step(self.view, id, self.options.language)
        });
        let words = match self.options.language {
            Language::English => format!("from ply {ply}, instead of {replaced}:"),
            Language::Japanese => format!("{ply}手目{replaced}に代えて："),
        };
        let (indent, frame) = (self.indent, self.options.paint.frame);
        put!(out, "{:indent$}{frame}{words}{frame:#}\n", "");
    }

    /// Writes at most `max_moves` moves of the line, with their comments and findings, and then the findings on later
    /// plies. Returns the number of moves written.
    fn write_moves(&mut self, first_node: NodeId, max_moves: usize, out: &mut Vec<u8>) -> usize {
        let tree = &self.view.record.tree;
        let path = tree.path(first_node);
        let nodes = || std::iter::successors(Some(first_node), |&id| tree.first_child(id));
        let (mut count, mut last_ply) = (0, 0);
        for id in nodes().take(max_moves) {
            count += 1;
            last_ply = tree.node(id).ply;
            self.add_move(id, out);
            let findings = self.annotations.findings_at(&path, last_ply);
            if !findings.is_empty() || self.annotations.comments(id).next().is_some() {
                self.flush(out);
            }
            write_all(
                findings.iter().copied(),
                self.view.record,
                self.indent + 5,
                self.options,
                out,
            );
            write_comments(self.annotations, id, self.indent + 5, self.options, out);
        }
        if nodes().nth(count).is_some() {
            self.words.push_str("  …");
        }
        self.flush(out);
        write_all(
            self.annotations.findings_after(&path, last_ply),
            self.view.record,
            self.indent + 5,
            self.options,
            out,
        );
        count
    }

    /// Adds a move to the current output line. If the line is full, first writes it and begins a new line.
    fn add_move(&mut self, id: NodeId, out: &mut Vec<u8>) {
        let ply = self.view.record.tree.node(id).ply;
        let step = super::step(self.view, id, self.options.language);
        let words = format!("  {ply} {step}");
        let width = self.options.columns.unwrap_or(DEFAULT_COLUMNS);
        let is_full = self.indent + 1 + self.words.width() + words.width() > width;
        if is_full && !self.words.is_empty() {
            self.flush(out);
        }
        self.words.push_str(&words);
    }

    fn flush(&mut self, out: &mut Vec<u8>) {
        if !self.words.is_empty() {
            let indent = self.indent;
            put!(out, "{:indent$}{}\n", "", self.words);
            self.words.clear();
        }
    }
}
