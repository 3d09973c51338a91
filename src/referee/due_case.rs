//! What is due in a record, as the rules look at it before it is played.

use crate::played::Due;
use crate::record::Written;
use crate::shogi::{PieceKind, Position, Square};

/// A move that leaves something to the board, or a pass.
#[derive(Debug)]
pub(super) struct DueCase<'a> {
    /// The position before it.
    pub before: &'a Position,
    /// What it is.
    pub due: &'a Due<'a>,
}

/// A move of which the record names what it captures.
#[derive(Debug)]
pub(super) struct CaptureCase<'a> {
    /// The position before it.
    pub before: &'a Position,
    /// The destination.
    pub to: Square,
    /// The kind that is named.
    pub named: PieceKind,
}

impl<'a> DueCase<'a> {
    /// Whether only the rest of the line tells which piece moves.
    pub(super) const fn is_told_by_rest(&self) -> bool {
        matches!(self.due, Due::Move { by_rest: true, .. })
    }

    /// Whether the board does not tell which piece moves.
    pub(super) const fn is_ambiguous(&self) -> bool {
        matches!(self.due, Due::Unclear(..)) || self.is_told_by_rest()
    }

    /// A move as written, and with what the record leaves to the board.
    pub(super) fn completed(&self) -> Option<(&'a Written, &'a Written)> {
        match self.due {
            Due::Move {
                written, resolved, ..
            } => Some((written, resolved)),
            _ => None,
        }
    }
}
