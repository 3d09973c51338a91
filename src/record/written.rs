//! A move as the record writes it.

use crate::finding::Span;
use crate::shogi::{Color, Move, PieceKind, Square, Suffix};

/// Where the moved piece comes from, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A square of the board.
    Board(Square),
    /// The hand.
    Hand,
    /// Not said; the board has to tell.
    Unstated,
    /// Told by words beside the piece, perhaps by none (KI2: 右 左 直 上 寄 引); the board has to tell. A drop may
    /// be written this way too, where no piece on the board can go there.
    Words(Suffix),
}

/// Where the piece goes, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A named square.
    Square(Square),
    /// 同: the square of the move before, already looked up.
    Same(Square),
}

impl Destination {
    /// The square itself.
    pub const fn square(self) -> Square {
        match self {
            Self::Square(square) | Self::Same(square) => square,
        }
    }
}

/// The piece that the record names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The kind before the move (KIF, KI2).
    Before(PieceKind),
    /// The kind after the move (CSA).
    After(PieceKind),
    /// No kind (USI board moves).
    Nothing,
}

/// What the record says about promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// 成.
    Promote,
    /// 不成.
    Decline,
    /// Nothing; in KIF that means it does not promote.
    Unstated,
    /// Nothing, in a notation that says 成 or 不成 wherever there is a choice (KI2).
    Omitted,
}

/// A move as written: what a recorder put down, before any board has been asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The side the record says moves (CSA sign, KIF ▲△).
    pub mark: Option<Color>,
    /// Where the piece comes from.
    pub from: Origin,
    /// Where it goes.
    pub to: Destination,
    /// The piece named.
    pub named: Named,
    /// What is said about promotion.
    pub promotion: Promotion,
    /// The piece that it says it captures; only JKF says so.
    pub captured: Option<PieceKind>,
    /// The token: the move itself, without ply number and time.
    pub span: Span,
}

impl Written {
    /// A move as the notations of engines have it: squares, what is dropped, and no piece for a move on the board.
    pub const fn of(mv: Move, span: Span) -> Self {
        let (from, named, promote) = match mv {
            Move::Board { from, promote, .. } => (Origin::Board(from), Named::Nothing, promote),
            Move::Drop { kind, .. } => (Origin::Hand, Named::Before(kind), false),
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

    /// Whether it says itself where the piece comes from and whether it promotes, so that no board has to be asked.
    pub const fn is_explicit(&self) -> bool {
        matches!(self.from, Origin::Board(_) | Origin::Hand) && !matches!(self.promotion, Promotion::Omitted)
    }

    /// Whether both say the same move, wherever they stand in the text and however 同 is spelt.
    pub fn same_move(&self, other: &Self) -> bool {
        self.from == other.from
            && self.to.square() == other.to.square()
            && self.named == other.named
            && (self.promotion == Promotion::Promote) == (other.promotion == Promotion::Promote)
    }
}
