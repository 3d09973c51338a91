//! The stretch of a text that a reader is given.

use crate::finding::Span;
use crate::record::{Format, Record};

/// The stretch of a file's text that holds one record.
#[derive(Clone, Copy, Debug)]
pub struct RecordText<'t> {
    /// The stretch itself.
    pub text: &'t str,
    /// Where it starts in the file's text.
    pub offset: usize,
}

impl<'t> RecordText<'t> {
    /// The record that stands there, of which nothing has been read.
    pub fn record(self, format: Format) -> Record<'t> {
        Record {
            text: self.text,
            span: self.span(0, self.text.len()),
            ..Record::new(format)
        }
    }

    /// The span, in the file, of a stretch of the text.
    pub const fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.offset + start, self.offset + end)
    }
}
