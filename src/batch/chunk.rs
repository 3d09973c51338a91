//! Records of one text, a chunk at a time, cut but not yet read.

use std::ops::Range;

use super::guard::guarded;
use super::window::Window;
use crate::finding::Span;
use crate::notation::RecordSlice;
use crate::record::{Format, GapKind, Record};

/// So many records make a chunk.
const RECORDS: usize = 64;

/// So many bytes of text make a chunk of fewer records.
const BYTES: u32 = 256 << 10;

/// Consecutive records of one window: what one thread takes at once.
pub(super) struct Chunk<'w> {
    window: &'w Window<'w>,
    places: Range<usize>,
    /// How many bytes of the file they stand for.
    pub(super) bytes: u64,
    /// Whether the input begins with them.
    pub(super) first: bool,
    /// Whether what could not be cut comes with them.
    last: bool,
}

impl<'w> Chunk<'w> {
    /// Its records.
    pub(super) fn records(&self) -> impl Iterator<Item = UnreadRecord<'w>> + use<'w> {
        let window = self.window;
        let slices = self.places.clone().filter_map(|at| window.slice(at));
        let lost = window.lost().filter(|_| self.last);
        let lost = lost.map(|(index, span, why)| UnreadRecord::Lost {
            index,
            span,
            why: why.clone(),
        });
        slices.map(UnreadRecord::Slice).chain(lost)
    }
}

/// Iterator over the chunks of a window.
pub(super) struct Chunks<'w> {
    window: &'w Window<'w>,
    /// How many records are in the chunks so far.
    taken: usize,
    ended: bool,
}

impl<'w> Chunks<'w> {
    pub(super) fn new(window: &'w Window<'w>) -> Self {
        Self {
            window,
            taken: 0,
            ended: false,
        }
    }
}

impl<'w> Iterator for Chunks<'w> {
    type Item = Chunk<'w>;

    fn next(&mut self) -> Option<Chunk<'w>> {
        if self.ended {
            return None;
        }
        let first = self.taken;
        let start = self.window.span(first).start;
        let mut end = start;
        while self.taken < self.window.records() && self.taken - first < RECORDS && end - start < BYTES {
            end = self.window.span(self.taken).end;
            self.taken += 1;
        }
        self.ended = self.taken == self.window.records();
        let text = self.window.text();
        // In proportion: decoding changes the length.
        let length = text.as_str().len().max(1) as u64;
        Some(Chunk {
            window: self.window,
            places: first..self.taken,
            bytes: u64::from(end - start) * text.source().len() as u64 / length,
            first: self.window.is_first() && first == 0,
            last: self.ended,
        })
    }
}

/// A record that is still to be read.
pub(super) enum UnreadRecord<'t> {
    Slice(RecordSlice<'t>),
    /// All that is left of a text that could not be cut.
    Lost {
        index: u32,
        span: Span,
        why: GapKind,
    },
}

impl<'t> UnreadRecord<'t> {
    /// Reads the record; what cannot be read for a fault of the tool is a record that says so.
    pub(super) fn read(&self) -> Record<'t> {
        match self {
            Self::Slice(slice) => {
                let failed = |what| lost(slice.index(), slice.span(), GapKind::InternalError(what));
                guarded(|| slice.read()).unwrap_or_else(failed)
            }
            Self::Lost { index, span, why } => lost(*index, *span, why.clone()),
        }
    }
}

fn lost<'t>(index: u32, span: Span, why: GapKind) -> Record<'t> {
    let mut record = Record::new(Format::UNKNOWN);
    record.index = index;
    record.span = span;
    let start = Span {
        start: span.start,
        end: span.start,
    };
    record.miss(start, why);
    record
}
