//! Which game it is.

use crate::finding::{Seat, Words, both};

/// A game: its names, and who plays it.
#[derive(Debug)]
pub struct GameKind {
    /// The word that users and scripts see.
    pub name: &'static str,
    /// What it is called.
    pub words: Words,
    /// Who plays, in the order of play.
    pub seats: &'static [Seat],
}

/// Games of one name are the same.
impl PartialEq for GameKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for GameKind {}

/// Shogi. Whatever is not of another game is taken for it.
pub static SHOGI: GameKind = GameKind {
    name: "shogi",
    words: both("shogi", "将棋"),
    seats: &[Seat::BLACK, Seat::WHITE],
};
