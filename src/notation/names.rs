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
        japanese: match kind {
            // と alone reads like a particle.
            Kind::Tokin => "と金".to_owned(),
            _ => text::piece(kind),
        },
    }
}

/// A rank in Japanese: 六段目.
pub(super) fn rank(rank: u8) -> String {
    format!("{}段目", text::rank(rank))
}

/// A file in Japanese: ７筋.
pub(super) fn file(file: u8) -> String {
    format!("{}筋", text::file(file))
}

/// A square in Japanese: ７六.
pub(super) fn square(square: Square) -> String {
    text::square(square)
}
