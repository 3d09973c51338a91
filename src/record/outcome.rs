//! Who won.

use std::fmt::{self, Formatter};

use crate::finding::{Language, Seat, Speak, both, message};
use crate::shogi::Color;

/// Who won: in shogi one of its sides, in any game one of its seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome<S = Color> {
    /// This side.
    Win(S),
    /// Neither: a draw.
    Draw,
    /// Nobody: the game has no result.
    None,
}

impl<S: Into<Seat>> Outcome<S> {
    /// The same, told of the seats.
    pub fn of_seats(self) -> Outcome<Seat> {
        match self {
            Self::Win(winner) => Outcome::Win(winner.into()),
            Self::Draw => Outcome::Draw,
            Self::None => Outcome::None,
        }
    }

    /// The word that users and scripts see.
    pub fn name(self) -> &'static str {
        match self.of_seats() {
            Outcome::Win(winner) => winner.name,
            Outcome::Draw => "draw",
            Outcome::None => "none",
        }
    }
}

/// "Black won", 先手の勝ち.
impl<S: Into<Seat> + Copy> Speak for Outcome<S> {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        match self.of_seats() {
            Outcome::Win(winner) => message!("{winner} won", "{winner}の勝ち", winner).speak(language, f),
            Outcome::Draw => both("the game is drawn", "引き分け").speak(language, f),
            Outcome::None => both("the game has no result", "勝敗なし").speak(language, f),
        }
    }
}
