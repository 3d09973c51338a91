//! Pieces, points and plies of janggi, as records write them.

use std::fmt;

use pest::Parser;

use super::grammar::{GibParser, Rule};
use crate::finding::{Cell, Language, Localize, Words, both};

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
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

/// The table of piece kinds.
///
/// Each entry has the name, the letters used in records, the letter in FEN, and the Chinese characters for Blue and
/// for Red.
const KIND_TABLE: [(Kind, Words, &str, char, [char; 2]); 7] = [
    (
        Kind::General,
        both("general", "将"),
        "궁장왕초한宮將王楚漢",
        'k',
        ['楚', '漢'],
    ),
    (Kind::Guard, both("guard", "士"), "사士", 'a', ['士'; 2]),
    (Kind::Chariot, both("chariot", "車"), "차車", 'r', ['車'; 2]),
    (Kind::Cannon, both("cannon", "包"), "포包", 'c', ['包'; 2]),
    (Kind::Horse, both("horse", "馬"), "마馬", 'n', ['馬'; 2]),
    (Kind::Elephant, both("elephant", "象"), "상象", 'b', ['象'; 2]),
    (
        Kind::Soldier,
        both("soldier", "卒"),
        "졸병卒兵",
        'p',
        ['卒', '兵'],
    ),
];

impl Kind {
    /// Returns all kinds.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        KIND_TABLE.iter().map(|it| it.0)
    }

    /// Returns the kind for a letter of a record, Korean or Chinese; `None` for any other letter.
    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        KIND_TABLE.iter().find(|it| it.2.contains(letter)).map(|it| it.0)
    }

    /// Returns the kind for a lower-case letter in FEN; `None` for any other letter.
    pub(crate) fn from_fen(letter: char) -> Option<Self> {
        KIND_TABLE.iter().find(|kind| kind.3 == letter).map(|it| it.0)
    }

    /// Returns the lower-case letter of this kind in FEN.
    pub(crate) fn fen(self) -> char {
        KIND_TABLE[self as usize].3
    }

    /// Returns the Chinese character of the kind for Blue (0) or Red (1). The two sides have different
    /// characters for soldiers and generals.
    pub(crate) const fn character(self, seat: usize) -> char {
        KIND_TABLE[self as usize].4[seat]
    }
}

impl Localize for Kind {
    fn fmt_in(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        KIND_TABLE[*self as usize].1.fmt_in(language, f)
    }
}

// A point of the board of janggi. Pieces are placed on the intersections of lines.

/// Number of files of the board.
pub(crate) const FILES: u8 = 9;
/// Number of ranks of the board.
pub(crate) const RANKS: u8 = 10;

/// A point of the board.
///
/// Files are counted from the left of Blue, ranks from the edge of Red, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    rank: u8,
    file: u8,
}

impl Point {
    /// Creates a point. Returns `None` if the point is off the board.
    pub(crate) const fn new(rank: u8, file: u8) -> Option<Self> {
        if rank < RANKS && file < FILES {
            Some(Self { rank, file })
        } else {
            None
        }
    }

    /// Returns the point for a name such as `01`: the rank, with 0 for the tenth, and the file. Returns `None` for
    /// any other text.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match *name.as_bytes() {
            [rank @ b'0'..=b'9', file @ b'1'..=b'9'] => {
                Self::new((rank - b'0' + RANKS - 1) % RANKS, file - b'1')
            }
            _ => None,
        }
    }

    /// Returns all points, rank by rank.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| Self { rank, file }))
    }

    /// Returns the rank, counted from the edge of Red, from 0.
    pub(crate) const fn rank(self) -> u8 {
        self.rank
    }

    /// Returns the file, counted from the left of Blue, from 0.
    pub(crate) const fn file(self) -> u8 {
        self.file
    }

    /// Returns the index among all points, rank by rank.
    pub(crate) const fn index(self) -> usize {
        self.rank as usize * FILES as usize + self.file as usize
    }

    /// Returns the point at a distance of ranks and files from this point; `None` if that point is off the board.
    pub(crate) fn offset(self, (ranks, files): (i8, i8)) -> Option<Self> {
        Self::new(
            self.rank.checked_add_signed(ranks)?,
            self.file.checked_add_signed(files)?,
        )
    }

    /// Returns this point in the type that findings use to mark cells. The result is never `None`, because the name of
    /// a point is valid.
    pub(crate) fn cell(self) -> Option<Cell> {
        Cell::from_name(&self.to_string())
    }
}

/// Formats the point as in records: the rank, with 0 for the tenth, and the file.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (self.rank + 1) % RANKS, self.file + 1)
    }
}

impl Localize for Point {
    fn fmt_in(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

// A ply of janggi.

/// A ply: a move or a pass, and the words added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    /// The move; `None` for a pass.
    pub step: Option<Step>,
    /// The letter of the captured piece; `None` if the record does not state it.
    pub captured: Option<char>,
    /// `true` if the record states 장군: the move gives check.
    pub checks: bool,
    /// `true` if the record states 빅: the generals face each other.
    pub bikjang: bool,
    /// `true` if the record states 진: a promotion.
    pub promotes: bool,
}

/// The move of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The point from which the piece moves.
    pub from: Point,
    /// The point to which the piece moves.
    pub to: Point,
    /// The letter of the piece in the record.
    pub letter: char,
}

impl Step {
    /// Returns the kind of the piece; `None` if the letter is not that of a kind.
    pub(crate) fn kind(self) -> Option<Kind> {
        Kind::from_letter(self.letter)
    }
}

impl Ply {
    /// Reads a ply without its number. A letter for the side before the piece (`79楚卒78`) is ignored. Returns `None` if
    /// the text is not a single ply.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let pairs = GibParser::parse(Rule::step, text).or_else(|_| GibParser::parse(Rule::pass, text));
        let pair = pairs.ok()?.next()?;
        if pair.as_str().len() != text.len() {
            return None;
        }
        let mut ply = Self {
            step: None,
            captured: None,
            checks: false,
            bikjang: false,
            promotes: false,
        };
        let (mut points, mut letter) = (Vec::new(), None);
        for part in pair.into_inner() {
            let first_letter = part.as_str().chars().next();
            match part.as_rule() {
                Rule::square => points.push(Point::from_name(part.as_str())?),
                Rule::piece => letter = first_letter,
                Rule::taken => ply.captured = first_letter,
                Rule::checks => ply.checks = true,
                Rule::bikjang => ply.bikjang = true,
                Rule::promoted => ply.promotes = true,
                _ => {}
            }
        }
        if let ([from, to], Some(letter)) = (points.as_slice(), letter) {
            let (from, to) = (*from, *to);
            ply.step = Some(Step { from, to, letter });
        }
        Some(ply)
    }
}

/// Formats the ply in the canonical spelling of records: `55차51 빅`.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(Step { from, to, letter }) => write!(f, "{from}{letter}{to}")?,
            None => f.write_str("한수쉼")?,
        }
        if let Some(captured) = self.captured {
            write!(f, "{captured}")?;
        }
        let words = [(self.checks, "장군"), (self.bikjang, "빅"), (self.promotes, "진")];
        words
            .iter()
            .filter(|(is_stated, _)| *is_stated)
            .try_for_each(|(_, word)| write!(f, " {word}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_plies_are_read() {
        let corner = Point::from_name("01").unwrap();
        assert_eq!((corner.rank(), corner.file()), (9, 0));
        assert!(Point::from_name("70").is_none());
        assert_eq!(Ply::parse("55차51 빅장").unwrap().to_string(), "55차51 빅");
        assert_eq!(Ply::parse("79楚卒78").unwrap().to_string(), "79卒78");
        assert_eq!(Ply::parse("79졸7"), None);
    }

    #[test]
    fn the_table_is_in_the_order_of_the_kinds() {
        for (at, kind) in Kind::all().enumerate() {
            assert_eq!(at, kind as usize);
            assert_eq!(Kind::from_fen(kind.fen()), Some(kind));
            assert_eq!(Kind::from_letter(kind.character(0)), Some(kind));
        }
    }
}
