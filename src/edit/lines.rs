//! The lines of a record, and edits that insert, replace or remove whole lines.

use crate::finding::{Edit, Span};
use crate::record::{NodeId, Record};

/// The lines of a record. All offsets are offsets in the file.
pub(super) struct RecordLines<'r, 't> {
    pub(super) record: &'r Record<'t>,
    pub(super) newline: &'static str,
}

impl<'r, 't> RecordLines<'r, 't> {
    pub(super) fn new(record: &'r Record<'t>) -> Self {
        let newline = if record.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        Self { record, newline }
    }

    /// Returns the offset of the start of the record.
    pub(super) fn start(&self) -> usize {
        self.record.span.start as usize
    }

    /// Returns the offset of the end of the record.
    pub(super) fn end(&self) -> usize {
        self.start() + self.record.text.len()
    }

    /// Returns the offset after the last line that is not blank, without its line end.
    pub(super) fn end_of_content(&self) -> usize {
        self.start() + self.record.text.trim_end().len()
    }

    /// Returns the text before an offset.
    fn before(&self, at: usize) -> &'t str {
        self.record.text.get(..at - self.start()).unwrap_or_default()
    }

    /// Returns the text from an offset on.
    pub(super) fn after(&self, at: usize) -> &'t str {
        self.record.text.get(at - self.start()..).unwrap_or_default()
    }

    /// Returns the offset of the line that contains an offset.
    pub(super) fn start_of(&self, at: usize) -> usize {
        let before = self.before(at);
        self.start() + before.rfind(['\n', '\r']).map_or(0, |at| at + 1)
    }

    /// Returns the offset after the line that contains an offset, with its line end.
    pub(super) fn end_of(&self, at: usize) -> usize {
        let rest = self.after(at);
        let content = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line_end = match rest.as_bytes().get(content..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([_, ..]) => 1,
            _ => 0,
        };
        at + content + line_end
    }

    /// Returns the text of the line that contains an offset, without its line end.
    pub(super) fn line(&self, at: usize) -> &'t str {
        let start = self.start_of(at);
        let rest = self.after(start);
        &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())]
    }

    /// Returns the offset of the first line from the line at `at` on that does not satisfy a condition.
    pub(super) fn skip(&self, mut at: usize, is_skipped: impl Fn(&str) -> bool) -> usize {
        while at < self.end() && is_skipped(self.line(at)) {
            at = self.end_of(at);
        }
        at
    }

    /// Returns the edit that inserts lines at an offset, which is the start of a line or the end of the record.
    pub(super) fn inserted(&self, at: usize, lines: &[String]) -> Edit {
        let body = lines.join(self.newline);
        let is_line_start = at == self.start() || self.before(at).ends_with(['\n', '\r']);
        let text = if is_line_start {
            [&*body, self.newline].concat()
        } else {
            [self.newline, &*body].concat()
        };
        Edit {
            span: Span::new(at, at),
            text,
        }
    }

    /// Returns the edit that removes the lines of a span with their line ends.
    pub(super) fn removed(&self, span: Span) -> Edit {
        let (start, end) = (span.start as usize, span.end as usize);
        Edit {
            span: Span::new(self.start_of(start), self.end_of(end)),
            text: String::new(),
        }
    }

    /// Returns the offset after the text of a node with its time.
    pub(super) fn end_of_node(&self, node: NodeId) -> Option<usize> {
        let node = self.record.tree.node(node);
        let ends = [node.span(), node.clock_span].map(|span| span.map(|span| span.end as usize));
        ends.into_iter().flatten().max()
    }

    /// Returns the offset of the line with the first move or end of the text, or `None` if the record has none.
    pub(super) fn first_move_line(&self) -> Option<usize> {
        let tree = &self.record.tree;
        let starts = tree.ids().filter_map(|id| tree.node(id).span());
        Some(self.start_of(starts.map(|span| span.start as usize).min()?))
    }
}
