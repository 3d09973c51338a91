//! The games whose records these are.

use crate::finding::{Seat, both};
use crate::record::GameKind;

const SEATS: &[Seat] = &[
    Seat {
        number: 0,
        name: "blue",
        words: &both("Blue", "青"),
    },
    Seat {
        number: 1,
        name: "red",
        words: &both("Red", "紅"),
    },
];

/// Janggi, Korean chess. Blue (초, 청) moves first.
pub static JANGGI: GameKind = GameKind {
    name: "janggi",
    words: both("janggi", "チャンギ"),
    seats: SEATS,
};

/// Gung-janggi, where the general is taken and nothing is drawn.
pub(crate) static GUNG_JANGGI: GameKind = GameKind {
    name: "gung-janggi",
    words: both("gung-janggi", "宮チャンギ"),
    seats: SEATS,
};
