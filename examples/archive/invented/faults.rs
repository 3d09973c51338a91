//! Errors that are put into records, at most one per record, and the rule that reports each error.

use kifu::record::NodeId;
use kifu::record::Record;
use kifu::record::Terminal;
use kifu::shogi::Move;
use kifu::shogi::Piece;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Square;

/// A function that finds an illegal move for the side to move.
type FindIllegalMove = fn(&Position) -> Option<Move>;

/// An error in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Two pawns on a file, which loses the game.
    Nifu,
    /// A drop of a piece that is not in hand, which loses the game.
    DropNotInHand,
    /// A gold that moves like a knight, which loses the game.
    IllegalPieceMovement,
    /// A result line with the loser as the winner.
    ResultLineMismatch,
    /// Cumulative times that are ten minutes too high.
    ClockCumulativeMismatch,
    /// A missing end of the game.
    EndTokenMissing,
}

impl Fault {
    /// All kinds of errors.
    pub const ALL: [Self; 6] = [
        Self::Nifu,
        Self::DropNotInHand,
        Self::IllegalPieceMovement,
        Self::ResultLineMismatch,
        Self::ClockCumulativeMismatch,
        Self::EndTokenMissing,
    ];

    /// Returns the name of the rule that reports the error.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Nifu => "nifu",
            Self::DropNotInHand => "drop-not-in-hand",
            Self::IllegalPieceMovement => "illegal-piece-movement",
            Self::ResultLineMismatch => "result-line-mismatch",
            Self::ClockCumulativeMismatch => "clock-cumulative-mismatch",
            Self::EndTokenMissing => "end-token-missing",
        }
    }

    /// Returns `true` if only KIF can hold the error.
    pub const fn needs_kif(self) -> bool {
        matches!(self, Self::ResultLineMismatch | Self::ClockCumulativeMismatch)
    }

    /// Returns `true` for an illegal move, which ends the game.
    pub const fn is_foul(self) -> bool {
        matches!(
            self,
            Self::Nifu | Self::DropNotInHand | Self::IllegalPieceMovement
        )
    }

    /// Returns `true` if a record with this end can have the error.
    pub fn fits(self, end: Terminal) -> bool {
        match self {
            Self::ResultLineMismatch => end == Terminal::Resign,
            // After mate, a missing end is not reported.
            Self::EndTokenMissing => end != Terminal::Mate,
            _ => true,
        }
    }

    /// Returns an illegal move for the side to move, with the kind of the move.
    ///
    /// The kind is `self` or, if there is no such move, the first possible kind after `self` in the order two pawns, gold, drop.
    ///
    /// Returns `None` if `self` is not an illegal move, or if no move is found.
    pub fn illegal_move(self, position: &Position) -> Option<(Self, Move)> {
        let kinds: [(Self, FindIllegalMove); 3] = [
            (Self::Nifu, nifu),
            (Self::IllegalPieceMovement, gold_moving_like_knight),
            (Self::DropNotInHand, drop_not_in_hand),
        ];
        let index = kinds.iter().position(|(fault, _)| *fault == self)?;
        kinds[index..]
            .iter()
            .find_map(|(fault, find)| Some((*fault, find(position)?)))
    }
}

/// Returns a drop of a pawn on a file that already has a pawn of the side to move; `None` if there is no such drop.
fn nifu(position: &Position) -> Option<Move> {
    let side = position.side_to_move();
    if position.hand(side).get(PieceKind::Pawn) == 0 {
        return None;
    }
    let mut files = (1..=9).filter(|&file| position.unpromoted_pawn_on_file(side, file).is_some());
    files.find_map(|file| {
        // On these ranks, a pawn can still move. A pawn cannot mate there either.
        let mut squares = (4..=6).filter_map(|rank| Square::new(file, rank));
        let to = squares.find(|&square| position.piece_at(square).is_none())?;
        Some(Move::Drop {
            kind: PieceKind::Pawn,
            to,
        })
    })
}

/// Returns a drop of a rook, bishop, gold or silver that is not in hand on an empty square of rank 5; `None` if there is no
/// such drop.
fn drop_not_in_hand(position: &Position) -> Option<Move> {
    let hand = position.hand(position.side_to_move());
    let kinds = [
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Gold,
        PieceKind::Silver,
    ];
    let kind = kinds.into_iter().find(|&kind| hand.get(kind) == 0)?;
    let to = Square::ALL
        .into_iter()
        .find(|&square| square.rank() == 5 && position.piece_at(square).is_none())?;
    Some(Move::Drop { kind, to })
}

/// Returns a move of a gold that moves like a knight to an empty square and does not leave the own king in check;
/// `None` if there is no such move.
fn gold_moving_like_knight(position: &Position) -> Option<Move> {
    let side = position.side_to_move();
    let knight = Piece::new(side, PieceKind::Knight);
    let golds = position.pieces(side).filter(|&(_, kind)| kind == PieceKind::Gold);
    let mut moves = golds.flat_map(|(from, _)| {
        let can_reach =
            move |to: &Square| position.piece_at(*to).is_none() && kifu::shogi::reaches(knight, from, *to);
        Square::ALL
            .into_iter()
            .filter(can_reach)
            .map(move |to| Move::Board {
                from,
                to,
                promote: false,
            })
    });
    moves.find(|&mv| {
        let mut position_after = position.clone();
        position_after.play(mv).is_some() && !position_after.in_check(side)
    })
}

/// Sets the cumulative times of all moves. From `first_ply` on, the times of the side that moves at this ply are ten minutes
/// too high.
pub fn set_wrong_totals(record: &mut Record<'_>, first_ply: u32) {
    let nodes: Vec<NodeId> = record.tree.main_line().map(|(id, _)| id).collect();
    let mut totals = [0; 2];
    for id in nodes {
        let node = record.tree.node_mut(id);
        let side = (node.ply % 2) as usize;
        totals[side] += node.clock.spent.unwrap_or(0);
        let is_raised = node.ply >= first_ply && node.ply % 2 == first_ply % 2;
        node.clock.total = Some(totals[side] + if is_raised { 600_000 } else { 0 });
    }
}
