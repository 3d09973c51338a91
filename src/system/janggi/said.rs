//! What a record says of its result.

use super::board::{BLUE, RED};
use crate::notation::Word;
use crate::notation::gib::{How, Told, told};

/// What a record says of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// In the words of the header.
    Told(Told),
    /// The game was broken off.
    Interrupted,
}

impl Said {
    pub(super) fn in_header(value: &str) -> Option<Self> {
        told(value).map(Self::Told)
    }

    /// What a word after a move says: `#mate`, `#resign 홍`. Where it names nobody, it is of the one who is due.
    pub(super) fn in_word(word: &Word, due: usize) -> Option<Self> {
        let how = match &*word.name {
            "mate" => How::Mate,
            "resign" => How::Resigned,
            "timeout" => How::Time,
            "foul" => How::Foul,
            "interrupt" => return Some(Self::Interrupted),
            _ => return None,
        };
        let named = word.rest.first().and_then(|it| seat_named(it));
        let winner = Some(1 - named.unwrap_or(due));
        Some(Self::Told(Told { winner, how }))
    }

    /// In which way the game ended.
    pub(super) fn how(self) -> Option<Told> {
        match self {
            Self::Told(told) => Some(told),
            Self::Interrupted => None,
        }
    }
}

/// The seat of a name: `청`, `초`, `blue`.
fn seat_named(word: &str) -> Option<usize> {
    match word {
        "청" | "초" | "楚" | "blue" | "Blue" => Some(BLUE),
        "홍" | "한" | "漢" | "red" | "Red" => Some(RED),
        _ => None,
    }
}
