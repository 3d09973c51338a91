//! The parts of a move that every notation here writes alike.

use super::cursor::{Cursor, digit};
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

/// A mark of the side.
pub(crate) fn mark(c: char) -> Option<char> {
    words::is_mark(c).then_some(c)
}

/// 同, in one of its two characters.
pub(crate) fn same(cursor: &mut Cursor<'_>) -> bool {
    cursor.eat('同') || cursor.eat('仝')
}

/// A piece, which 成 before its character may have promoted.
pub(crate) fn piece(cursor: &mut Cursor<'_>) -> Option<PieceKind> {
    if cursor.eat('成') {
        cursor.take(words::promoted_piece)
    } else {
        cursor.take(words::piece)
    }
}

/// The square of origin, or none where a drop is meant, as two digits in parentheses say it.
pub(crate) fn origin((file, rank): (u8, u8), drop: bool) -> Result<Origin, BrokenMove> {
    match ((file, rank), drop) {
        ((0, 0), _) => Ok(Origin::Hand),
        (_, true) => Err(BrokenMove::DropWithOrigin),
        ((file, rank), false) => Square::new(file, rank)
            .map(Origin::Board)
            .ok_or(BrokenMove::OriginOffBoard),
    }
}

/// Two digits in parentheses. Anything else in parentheses is a time.
pub(crate) fn squares_in_parentheses(mut cursor: Cursor<'_>) -> Option<((u8, u8), Cursor<'_>)> {
    cursor.take(|c| is_open(c).then_some(()))?;
    let file = cursor.take(digit)? as u8;
    let rank = cursor.take(digit)? as u8;
    cursor.take(|c| is_close(c).then_some(()))?;
    Some(((file, rank), cursor))
}

/// An opening parenthesis.
pub(crate) const fn is_open(c: char) -> bool {
    matches!(c, '(' | '（')
}

/// A closing parenthesis.
pub(crate) const fn is_close(c: char) -> bool {
    matches!(c, ')' | '）')
}
