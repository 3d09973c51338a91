//! The parts of a start position that findings speak of.

use crate::shogi::{Color, Square};

/// A part of a start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A square, for which its row may stand.
    Square(Square),
    /// What a side has in hand.
    Hand(Color),
}
