//! The variations as a tree: each stands below the line that it leaves, further to the right.

use std::collections::HashMap;

use unicode_width::UnicodeWidthStr;

use super::super::{RenderOptions, put};
use super::notes::{self, Notes};
use super::paragraph::heading;
use super::{View, words};
use crate::finding::{Language, both};
use crate::record::NodeId;

/// So many variations are shown, and so many moves of them; a file can hold millions.
const LINES: usize = 100;
const MOVES: usize = 10_000;

/// What is nested deeper stands no further to the right.
const DEEPEST: usize = 12;

/// So wide are lines where no terminal says otherwise.
const WIDTH: usize = 100;

/// Writes the variations, if there are any.
pub(super) fn write(view: &View<'_, '_>, notes: &Notes<'_, '_>, options: &RenderOptions, out: &mut Vec<u8>) {
    let tree = &view.record.tree;
    let mut lines = tree.lines().skip(1).peekable();
    if lines.peek().is_none() {
        return;
    }
    heading(both("Variations", "変化"), options, out);
    // By the first node of a line: how deep it is nested.
    let mut depths = HashMap::from([(NodeId::START, 0)]);
    let (mut shown, mut moves) = (0, 0);
    while let Some(first) = lines.next_if(|_| shown < LINES && moves < MOVES) {
        let parent = tree.parent(first).unwrap_or(NodeId::START);
        // A line comes before those that leave it.
        let depth = depths.get(&tree.line_of(parent)).map_or(0, |depth| depth + 1);
        depths.insert(first, depth);
        let indent = 2 * depth.min(DEEPEST);
        let mut line = Line {
            view,
            notes,
            options,
            indent,
            words: String::new(),
        };
        line.head(first, out);
        moves += line.moves(first, MOVES - moves, out);
        shown += 1;
    }
    let left = lines.count();
    if left > 0 {
        let words = match options.language {
            Language::English => {
                format!("… and {left} more with their findings; `kifu convert` writes all variations")
            }
            Language::Japanese => {
                format!("…ほか{left}個の変化とその指摘は省略。すべての変化は kifu convert で書き出せる")
            }
        };
        put!(out, "  {words}\n");
    }
}

/// A variation on its way out.
struct Line<'l, 'v, 't> {
    view: &'l View<'v, 't>,
    notes: &'l Notes<'v, 't>,
    options: &'l RenderOptions,
    indent: usize,
    /// Moves that are not written yet.
    words: String,
}

impl Line<'_, '_, '_> {
    /// Where the line leaves, and instead of what.
    fn head(&self, first: NodeId, out: &mut Vec<u8>) {
        let tree = &self.view.record.tree;
        let ply = tree.node(first).ply;
        let other = tree.parent(first).and_then(|parent| tree.first_child(parent));
        let other = other.map_or_else(String::new, |id| {
            words::step(&self.view.played, id, self.options.language)
        });
        let words = match self.options.language {
            Language::English => format!("from ply {ply}, instead of {other}:"),
            Language::Japanese => format!("{ply}手目{other}に代えて："),
        };
        let (indent, frame) = (self.indent, self.options.paint.frame);
        put!(out, "{:indent$}{frame}{words}{frame:#}\n", "");
    }

    /// Its moves, at most so many, with what was found about them; how many were written.
    fn moves(&mut self, first: NodeId, most: usize, out: &mut Vec<u8>) -> usize {
        let tree = &self.view.record.tree;
        let path = tree.path(first);
        let line = || std::iter::successors(Some(first), |&id| tree.first_child(id));
        let (mut count, mut last) = (0, 0);
        for id in line().take(most) {
            count += 1;
            last = tree.node(id).ply;
            self.add(id, out);
            let found = self.notes.at(&path, last);
            if !found.is_empty() || self.notes.comments(id).next().is_some() {
                self.flush(out);
            }
            for &finding in found {
                notes::write(finding, self.indent + 5, self.options, out);
            }
            notes::comments(self.notes, id, self.indent + 5, self.options, out);
        }
        if line().nth(count).is_some() {
            self.words.push_str("  …");
        }
        self.flush(out);
        for finding in self.notes.after(&path, last) {
            notes::write(finding, self.indent + 5, self.options, out);
        }
        count
    }

    /// Adds a move, on a new line where this one is full.
    fn add(&mut self, id: NodeId, out: &mut Vec<u8>) {
        let ply = self.view.record.tree.node(id).ply;
        let step = words::step(&self.view.played, id, self.options.language);
        let words = format!("  {ply} {step}");
        let width = self.options.columns.unwrap_or(WIDTH);
        let full = self.indent + 1 + self.words.width() + words.width() > width;
        if full && !self.words.is_empty() {
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
