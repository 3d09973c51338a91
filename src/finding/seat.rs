//! Who plays: a place at the board.

use std::cell::Cell as Flag;
use std::fmt::{self, Formatter};

use super::{Language, Speak, Words, both};
use crate::shogi::{Color, Square};

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
    pub const BLACK: Self = Self::new(0, "black", &both("Black", "先手"));

    /// White's in shogi.
    pub(crate) const WHITE: Self = Self::new(1, "white", &both("White", "後手"));

    /// The same seat in a handicap game of shogi, whose players are 下手 and 上手 in Japanese.
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

    /// A seat of a game.
    pub const fn new(number: u8, name: &'static str, words: &'static Words) -> Self {
        Self { number, name, words }
    }

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
        let seat = if IN_HANDICAP.get() {
            self.in_handicap()
        } else {
            *self
        };
        seat.words.speak(language, f)
    }
}

thread_local! {
    /// Whether the message that this thread writes is about a handicap game.
    static IN_HANDICAP: Flag<bool> = const { Flag::new(false) };
}

/// Writes something in which the players have the names of a handicap game.
pub(super) fn speak_in_handicap(
    thing: &impl Speak,
    language: Language,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let before = IN_HANDICAP.replace(true);
    let written = thing.speak(language, f);
    IN_HANDICAP.set(before);
    written
}

impl Speak for Color {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        Seat::from(*self).speak(language, f)
    }
}

// A place on a board.

/// A place on the board of any game, by the name that its game gives it: `7g` in shogi.
///
/// ```
/// use kifu::finding::Cell;
/// use kifu::shogi::Square;
/// let square: Square = "7g".parse().unwrap();
/// let cell = Cell::from(square);
/// assert_eq!((cell.to_string(), cell.square()), ("7g".to_owned(), Some(square)));
/// assert_eq!(Cell::named("headquarters"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its name, with zeros after it.
    letters: [u8; MAX_NAME_LETTERS],
}

/// No name has more letters.
const MAX_NAME_LETTERS: usize = 4;

impl Cell {
    /// The place of this name, one of one to four letters and digits.
    pub fn named(name: &str) -> Option<Self> {
        let fits =
            (1..=MAX_NAME_LETTERS).contains(&name.len()) && name.bytes().all(|it| it.is_ascii_alphanumeric());
        fits.then(|| {
            let mut letters = [0; MAX_NAME_LETTERS];
            letters[..name.len()].copy_from_slice(name.as_bytes());
            Self { letters }
        })
    }

    /// The square of a shogi board of that name.
    pub fn square(self) -> Option<Square> {
        self.name().parse().ok()
    }

    fn name(&self) -> &str {
        let end = self
            .letters
            .iter()
            .position(|it| *it == 0)
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
