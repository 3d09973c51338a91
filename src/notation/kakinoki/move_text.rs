//! A move as its text tells it: what the parts mean that the grammars have told apart.

use super::words;
use crate::record::gap::BrokenMove;
use crate::record::{Origin, Promotion};
use crate::shogi::{Color, PieceKind, Square};

/// A move as far as its own text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveText {
    /// The side of ▲ or △.
    pub mark: Option<Color>,
    /// `None` is 同.
    pub to: Option<Square>,
    /// As named before the move.
    pub kind: PieceKind,
    /// What is said of promotion.
    pub promotion: Promotion,
    /// Where the piece comes from.
    pub from: Origin,
}

/// The side of a mark.
pub(crate) fn side(mark: &str) -> Option<Color> {
    mark.chars().next().and_then(words::marked_side)
}

/// A file and a rank.
pub(crate) fn square(text: &str) -> Option<Square> {
    let mut numbers = text.chars().map(words::rank);
    Square::new(numbers.next()??, numbers.next()??)
}

/// A piece, which 成 before its character may have promoted.
pub(crate) fn piece(text: &str) -> Option<PieceKind> {
    match text.strip_prefix('成') {
        Some(promoted) => promoted.chars().next().and_then(words::promoted_piece),
        None => text.chars().next().and_then(words::piece),
    }
}

/// The square of origin, or none where a drop is meant, as two digits in parentheses say it.
pub(crate) fn origin(in_parentheses: &str, drop: bool) -> Result<Origin, BrokenMove> {
    let mut digits = in_parentheses.chars().filter_map(words::digit);
    let mut digit = || digits.next().unwrap_or_default() as u8;
    match ((digit(), digit()), drop) {
        ((0, 0), _) => Ok(Origin::Hand),
        (_, true) => Err(BrokenMove::DropWithOrigin),
        ((file, rank), false) => Square::new(file, rank)
            .map(Origin::Board)
            .ok_or(BrokenMove::OriginOffBoard),
    }
}
