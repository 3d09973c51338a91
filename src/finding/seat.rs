//! Who plays: a place at the board.

use std::fmt::{self, Formatter};

use super::{Language, Speak, Words, both};
use crate::shogi::Color;

/// A player's place in a game: Black or White in shogi, one of four in others.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    /// Its place in the order of play, from 0.
    pub number: u8,
    /// The word that users and scripts see.
    pub name: &'static str,
    /// What it is called.
    pub words: &'static Words,
}

impl Seat {
    /// Black's in shogi.
    pub const BLACK: Self = Self {
        number: 0,
        name: "black",
        words: &both("Black", "先手"),
    };

    /// White's in shogi.
    pub const WHITE: Self = Self {
        number: 1,
        name: "white",
        words: &both("White", "後手"),
    };

    /// Its number, to count and to look up by.
    pub const fn index(self) -> usize {
        self.number as usize
    }
}

/// Seats of one number and name are the same.
impl PartialEq for Seat {
    fn eq(&self, other: &Self) -> bool {
        (self.number, self.name) == (other.number, other.name)
    }
}

impl Eq for Seat {}

impl From<Color> for Seat {
    fn from(side: Color) -> Self {
        match side {
            Color::Black => Self::BLACK,
            Color::White => Self::WHITE,
        }
    }
}

impl Speak for Seat {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        self.words.speak(language, f)
    }
}

impl Speak for Color {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        Seat::from(*self).speak(language, f)
    }
}
