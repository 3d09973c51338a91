//! Pieces, points and plies of janggi, as its records write them.

use std::fmt;
use std::str::FromStr;

use pest::Parser;

use super::read::{GibParser, Rule};
use crate::finding::{Cell, Language, Speak};

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

// A point of the board of janggi, where pieces stand.

/// The files of the board.
pub const FILES: u8 = 9;
/// Its ranks.
pub const RANKS: u8 = 10;

/// A point: files count from the left of Blue, ranks from the edge of Red, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    rank: u8,
    file: u8,
}

impl Point {
    /// The point there; `None` off the board.
    pub const fn new(rank: u8, file: u8) -> Option<Self> {
        if rank < RANKS && file < FILES {
            Some(Self { rank, file })
        } else {
            None
        }
    }

    /// All of them, rank by rank.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| Self { rank, file }))
    }

    /// Its rank from the edge of Red, from 0.
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// Its file from the left of Blue, from 0.
    pub const fn file(self) -> u8 {
        self.file
    }

    /// Its place among all points.
    pub const fn index(self) -> usize {
        self.rank as usize * FILES as usize + self.file as usize
    }

    /// The point so many ranks and files away; `None` off the board.
    pub fn offset(self, (ranks, files): (i8, i8)) -> Option<Self> {
        Self::new(
            self.rank.checked_add_signed(ranks)?,
            self.file.checked_add_signed(files)?,
        )
    }

    /// The place that a finding marks.
    pub fn cell(self) -> Option<Cell> {
        Cell::named(&self.to_string())
    }
}

/// As records name it: the rank, 0 for the tenth, and the file.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (self.rank + 1) % RANKS, self.file + 1)
    }
}

/// Not two digits that name a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPoint;

impl fmt::Display for NoPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no point of the board of janggi")
    }
}

impl std::error::Error for NoPoint {}

/// Reads two digits.
///
/// ```
/// use kifu::notation::gib::Point;
/// let corner: Point = "01".parse().unwrap();
/// assert_eq!((corner.rank(), corner.file()), (9, 0));
/// assert!("70".parse::<Point>().is_err());
/// ```
impl FromStr for Point {
    type Err = NoPoint;

    fn from_str(text: &str) -> Result<Self, NoPoint> {
        let [rank @ b'0'..=b'9', file @ b'1'..=b'9'] = *text.as_bytes() else {
            return Err(NoPoint);
        };
        Self::new((rank - b'0' + RANKS - 1) % RANKS, file - b'1').ok_or(NoPoint)
    }
}

impl Speak for Point {
    fn speak(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

// A ply of janggi.

/// What is moved, and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move; `None` for a pass.
    pub step: Option<Step>,
    /// The letter of what it is said to take.
    pub takes: Option<char>,
    /// 장군: it is said to give check.
    pub checks: bool,
    /// 빅: the generals are said to face each other.
    pub bikjang: bool,
    /// 진: something is said to be promoted.
    pub promotes: bool,
}

/// A piece that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// From there.
    pub from: Point,
    /// To there.
    pub to: Point,
    /// The letter that names it.
    pub letter: char,
}

impl Step {
    /// The kind that is named.
    pub fn kind(self) -> Option<Kind> {
        Kind::of_letter(self.letter)
    }
}

impl Ply {
    /// Reads a ply. `None` where the text is none.
    ///
    /// ```
    /// use kifu::notation::gib::Ply;
    /// let ply = Ply::of("55차51 빅장").unwrap();
    /// assert_eq!(ply.to_string(), "55차51 빅");
    /// assert_eq!(Ply::of("79楚卒78").unwrap().to_string(), "79卒78");
    /// assert_eq!(Ply::of("79졸7"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        let parsed = GibParser::parse(Rule::step, text).or_else(|_| GibParser::parse(Rule::pass, text));
        let pair = parsed.ok()?.next()?;
        if pair.as_str().len() != text.len() {
            return None;
        }
        let mut ply = Self {
            step: None,
            takes: None,
            checks: false,
            bikjang: false,
            promotes: false,
        };
        let (mut points, mut letter) = (Vec::new(), None);
        for part in pair.into_inner() {
            let first = part.as_str().chars().next();
            match part.as_rule() {
                Rule::square => points.push(part.as_str().parse().ok()?),
                Rule::piece => letter = first,
                Rule::taken => ply.takes = first,
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

/// As it is written: `55차51 빅`.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(Step { from, to, letter }) => write!(f, "{from}{letter}{to}")?,
            None => f.write_str("한수쉼")?,
        }
        if let Some(takes) = self.takes {
            write!(f, "{takes}")?;
        }
        let said = [(self.checks, "장군"), (self.bikjang, "빅"), (self.promotes, "진")];
        said.iter()
            .filter(|it| it.0)
            .try_for_each(|(_, word)| write!(f, " {word}"))
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
