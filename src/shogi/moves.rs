//! Moves in the notation of USI.

use std::fmt;
use std::str::FromStr;

use super::piece::PieceKind;
use super::square::{Square, UsiError};

/// A move, legal or not. A board move does not name its piece: it moves the piece on `from`.
///
/// ```
/// use kifu::shogi::Move;
/// for text in ["7g7f", "8h2b+", "P*5e"] {
///     assert_eq!(text.parse::<Move>()?.to_string(), text);
/// }
/// assert!("P*5b+".parse::<Move>().is_err());
/// # Ok::<(), kifu::shogi::UsiError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A move from one square to another.
    Board {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
        /// `true` if the piece promotes.
        promote: bool,
    },
    /// A drop from the hand.
    Drop {
        /// The kind of the dropped piece. Only a drop of an unpromoted kind other than the king can be legal.
        kind: PieceKind,
        /// The destination.
        to: Square,
    },
}

impl Move {
    /// Returns the destination of the move.
    pub const fn to(self) -> Square {
        match self {
            Move::Board { to, .. } | Move::Drop { to, .. } => to,
        }
    }

    /// Returns the origin of the move; `None` for a drop.
    pub const fn from(self) -> Option<Square> {
        match self {
            Move::Board { from, .. } => Some(from),
            Move::Drop { .. } => None,
        }
    }
}

impl Move {
    /// Returns the move with its squares rotated by 180 degrees: `3c3d` for `7g7f`.
    #[must_use]
    pub const fn rotated(self) -> Move {
        match self {
            Move::Board { from, to, promote } => Move::Board {
                from: from.rotated(),
                to: to.rotated(),
                promote,
            },
            Move::Drop { kind, to } => Move::Drop {
                kind,
                to: to.rotated(),
            },
        }
    }

    /// Writes the move in USI notation.
    ///
    /// # Errors
    ///
    /// Returns an error if the writer returns one; a `String` never does.
    pub(crate) fn write_usi(self, text: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Move::Board { from, to, promote } => {
                let ([from_file, from_rank], [to_file, to_rank]) = (from.letters(), to.letters());
                // Adding single characters is faster than adding short texts.
                for letter in [from_file, from_rank, to_file, to_rank] {
                    text.write_char(letter)?;
                }
                if promote { text.write_char('+') } else { Ok(()) }
            }
            Move::Drop { kind, to } => {
                let [file, rank] = to.letters();
                for letter in [kind.letter(), '*', file, rank] {
                    text.write_char(letter)?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_usi(f)
    }
}

impl FromStr for Move {
    type Err = UsiError;

    /// Parses a USI move.
    ///
    /// The letter of a dropped piece may be lower-case. The drop of a king is also accepted here, so that it can be
    /// reported as an illegal move and not as unreadable text. Any other text is an error.
    fn from_str(text: &str) -> Result<Move, UsiError> {
        let square = |file, rank| Square::from_usi(file, rank).ok_or(UsiError);
        match *text.as_bytes() {
            [letter, b'*', file, rank] => {
                let kind = PieceKind::from_letter(char::from(letter)).ok_or(UsiError)?;
                Ok(Move::Drop {
                    kind,
                    to: square(file, rank)?,
                })
            }
            [from_file, from_rank, to_file, to_rank] => Ok(Move::Board {
                from: square(from_file, from_rank)?,
                to: square(to_file, to_rank)?,
                promote: false,
            }),
            [from_file, from_rank, to_file, to_rank, b'+'] => Ok(Move::Board {
                from: square(from_file, from_rank)?,
                to: square(to_file, to_rank)?,
                promote: true,
            }),
            _ => Err(UsiError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Move, PieceKind, Square};

    #[test]
    fn drops_of_lower_case_letters_and_kings_are_read() {
        let to = Square::new(5, 5).unwrap();
        assert_eq!(
            "p*5e".parse(),
            Ok(Move::Drop {
                kind: PieceKind::Pawn,
                to
            })
        );
        assert_eq!(
            "K*5e".parse(),
            Ok(Move::Drop {
                kind: PieceKind::King,
                to
            })
        );
    }

    #[test]
    fn texts_that_are_not_usi_moves_are_refused() {
        for text in [
            "", "7g", "7g7", "7g7f ", "7g7f++", "7g7j", "0000", "+P*5b", "P*5b+", "X*5e", "P*５e",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_optional_move_has_at_most_four_bytes() {
        assert!(size_of::<Option<Move>>() <= 4);
    }
}
