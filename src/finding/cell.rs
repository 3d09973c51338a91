//! A place on a board.

use std::fmt::{self, Formatter};

use crate::shogi::Square;

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
    letters: [u8; LONGEST],
}

/// No name has more letters.
const LONGEST: usize = 4;

impl Cell {
    /// The place of this name, one of one to four letters and digits.
    pub fn named(name: &str) -> Option<Self> {
        let fits = (1..=LONGEST).contains(&name.len()) && name.bytes().all(|it| it.is_ascii_alphanumeric());
        fits.then(|| {
            let mut letters = [0; LONGEST];
            letters[..name.len()].copy_from_slice(name.as_bytes());
            Self { letters }
        })
    }

    /// The square of a shogi board of that name.
    pub fn square(self) -> Option<Square> {
        self.name().parse().ok()
    }

    fn name(&self) -> &str {
        let end = self.letters.iter().position(|it| *it == 0).unwrap_or(LONGEST);
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
