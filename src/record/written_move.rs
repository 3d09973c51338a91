//! A move as written: the statements of the text, which only a board can interpret.

use crate::finding::Span;
use crate::shogi::{Color, Move, PieceKind, Square, Suffix};

/// The origin of the moved piece as the notation states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A square of the board.
    Board(Square),
    /// The hand: the move is written as a drop.
    Hand,
    /// No origin is written. The origin must be found on the board.
    Unstated,
    /// A KI2 suffix (右 左 直 上 寄 引) identifies the moved piece on the board. The suffix can be empty.
    ///
    /// A move without a suffix is a drop if no piece on the board can move to the destination.
    Words(Suffix),
    /// At most the file or the rank of the origin is written, because the board shows the rest, as in PSN.
    ///
    /// A move without both is a drop if no piece on the board can move to the destination.
    Partial {
        /// The file, from 1 to 9; `None` if it is not written.
        file: Option<u8>,
        /// The rank, from 1 to 9; `None` if it is not written.
        rank: Option<u8>,
    },
}

/// The destination of the piece as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A square.
    Square(Square),
    /// 同, with the destination of the previous move, to which it refers.
    Same(Square),
}

impl Destination {
    /// Returns the square of the destination, whether it is written as a square or as 同.
    pub const fn square(self) -> Square {
        match self {
            Self::Square(square) | Self::Same(square) => square,
        }
    }
}

/// The kind of the moved piece as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceName {
    /// The kind before the move, without this move's promotion (KIF, KI2, drops of USI).
    Before(PieceKind),
    /// The kind after the move, including a promotion (CSA).
    After(PieceKind),
    /// No kind is written (USI moves on the board).
    Nothing,
}

/// The promotion as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// 成.
    Promote,
    /// 不成.
    Decline,
    /// Neither word is written, in a notation in which this means that the piece does not promote (KIF, USI).
    Unstated,
    /// Neither word is written, in a notation that requires 成 or 不成 if the piece may promote (KI2).
    Omitted,
}

/// A move as written, before it is interpreted on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The side that moves, as written (the sign of CSA, ▲△ of KIF and KI2); `None` if no side is written.
    pub mark: Option<Color>,
    /// The origin of the piece.
    pub from: Origin,
    /// The destination of the piece.
    pub to: Destination,
    /// The kind of the moved piece.
    pub named: PieceName,
    /// The promotion as written.
    pub promotion: Promotion,
    /// The kind of the captured piece, which only JKF can state; `None` if no kind is written.
    pub captured: Option<PieceKind>,
    /// The span of the move itself, without ply number and time.
    pub span: Span,
}

impl WrittenMove {
    /// Creates a move as USI writes it: a move on the board has two squares and no piece, a drop has a piece and a square.
    pub const fn new(mv: Move, span: Span) -> Self {
        let (from, named, promote) = match mv {
            Move::Board { from, promote, .. } => (Origin::Board(from), PieceName::Nothing, promote),
            Move::Drop { kind, .. } => (Origin::Hand, PieceName::Before(kind), false),
        };
        Self {
            mark: None,
            from,
            to: Destination::Square(mv.to()),
            named,
            promotion: if promote {
                Promotion::Promote
            } else {
                Promotion::Unstated
            },
            captured: None,
            span,
        }
    }

    /// Returns whether the move is complete without a board: both the origin and the promotion are written.
    pub(crate) const fn is_explicit(&self) -> bool {
        matches!(self.from, Origin::Board(_) | Origin::Hand) && !matches!(self.promotion, Promotion::Omitted)
    }

    /// Returns whether both moves have the same origin, destination and piece as written, and both or neither have 成.
    ///
    /// The places in the text, the side marks and the captured pieces do not matter, nor whether the destination is written
    /// as a square or as 同.
    pub fn same_move(&self, other: &Self) -> bool {
        self.from == other.from
            && self.to.square() == other.to.square()
            && self.named == other.named
            && (self.promotion == Promotion::Promote) == (other.promotion == Promotion::Promote)
    }
}
