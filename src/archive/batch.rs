//! Records of one text, a batch at a time, cut but not yet read.

use super::guard::guarded;
use super::internal_error::internal_error;
use crate::finding::Span;
use crate::notation::{Slip, Slips};
use crate::record::{Format, Record};
use crate::text::Text;

/// So many records make a batch.
const RECORDS: usize = 64;

/// So many bytes of text make a batch of fewer records.
const BYTES: u32 = 256 << 10;

/// Consecutive records of one text: what one thread takes at once.
pub(super) struct Batch<'t> {
    pub(super) pieces: Vec<Piece<'t>>,
    /// How many bytes of the file they stand for.
    pub(super) bytes: u64,
    /// Whether the text begins with them.
    pub(super) first: bool,
}

/// Iterator over the batches of a text.
pub(super) struct Batches<'t> {
    text: &'t Text<'t>,
    pieces: Pieces<'t>,
    end: u32,
}

impl<'t> Batches<'t> {
    pub(super) fn new(slips: Slips<'t>, text: &'t Text<'t>) -> Self {
        Self {
            text,
            pieces: Pieces::new(slips, text),
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
            let Some(piece) = self.pieces.next() else { break };
            self.end = self.end.max(piece.span().end);
            batch.push(piece);
        }
        if batch.is_empty() {
            return None;
        }
        // In proportion: decoding changes the length.
        let length = self.text.as_str().len().max(1) as u64;
        let bytes = u64::from(self.end - start) * self.text.source().len() as u64 / length;
        Some(Batch {
            pieces: batch,
            bytes,
            first: start == 0,
        })
    }
}

/// Iterator over the records of a text that does not panic when cutting does: a last record says so then.
pub(super) struct Pieces<'t> {
    text: &'t Text<'t>,
    slips: Option<Slips<'t>>,
    index: u32,
    end: u32,
}

impl<'t> Pieces<'t> {
    pub(super) fn new(slips: Slips<'t>, text: &'t Text<'t>) -> Self {
        Self {
            text,
            slips: Some(slips),
            index: 0,
            end: 0,
        }
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        match guarded(|| self.slips.as_mut()?.next()) {
            Ok(slip) => {
                let slip = slip?;
                self.index = slip.index();
                self.end = slip.span().end;
                Some(Piece::Slip(slip))
            }
            Err(what) => {
                // Where the next record begins is not known any more.
                self.slips = None;
                let span = Span {
                    start: self.end,
                    end: self.text.as_str().len() as u32,
                };
                Some(Piece::Lost {
                    index: self.index + 1,
                    span,
                    what,
                })
            }
        }
    }
}

/// A record that is still to be read.
pub(super) enum Piece<'t> {
    Slip(Slip<'t>),
    /// All that is left of a text that could not be cut.
    Lost {
        index: u32,
        span: Span,
        what: String,
    },
}

impl<'t> Piece<'t> {
    fn span(&self) -> Span {
        match self {
            Self::Slip(slip) => slip.span(),
            Self::Lost { span, .. } => *span,
        }
    }

    /// Reads the record; what cannot be read for a fault of the tool is a record that says so.
    pub(super) fn read(&self) -> Record<'t> {
        match self {
            Self::Slip(slip) => {
                guarded(|| slip.read()).unwrap_or_else(|what| lost(slip.index(), slip.span(), &what))
            }
            Self::Lost { index, span, what } => lost(*index, *span, what),
        }
    }
}

fn lost<'t>(index: u32, span: Span, what: &str) -> Record<'t> {
    let mut record = Record::new(Format::UNKNOWN);
    record.index = index;
    record.span = span;
    record.report(internal_error(span, what));
    record
}
