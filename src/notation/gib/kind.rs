//! The pieces of janggi.

use std::fmt;

use crate::finding::{Language, Speak};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 궁 宮, 장 將: the general.
    General,
    /// 사 士: a guard.
    Guard,
    /// 차 車: a chariot.
    Chariot,
    /// 포 包: a cannon.
    Cannon,
    /// 마 馬: a horse.
    Horse,
    /// 상 象: an elephant.
    Elephant,
    /// 졸 卒 of Blue, 병 兵 of Red: a soldier.
    Soldier,
}

/// The kinds: their names, the letters that records have for them, and their letters in FEN.
const KINDS: [(Kind, &str, &str, char); 7] = [
    (Kind::General, "general", "궁장왕초한宮將王楚漢", 'k'),
    (Kind::Guard, "guard", "사士", 'a'),
    (Kind::Chariot, "chariot", "차車", 'r'),
    (Kind::Cannon, "cannon", "포包", 'c'),
    (Kind::Horse, "horse", "마馬", 'n'),
    (Kind::Elephant, "elephant", "상象", 'b'),
    (Kind::Soldier, "soldier", "졸병卒兵", 'p'),
];

impl Kind {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|it| it.0)
    }

    /// The kind that a letter of a record names, Korean or Chinese.
    pub(crate) fn of_letter(letter: char) -> Option<Self> {
        KINDS.iter().find(|it| it.2.contains(letter)).map(|it| it.0)
    }

    /// The kind of a small letter in FEN.
    pub(crate) fn of_fen(letter: char) -> Option<Self> {
        KINDS.iter().find(|it| it.3 == letter).map(|it| it.0)
    }

    /// Its small letter in FEN.
    pub fn fen(self) -> char {
        KINDS[self as usize].3
    }

    /// Its Chinese character. Those of Blue (0) and Red (1) differ where soldiers and generals do.
    pub const fn character(self, seat: usize) -> char {
        match (self, seat) {
            (Self::General, 0) => '楚',
            (Self::General, _) => '漢',
            (Self::Guard, _) => '士',
            (Self::Chariot, _) => '車',
            (Self::Cannon, _) => '包',
            (Self::Horse, _) => '馬',
            (Self::Elephant, _) => '象',
            (Self::Soldier, 0) => '卒',
            (Self::Soldier, _) => '兵',
        }
    }
}

impl Speak for Kind {
    fn speak(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match language {
            Language::English => f.write_str(KINDS[*self as usize].1),
            Language::Japanese => f.write_str(match self {
                Self::General => "将",
                Self::Guard => "士",
                Self::Chariot => "車",
                Self::Cannon => "包",
                Self::Horse => "馬",
                Self::Elephant => "象",
                Self::Soldier => "卒",
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_kinds() {
        for (at, kind) in Kind::all().enumerate() {
            assert_eq!(at, kind as usize);
            assert_eq!(Kind::of_fen(kind.fen()), Some(kind));
            assert_eq!(Kind::of_letter(kind.character(0)), Some(kind));
        }
    }
}
