//! A point of the board of janggi, where pieces stand.

use std::fmt;
use std::str::FromStr;

use crate::finding::{Cell, Language, Speak};

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
