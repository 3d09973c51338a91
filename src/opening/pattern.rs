//! Something that has a name.

use super::condition::Clause;
use crate::finding::{Bilingual, Words, both};
use crate::shogi::Color;

/// What a name says something about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// 囲い: where a side keeps its king.
    Castle,
    /// 戦法: how a side plays.
    Strategy,
    /// 戦型: what the game of both sides is.
    Game,
}

impl Kind {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Castle, Self::Strategy, Self::Game];

    /// What it is called.
    pub const fn title(self) -> Words {
        match self {
            Self::Castle => both("castles", "囲い"),
            Self::Strategy => both("strategies", "戦法"),
            Self::Game => both("openings of both sides", "戦型"),
        }
    }

    /// The key of its entries in a file.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Castle => "castle",
            Self::Strategy => "strategy",
            Self::Game => "game",
        }
    }

    /// The last ply after which patterns of the kind are looked for, where they do not say it themselves.
    pub const fn until(self) -> u32 {
        match self {
            Self::Castle => 120,
            Self::Strategy | Self::Game => 60,
        }
    }

    /// How telling its names are where they do not say it themselves.
    pub const fn telling(self) -> u8 {
        match self {
            Self::Castle => 0,
            Self::Strategy | Self::Game => 50,
        }
    }
}

/// Which of the players: who moved first in this game (先手), or the other (後手).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// 先手
    First,
    /// 後手
    Second,
}

impl Turn {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Its word in a file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// The side that has it where `beginner` made the first move.
    pub(super) const fn color(self, beginner: Color) -> Color {
        match self {
            Self::First => beginner,
            Self::Second => beginner.opponent(),
        }
    }
}

/// Something that has a name: a castle, a way to play, a kind of game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Its name in both languages.
    pub name: Bilingual<String>,
    /// What the name says something about.
    pub kind: Kind,
    /// The number in the book of the more general name, of which this is a special case.
    pub parent: Option<usize>,
    /// How many more general names there are above it.
    pub depth: u8,
    /// How much the name says of the whole game: the most telling one is the name of the game.
    pub telling: u8,
    /// Who alone can show it.
    pub only: Option<Turn>,
    /// The ply from which on it is looked for.
    pub from: u32,
    /// The last ply after which it is looked for.
    pub until: u32,
    /// The shape as it stands in the file, drawn from Black's side: one of these…
    pub board: Vec<String>,
    /// … and nothing of this.
    pub not: Option<String>,
    /// The same, taken apart: the clauses of one of the lists must hold.
    pub(super) forms: Vec<Vec<Clause>>,
}
