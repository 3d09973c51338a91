//! Records of one text, a batch at a time.

use super::guard::guarded;
use super::internal_error::internal_error;
use crate::finding::Span;
use crate::notation::{Notation, Records, records};
use crate::record::{Format, Record};
use crate::text::Text;

/// So many records make a batch.
const RECORDS: usize = 64;

/// So many bytes of text make a batch of fewer records.
const BYTES: u32 = 256 << 10;

/// Consecutive records of one text: what one thread takes at once.
pub(super) struct Batch<'t> {
    pub(super) records: Vec<Record<'t>>,
    /// How many bytes of the file they stand for.
    pub(super) bytes: u64,
    /// Whether the text begins with them.
    pub(super) first: bool,
}

/// Iterator over the batches of a text.
pub(super) struct Batches<'t> {
    text: &'t Text<'t>,
    records: Guarded<'t>,
    end: u32,
}

impl<'t> Batches<'t> {
    pub(super) fn new(text: &'t Text<'t>, notation: Option<&'static Notation>) -> Self {
        Self {
            text,
            records: Guarded::new(text, notation),
            end: 0,
        }
    }
}

impl<'t> Iterator for Batches<'t> {
    type Item = Batch<'t>;

    fn next(&mut self) -> Option<Batch<'t>> {
        let start = self.end;
        let mut batch = Vec::new();
        while batch.len() < RECORDS && self.end - start < BYTES {
            let Some(record) = self.records.next() else { break };
            self.end = self.end.max(record.span.end);
            batch.push(record);
        }
        if batch.is_empty() {
            return None;
        }
        // In proportion: decoding changes the length.
        let length = self.text.as_str().len().max(1) as u64;
        let bytes = u64::from(self.end - start) * self.text.source().len() as u64 / length;
        Some(Batch {
            records: batch,
            bytes,
            first: start == 0,
        })
    }
}

/// Iterator over the records of a text that does not panic when reading does: a last record says so then.
pub(super) struct Guarded<'t> {
    text: &'t Text<'t>,
    records: Option<Records<'t>>,
    index: u32,
    end: u32,
}

impl<'t> Guarded<'t> {
    pub(super) fn new(text: &'t Text<'t>, notation: Option<&'static Notation>) -> Self {
        Self {
            text,
            records: Some(records(text, notation)),
            index: 0,
            end: 0,
        }
    }

    fn lost(&self, what: &str) -> Record<'t> {
        let mut record = Record::new(Format::Unknown);
        record.index = self.index + 1;
        record.span = Span {
            start: self.end,
            end: self.text.as_str().len() as u32,
        };
        record.report(internal_error(record.span, what));
        record
    }
}

impl<'t> Iterator for Guarded<'t> {
    type Item = Record<'t>;

    fn next(&mut self) -> Option<Record<'t>> {
        let records = self.records.as_mut()?;
        match guarded(|| records.next()) {
            Ok(Some(record)) => {
                self.index = record.index;
                self.end = record.span.end;
                Some(record)
            }
            Ok(None) => {
                self.records = None;
                None
            }
            Err(what) => {
                // Where the next record begins is not known any more.
                self.records = None;
                Some(self.lost(&what))
            }
        }
    }
}
