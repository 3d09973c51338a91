//! A numbered line, taken apart.

use crate::notation::kakinoki::move_text::MoveText;
use crate::record::Clock;
use crate::record::gap::BrokenMove;

/// A numbered line, taken apart. Offsets count from the start of the line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Numbered<'t> {
    /// The number as written.
    pub number: u32,
    /// What the number counts.
    pub body: Body<'t>,
    /// The move or word itself: its first byte and the byte after it.
    pub token: (usize, usize),
    pub clock: Clock,
    /// The time itself, with its parentheses.
    pub clock_token: Option<(usize, usize)>,
    /// What is wrong with the rest of the line, and where it stands.
    pub trouble: Option<(LineTrouble, usize, usize)>,
}

/// What stands after the number.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Body<'t> {
    Move(MoveText),
    Word(&'t str),
    /// It looks like a move; it is none for this reason.
    Broken(BrokenMove),
}

/// What can be wrong after a move.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LineTrouble {
    Clock,
    /// A time below zero.
    Negative,
    Text,
}
