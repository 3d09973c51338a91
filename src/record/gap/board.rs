//! What is wrong with the board of the start position.

use super::ValueGap;
use crate::shogi::{PieceKind, SfenError, Square};

/// What is wrong with the board of the start position, or with the hands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardGap {
    /// A position in SFEN.
    Sfen {
        /// What is wrong with it.
        error: SfenError,
        /// How many words stand after it that cannot be read without it.
        words_after: usize,
    },
    /// A diagram with so many rows in place of nine.
    Rows(u32),
    /// Pieces in hand without a board.
    HandsAlone,
    /// 手数＝ without a board.
    PliesAlone,
    /// 手番 of the other side without a board.
    TurnAlone,
    /// 手数＝ without a number.
    NoPlies,
    /// A row that goes on after its nine squares.
    LongRow(u8),
    /// A row with the label of another.
    OtherLabel(u8),
    /// A square of a row that holds this character, or where the row ends.
    RowSquare {
        /// The row, from 1.
        row: u8,
        /// The file, from 1.
        file: u8,
        /// What stands there.
        found: Option<char>,
    },
    /// A row in which `^` stands before a piece, which programs read as either side's.
    Disputed(u8),
    /// What in a hand is neither a piece nor a number.
    Hand(String),
    /// All remaining pieces are given to both sides.
    RestToBoth,
    /// `PI` beside another position.
    EvenBeside,
    /// A rank beside `PI`.
    DrawnBeside,
    /// Pieces beside `PI`.
    ListedBeside,
    /// A rank of CSA that was drawn before.
    DrawnTwice(u8),
    /// A square of this rank of CSA.
    RankSquare(u8),
    /// A rank of CSA that has not nine squares.
    Squares {
        /// The rank.
        rank: u8,
        /// How many there are.
        count: usize,
    },
    /// A second piece on a square.
    TwoPieces(Square),
    /// A promoted piece in hand.
    PromotedInHand(PieceKind),
    /// A group after `PI` that names no piece to take off; the list was not read from there on.
    NotRemoved,
    /// A group after `P+` or `P-` that places no piece; the list was not read from there on.
    NotPlaced,
    /// A value of JKF.
    Value(ValueGap),
}
