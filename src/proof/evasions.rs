//! The moves that might save a side without a legal move, each with the reason why it does not.
//!
//! The moves are enumerated square by square, and each is played on the board. This is slower than `shogi/mate.rs`, but
//! independent of it.

use std::iter;

use serde::Serialize;

use super::{Proof, as_text};
use crate::shogi::{
    Color, Move, Piece, PieceKind, Position, Square, is_dead, may_promote, neighbours, reaches,
};

/// A move of a side without a legal move, with the reason why it is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evasion {
    /// The move.
    pub mv: Move,
    /// The reason why it is not legal.
    pub refutation: Refutation,
}

/// The reason why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// After the move, the king can be taken.
    KingCapture(KingCapture),
    /// A second unpromoted pawn on a file (二歩).
    Nifu,
    /// A piece that can never move (行き所のない駒).
    DeadPiece,
    /// Mate by a pawn drop (打ち歩詰め), with the proof of this mate.
    Uchifuzume(Box<Proof>),
}

/// The capture of a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KingCapture {
    /// The square of the piece that takes the king.
    #[serde(serialize_with = "as_text")]
    pub from: Square,
    /// The square of the king.
    #[serde(serialize_with = "as_text")]
    pub to: Square,
}

/// Returns the pieces that give check to the side to move, and all evasions; `None` if the side is not mated.
pub(super) fn of_mate(position: &Position, ply_counter: u32) -> Option<(Vec<Square>, Vec<Evasion>)> {
    let side = position.side_to_move();
    let king = only_king(position)?;
    let checkers: Vec<_> = position.attackers(king, side.opponent()).collect();
    let targets = match checkers[..] {
        [] => return None,
        [checker] => [vec![checker], between(checker, king)].concat(),
        _ => Vec::new(),
    };
    let mut neighbours: Vec<_> = neighbours(king).collect();
    neighbours.sort_by_key(|square| square.index());
    let king_moves = board_moves(position, (king, PieceKind::King), &neighbours);
    let others = position.pieces(side).filter(|&(from, _)| from != king);
    let other_moves = others.flat_map(|piece| board_moves(position, piece, &targets));
    let moves = king_moves.into_iter().chain(other_moves);
    let evasions = refute(position, ply_counter, moves.chain(drops(position, &targets)))?;
    Some((checkers, evasions))
}

/// Returns all moves and drops of the side to move; `None` if the side is in check or has a legal move.
pub(super) fn of_no_move(position: &Position, ply_counter: u32) -> Option<Vec<Evasion>> {
    only_king(position)?;
    if position.is_check() {
        return None;
    }
    let pieces = position.pieces(position.side_to_move());
    let moves = pieces.flat_map(|piece| board_moves(position, piece, &Square::ALL));
    refute(position, ply_counter, moves.chain(drops(position, &Square::ALL)))
}

/// Returns the king of the side to move. Returns `None` if the side does not have exactly one king, or if it could take the
/// king of the opponent: then it is not mated, whatever the rules about other moves.
fn only_king(position: &Position) -> Option<Square> {
    let side = position.side_to_move();
    if position.in_check(side.opponent()) {
        return None;
    }
    let mut kings = position.pieces(side).filter(|&(_, kind)| kind == PieceKind::King);
    let (king, _) = kings.next()?;
    kings.next().is_none().then_some(king)
}

/// Returns the moves of a piece to some of these squares, with and without promotion. The squares must be within reach, and
/// without a piece of the same side. A move may leave the king in check, or a piece without further moves.
fn board_moves(position: &Position, (from, kind): (Square, PieceKind), targets: &[Square]) -> Vec<Move> {
    let piece = Piece::new(position.side_to_move(), kind);
    let is_reached = |to: Square| {
        reaches(piece, from, to)
            && position.first_blocker(from, to).is_none()
            && position
                .piece_at(to)
                .is_none_or(|target| target.color != piece.color)
    };
    let reached = targets.iter().copied().filter(|&to| is_reached(to));
    reached
        .flat_map(|to| {
            let unpromoted = Move::Board {
                from,
                to,
                promote: false,
            };
            let promoted = may_promote(piece, from, to).then_some(Move::Board {
                from,
                to,
                promote: true,
            });
            iter::once(unpromoted).chain(promoted)
        })
        .collect()
}

/// Returns the drops of each kind in hand on those of the squares that are empty.
fn drops(position: &Position, targets: &[Square]) -> Vec<Move> {
    let kinds = position.hand(position.side_to_move()).iter();
    let is_empty = |to: &Square| position.piece_at(*to).is_none();
    kinds
        .flat_map(|(kind, _)| {
            let empty = targets.iter().copied().filter(is_empty);
            empty.map(move |to| Move::Drop { kind, to })
        })
        .collect()
}

/// Returns the moves, each with its refutation; `None` if one of the moves is legal.
fn refute(position: &Position, ply_counter: u32, moves: impl Iterator<Item = Move>) -> Option<Vec<Evasion>> {
    moves
        .map(|mv| {
            let refutation = refutation(position, ply_counter, mv)?;
            Some(Evasion { mv, refutation })
        })
        .collect()
}

/// Returns the reason why a move is not legal; `None` if the move is legal.
fn refutation(position: &Position, ply_counter: u32, mv: Move) -> Option<Refutation> {
    let side = position.side_to_move();
    let placed = match mv {
        Move::Board {
            from, promote: false, ..
        } => position.piece_at(from).map(|piece| piece.kind),
        Move::Board { .. } => None,
        Move::Drop { kind, .. } => Some(kind),
    };
    let is_pawn_drop = mv.from().is_none() && placed == Some(PieceKind::Pawn);
    if placed.is_some_and(|kind| is_dead(kind, side, mv.to())) {
        return Some(Refutation::DeadPiece);
    }
    if is_pawn_drop && position.unpromoted_pawn_on_file(side, mv.to().file()).is_some() {
        return Some(Refutation::Nifu);
    }
    let mut after = position.clone();
    after.play(mv)?;
    if let Some(capture) = king_capture(&after, side) {
        return Some(Refutation::KingCapture(capture));
    }
    let proof = is_pawn_drop.then(|| Proof::uchifuzume(&after, ply_counter.saturating_add(1), mv))??;
    Some(Refutation::Uchifuzume(Box::new(proof)))
}

/// Returns a capture of the king of a side; `None` if no piece attacks the king.
fn king_capture(position: &Position, side: Color) -> Option<KingCapture> {
    let to = position.king(side)?;
    let from = position.attackers(to, side.opponent()).next()?;
    Some(KingCapture { from, to })
}

/// Returns the squares strictly between two squares of a line, from the first to the second. Returns no square for squares
/// that are not on a line.
pub(super) fn between(from: Square, to: Square) -> Vec<Square> {
    let difference = |start: u8, end: u8| i32::from(end) - i32::from(start);
    let (files, ranks) = (
        difference(from.file(), to.file()),
        difference(from.rank(), to.rank()),
    );
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    let square = |step: i32| {
        let file = i32::from(from.file()) + files.signum() * step;
        let rank = i32::from(from.rank()) + ranks.signum() * step;
        Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
    };
    (1..files.abs().max(ranks.abs())).filter_map(square).collect()
}
