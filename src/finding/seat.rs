//! Seats, the places of the players in a game, and cells, the places on a board.

use std::cell::Cell as Flag;
use std::fmt::{self, Formatter};

use super::{Language, Localize, Words, both};
use crate::shogi::{Color, Square};

/// The place of a player in a game: Black or White in shogi, one of four in yonin shogi.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    /// The index in the order of play, from 0.
    pub number: u8,
    /// The word that users and scripts see.
    pub name: &'static str,
    /// The name for readers, in each language.
    pub words: &'static Words,
}

impl Seat {
    /// Black's seat in shogi.
    pub const BLACK: Self = Self::new(0, "black", &both("Black", "先手"));

    /// White's seat in shogi.
    pub(crate) const WHITE: Self = Self::new(1, "white", &both("White", "後手"));

    /// Returns the seat in a handicap game of shogi, whose players are 下手 and 上手 in Japanese. Seats of other
    /// games are not changed.
    #[must_use]
    pub(crate) fn in_handicap(self) -> Self {
        const BLACK: &Words = &both("Black", "下手");
        const WHITE: &Words = &both("White", "上手");
        let words = if self == Self::BLACK {
            BLACK
        } else if self == Self::WHITE {
            WHITE
        } else {
            self.words
        };
        Self { words, ..self }
    }

    /// Creates the seat with this number, this name for programs and these names for readers.
    pub const fn new(number: u8, name: &'static str, words: &'static Words) -> Self {
        Self { number, name, words }
    }

    /// Returns the number as an index.
    pub const fn index(self) -> usize {
        self.number as usize
    }
}

/// Compares seats by number and name.
impl PartialEq for Seat {
    fn eq(&self, other: &Self) -> bool {
        // Equal seats usually have the same name in memory, which takes less time to see than equal letters.
        self.number == other.number && (std::ptr::eq(self.name, other.name) || self.name == other.name)
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

impl Localize for Seat {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let seat = if IN_HANDICAP.get() {
            self.in_handicap()
        } else {
            *self
        };
        seat.words.fmt_in(language, f)
    }
}

thread_local! {
    /// `true` while this thread writes a message about a handicap game.
    static IN_HANDICAP: Flag<bool> = const { Flag::new(false) };
}

/// Writes a value with the player names of a handicap game.
pub(super) fn fmt_in_handicap(
    value: &impl Localize,
    language: Language,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let was_in_handicap = IN_HANDICAP.replace(true);
    let result = value.fmt_in(language, f);
    IN_HANDICAP.set(was_in_handicap);
    result
}

impl Localize for Color {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        Seat::from(*self).fmt_in(language, f)
    }
}

// A place on a board.

/// A place on the board of any game, by its name in that game: `7g` in shogi.
///
/// ```
/// use kifu::finding::Cell;
/// use kifu::shogi::Square;
/// let square: Square = "7g".parse().unwrap();
/// let cell = Cell::from(square);
/// assert_eq!((cell.to_string(), cell.square()), ("7g".to_owned(), Some(square)));
/// assert_eq!(Cell::from_name("headquarters"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The name, padded with zeros.
    letters: [u8; MAX_NAME_LETTERS],
}

/// Maximum length of the name of a cell (bytes).
const MAX_NAME_LETTERS: usize = 4;

impl Cell {
    /// Returns the cell with this name; `None` if the name is not one to four ASCII letters and digits.
    pub fn from_name(name: &str) -> Option<Self> {
        let is_valid = (1..=MAX_NAME_LETTERS).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_valid.then(|| {
            let mut letters = [0; MAX_NAME_LETTERS];
            letters[..name.len()].copy_from_slice(name.as_bytes());
            Self { letters }
        })
    }

    /// Returns the square of a shogi board with this name; `None` if a shogi board has no such square.
    pub fn square(self) -> Option<Square> {
        self.name().parse().ok()
    }

    fn name(&self) -> &str {
        let end = self
            .letters
            .iter()
            .position(|letter| *letter == 0)
            .unwrap_or(MAX_NAME_LETTERS);
        str::from_utf8(&self.letters[..end]).unwrap_or_default()
    }
}

impl From<Square> for Cell {
    fn from(square: Square) -> Self {
        let (file, rank) = (b'0' + square.file(), b'a' - 1 + square.rank());
        Self {
            letters: [file, rank, 0, 0],
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
