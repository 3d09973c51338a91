//! The start position as the rules look at it.

use crate::finding::Span;
use crate::notation::start_part::Part;
use crate::notation::start_place::place;
use crate::record::{Record, Start};
use crate::shogi::{PieceKind, Position};

/// A start position that was drawn or listed, or has a turn line; those that are only named need no check.
#[derive(Debug)]
pub(super) struct StartCase<'a> {
    /// The record that begins so.
    pub record: &'a Record<'a>,
    /// How the record gives it.
    pub start: &'a Start<'a>,
    /// The position itself.
    pub position: &'a Position,
    pub counts: [u16; 8],
}

impl StartCase<'_> {
    /// How many pieces of an unpromoted kind there are, board and hands together.
    pub(super) fn count(&self, kind: PieceKind) -> u16 {
        self.counts[kind.base().index()]
    }

    /// Where a square or a hand stands in the text, if it has a place of its own.
    pub(super) fn place(&self, part: Part) -> Option<Span> {
        place(self.record, part)
    }
}
