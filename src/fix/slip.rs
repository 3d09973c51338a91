//! The slips that turn a move of the game into the move as written, and their costs.

use super::line::Change;
use crate::finding::CauseKind;
use crate::notation::MoveCode;
use crate::record::{Destination, Origin, PieceName, Promotion, WrittenMove};
use crate::shogi::{Handicap, Move, PieceKind, Position, Square};

/// The lowest cost of a change, and the cost of an illegal move that stays as it is.
pub(super) const COST: u32 = 100;

/// The additional cost of a change of each kind: the less likely a slip, the higher. The sums of these costs stay far below
/// [`COST`], so a repair with fewer changes always costs less than one with more.
///
/// * A text in the place of a move that cannot be read is a move, so this change is certain.
/// * A wrong digit is the slip that people and programs make most. A neighbour on the keyboard is more likely than another digit.
/// * 銀, 桂 and 金 look similar or sound similar, as do other pieces, but a piece has fewer wrong readings than a square.
/// * Without 成 or 打, a character is missing, which is seen when the record is read again.
/// * A line that is doubled, left out or exchanged is a slip in the record as a whole, not in a move.
/// * A start is written only once, and is often written by a program.
const COSTS: [(CauseKind, u32); CauseKind::ALL.len()] = [
    (CauseKind::Line, 0),
    (CauseKind::Origin, 0),
    (CauseKind::Destination, 0),
    (CauseKind::Piece, 1),
    (CauseKind::Word, 2),
    (CauseKind::Mark, 0),
    (CauseKind::Promotion, 2),
    (CauseKind::Drop, 2),
    (CauseKind::Exchanged, 3),
    (CauseKind::Extra, 4),
    (CauseKind::Missing, 4),
    (CauseKind::Handicap, 5),
    (CauseKind::Start, 5),
    (CauseKind::Hand, 6),
    (CauseKind::Square, 6),
];

/// The start positions that clubs and teachers use. Others, such as 左七枚落ち, are rare.
const USUAL_HANDICAPS: [&str; 10] = [
    "平手",
    "香落ち",
    "角落ち",
    "飛車落ち",
    "飛香落ち",
    "二枚落ち",
    "四枚落ち",
    "六枚落ち",
    "八枚落ち",
    "十枚落ち",
];

/// Returns the cost of a change of a line, in the place of a move as written.
pub(super) fn cost(kind: CauseKind, change: &Change, written: Option<&WrittenMove>) -> u32 {
    let of_kind = COSTS.iter().find(|(other, _)| *other == kind);
    let cost = COST + of_kind.map_or(0, |(_, cost)| *cost);
    if let (CauseKind::Handicap, Change::Start(start)) = (kind, change) {
        let handicap = Handicap::of_board(start);
        let is_usual = handicap.is_some_and(|handicap| USUAL_HANDICAPS.contains(&handicap.name));
        return cost + u32::from(!is_usual);
    }
    let (Change::Replaced(_, mv), Some(written)) = (change, written) else {
        return cost;
    };
    let is_neighbour = match (kind, *mv, written.from) {
        (CauseKind::Origin, Move::Board { from, .. }, Origin::Board(stated)) => is_near(stated, from),
        (CauseKind::Destination, mv, _) => is_near(written.to.square(), mv.to()),
        _ => true,
    };
    cost + u32::from(!is_neighbour)
}

/// Returns whether one square is the other with its digits exchanged, or with one digit that is a neighbour.
fn is_near(stated: Square, other: Square) -> bool {
    let (files, ranks) = (
        stated.file().abs_diff(other.file()),
        stated.rank().abs_diff(other.rank()),
    );
    files + ranks == 1 || (stated.file(), stated.rank()) == (other.rank(), other.file())
}

/// Returns the kind of slip if a move as written differs from a legal move in one part.
pub(super) fn slip(written: &WrittenMove, mv: Move, position: &Position) -> Option<CauseKind> {
    let (from, to, promotes) = match mv {
        Move::Board { from, to, promote } => (Some(from), to, promote),
        Move::Drop { to, .. } => (None, to, false),
    };
    let kind = match mv {
        Move::Board { from, .. } => position.piece_at(from)?.kind,
        Move::Drop { kind, .. } => kind,
    };
    let stated = Stated::new(written);
    let has_same_to = stated.to == to;
    let kind_fits = stated.fits(kind);
    let has_same_promotion = stated.promotes(kind, promotes);
    match (stated.from, from) {
        // KI2 has no origin: a word selects the piece.
        (StatedOrigin::Words, Some(_)) if has_same_to && kind_fits && has_same_promotion => {
            Some(CauseKind::Word)
        }
        (StatedOrigin::Words, None) if has_same_to && kind_fits => Some(CauseKind::Drop),
        (StatedOrigin::Words, _) if has_same_to && kind_fits => Some(CauseKind::Promotion),
        (StatedOrigin::Words, _) if has_same_to && has_same_promotion => Some(CauseKind::Piece),
        (StatedOrigin::Words, _) if kind_fits && has_same_promotion && stated.is_other_square(to) => {
            Some(CauseKind::Destination)
        }
        (StatedOrigin::Words, _) => None,
        (StatedOrigin::Board(_), None) | (StatedOrigin::Hand, Some(_)) => {
            (stated.kind.is_some() && has_same_to && kind_fits && has_same_promotion)
                .then_some(CauseKind::Drop)
        }
        (StatedOrigin::Hand, None) => {
            if has_same_to {
                match (kind_fits, has_same_promotion) {
                    (false, _) => Some(CauseKind::Piece),
                    (true, false) => Some(CauseKind::Promotion),
                    (true, true) => None,
                }
            } else {
                (kind_fits && stated.is_other_square(to)).then_some(CauseKind::Destination)
            }
        }
        (StatedOrigin::Board(stated_from), Some(from)) if stated_from == from => {
            match (has_same_to, kind_fits, has_same_promotion) {
                (false, true, true) => stated.is_other_square(to).then_some(CauseKind::Destination),
                (true, false, _) => Some(CauseKind::Piece),
                (true, true, false) => Some(CauseKind::Promotion),
                _ => None,
            }
        }
        (StatedOrigin::Board(stated_from), Some(from)) => {
            let is_plausible = stated.kind.is_some() || is_one_slip(stated_from, from);
            (has_same_to && kind_fits && has_same_promotion && is_plausible).then_some(CauseKind::Origin)
        }
    }
}

/// Returns the kind of slip if the characters of a move as written differ from those of a legal move in one place, or in two
/// neighbours that are exchanged. Both squares can then differ.
pub(super) fn slip_in_code(code: MoveCode, written: &WrittenMove, mv: Move) -> Option<CauseKind> {
    let to = written.to.square();
    let promote = written.promotion == Promotion::Promote;
    let stated = match (written.from, written.named) {
        (Origin::Board(from), _) => Move::Board { from, to, promote },
        (_, PieceName::Before(kind) | PieceName::After(kind)) => Move::Drop { kind, to },
        _ => return None,
    };
    let (old, new) = (code(stated)?, code(mv)?);
    let differences = old.iter().zip(&new).filter(|(old, new)| old != new).count();
    let is_exchanged = |at: usize| {
        let mut exchanged = old;
        exchanged.swap(at, at + 1);
        exchanged == new
    };
    let is_slip = differences == 1 || differences == 2 && (is_exchanged(0) || is_exchanged(1));
    let kind = match (stated, mv) {
        _ if to != mv.to() => CauseKind::Destination,
        (Move::Board { from, .. }, Move::Board { from: other, .. }) if from == other => CauseKind::Promotion,
        (Move::Board { .. }, Move::Board { .. }) => CauseKind::Origin,
        (Move::Drop { .. }, Move::Drop { .. }) => CauseKind::Piece,
        _ => CauseKind::Drop,
    };
    is_slip.then_some(kind)
}

/// The parts of a move as written.
struct Stated {
    from: StatedOrigin,
    to: Square,
    /// `true` if the destination is written as 同.
    is_same: bool,
    /// The kind of piece: before the move, or after it in CSA.
    kind: Option<PieceKind>,
    is_kind_after: bool,
    promotion: Promotion,
}

#[derive(Clone, Copy)]
enum StatedOrigin {
    Board(Square),
    Hand,
    Words,
}

impl Stated {
    fn new(written: &WrittenMove) -> Self {
        let from = match written.from {
            Origin::Board(square) => StatedOrigin::Board(square),
            Origin::Hand => StatedOrigin::Hand,
            Origin::Unstated | Origin::Words(_) | Origin::Partial { .. } => StatedOrigin::Words,
        };
        let (kind, is_kind_after) = match written.named {
            PieceName::Before(kind) => (Some(kind), false),
            PieceName::After(kind) => (Some(kind), true),
            PieceName::Nothing => (None, false),
        };
        Self {
            from,
            to: written.to.square(),
            is_same: matches!(written.to, Destination::Same(_)),
            kind,
            is_kind_after,
            promotion: written.promotion,
        }
    }

    /// Returns whether the stated kind is that of a piece that makes a move, promoted or not.
    fn fits(&self, kind: PieceKind) -> bool {
        match self.kind {
            None => true,
            Some(stated) if self.is_kind_after => stated.base() == kind.base(),
            Some(stated) => stated == kind,
        }
    }

    /// Returns whether the promotion is stated as in a move with a piece of this kind.
    fn promotes(&self, kind: PieceKind, promotes: bool) -> bool {
        match self.kind {
            Some(stated) if self.is_kind_after => stated == kind.promoted_if(promotes),
            _ => match self.promotion {
                Promotion::Promote => promotes,
                _ => !promotes,
            },
        }
    }
}

impl Stated {
    /// Returns whether the move can go to this square by one slip. 同 can be written for any square.
    fn is_other_square(&self, to: Square) -> bool {
        self.is_same && self.to != to || is_one_slip(self.to, to)
    }
}

/// Returns whether one square is the other with one wrong digit, or with its digits exchanged.
fn is_one_slip(stated: Square, other: Square) -> bool {
    let (stated, other) = ((stated.file(), stated.rank()), (other.file(), other.rank()));
    stated != other && (stated.0 == other.0 || stated.1 == other.1 || stated == (other.1, other.0))
}
