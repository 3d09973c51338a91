//! The signs of the sides: `+` and `-`.

use crate::shogi::Color;

/// The side of a sign.
pub(super) const fn side(sign: u8) -> Option<Color> {
    match sign {
        b'+' => Some(Color::Black),
        b'-' => Some(Color::White),
        _ => None,
    }
}

/// The sign of a side.
pub(super) const fn of(side: Color) -> char {
    match side {
        Color::Black => '+',
        Color::White => '-',
    }
}
