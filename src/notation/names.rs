//! What sides, pieces and squares are called in messages.

use super::kakinoki::write::text;
use crate::finding::{Bilingual, Words, both};
use crate::shogi::{Color, Kind, Square};

/// A side.
pub(super) const fn side(color: Color) -> Words {
    match color {
        Color::Black => both("Black", "先手"),
        Color::White => both("White", "後手"),
    }
}

/// A piece.
pub(super) fn piece(kind: Kind) -> Bilingual<String> {
    Bilingual {
        english: kind.english().to_owned(),
        japanese: text::piece(kind),
    }
}

/// A square in Japanese: ７六.
pub(super) fn square(square: Square) -> String {
    text::square(square)
}
