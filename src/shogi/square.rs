//! Squares of the board.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// One of the 81 squares of the board.
///
/// A square is displayed as in USI: the file, `9` to `1` from Black's left to right, then the rank, `a` to `i` from White's
/// side to Black's.
///
/// ```
/// use kifu::shogi::Square;
/// let square: Square = "7f".parse()?;
/// assert_eq!((square.file(), square.rank()), (7, 6));
/// # Ok::<(), kifu::shogi::UsiError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of squares on the board.
    pub const COUNT: usize = 81;

    /// All squares; `ALL[square.index()] == square`.
    pub const ALL: [Square; Square::COUNT] = {
        let mut all = [Square(0); Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            all[index] = Square(index as u8);
            index += 1;
        }
        all
    };

    /// Returns the square on a file and a rank. Returns `None` if one of them is not in 1 to 9.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Square((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// Returns the square with the given [`index`](Square::index); `None` if the index is above 80.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// Returns the square to which a rotation of the board by 180 degrees takes this square: `9i` for `1a`.
    #[must_use]
    pub const fn rotated(self) -> Square {
        Square(Square::COUNT as u8 - 1 - self.0)
    }

    /// Returns the file: 1 (Black's right) to 9.
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// Returns the rank: 1 (White's back rank, `a`) to 9.
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// Returns the index: 0 to 80, file by file from 1a, 1b … to 9i.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file and the rank as digits, as in KIF and CSA: `7`, `6`.
    pub(crate) const fn digits(self) -> [char; 2] {
        [(b'0' + self.file()) as char, (b'0' + self.rank()) as char]
    }

    /// Returns the file as a digit and the rank as a letter, as in USI: `7`, `f`.
    pub(super) const fn letters(self) -> [char; 2] {
        [(b'0' + self.file()) as char, (b'a' + self.rank() - 1) as char]
    }

    /// Returns the name in USI: the file as a digit and the rank as a letter, as in `7f`.
    pub fn name(self) -> &'static str {
        static BYTES: [[u8; 2]; Square::COUNT] = {
            let mut bytes = [[0; 2]; Square::COUNT];
            let mut index = 0;
            while index < Square::COUNT {
                let [file, rank] = Square(index as u8).letters();
                bytes[index] = [file as u8, rank as u8];
                index += 1;
            }
            bytes
        };
        static NAMES: [&str; Square::COUNT] = {
            let mut names = [""; Square::COUNT];
            let mut index = 0;
            while index < Square::COUNT {
                // The bytes are ASCII, so the conversion cannot fail.
                if let Ok(name) = str::from_utf8(&BYTES[index]) {
                    names[index] = name;
                }
                index += 1;
            }
            names
        };
        NAMES[self.index()]
    }

    /// Parses a square in USI from the byte of the file and the byte of the rank; `None` if there is no such square.
    pub(super) fn from_usi(file: u8, rank: u8) -> Option<Square> {
        Square::new(file.checked_sub(b'0')?, rank.checked_sub(b'a')?.checked_add(1)?)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = UsiError;

    fn from_str(text: &str) -> Result<Square, UsiError> {
        match *text.as_bytes() {
            [file, rank] => Square::from_usi(file, rank).ok_or(UsiError),
            _ => Err(UsiError),
        }
    }
}

/// The error for a text that is not a USI square or move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UsiError;

impl fmt::Display for UsiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not written as in USI")
    }
}

impl Error for UsiError {}

#[cfg(test)]
mod tests {
    use super::Square;

    #[test]
    fn every_square_is_restored_from_its_index_and_name() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!(Square::from_index(81), None);
    }

    #[test]
    fn squares_outside_the_board_are_refused() {
        for text in ["", "7", "0a", "7j", "a7", "7A", "7ff", "７f", "7`"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
        assert_eq!(Square::new(0, 5), None);
        assert_eq!(Square::new(5, 10), None);
    }
}
