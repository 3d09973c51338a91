//! The text of one record, and its place in the file.

use crate::finding::Span;
use crate::record::{Format, Record};

/// The part of a file's text that contains one record.
#[derive(Clone, Copy, Debug)]
pub struct RecordText<'t> {
    /// The text of the record.
    pub text: &'t str,
    /// Offset of the record in the file's text (bytes).
    pub offset: usize,
}

impl<'t> RecordText<'t> {
    /// Creates an empty record with this text and span.
    pub(crate) fn record(self, format: Format) -> Record<'t> {
        self.filled(Record::new(format))
    }

    /// Returns `record` with this text and its span.
    pub(crate) fn filled(self, record: Record<'t>) -> Record<'t> {
        Record {
            text: self.text,
            span: self.span(0, self.text.len()),
            ..record
        }
    }

    /// Converts offsets in this text to a span in the file.
    pub const fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.offset + start, self.offset + end)
    }
}
