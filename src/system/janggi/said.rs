//! What a record says of its result.

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
        let named = word.rest.first().and_then(|it| seat_named(it));
        let how = match &*word.name {
            "draw" => {
                return Some(Self::Told(Told {
                    winner: None,
                    how: How::Draw,
                }));
            }
            "result" => {
                let how = How::Other;
                return named.map(|winner| {
                    Self::Told(Told {
                        winner: Some(winner),
                        how,
                    })
                });
            }
            "mate" => How::Mate,
            "resign" => How::Resigned,
            "timeout" => How::Time,
            "foul" => How::Foul,
            "interrupt" => return Some(Self::Interrupted),
            _ => return None,
        };
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

/// What the seats are called: Blue, Red.
const NAMES: [&[&str]; 2] = [
    &["청", "초", "靑", "青", "楚", "blue"],
    &["홍", "한", "紅", "漢", "red"],
];

/// The seat of a name: `청`, `초`, `blue`.
pub(super) fn seat_named(word: &str) -> Option<usize> {
    let word = word.trim_end_matches(['.', ',', ';', ':']);
    let is_it = |names: &[&str]| names.iter().any(|it| it.eq_ignore_ascii_case(word));
    NAMES.iter().position(|names| is_it(names))
}
