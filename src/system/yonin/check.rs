//! What a seat may play: for mate, and for pawn drops that give it.

use super::board::{Board, HELD, squares};
use super::reach::{in_zone, seen};
use crate::shogi::{PieceKind, Square};

impl Board {
    /// Whether a seat has a legal move.
    pub(super) fn has_move(&self, seat: usize) -> bool {
        self.has_board_move(seat)
            || self
                .drops(seat)
                .any(|(kind, to)| self.is_drop_legal(seat, kind, to))
    }

    /// The same for one who need not ask whether his pawn drops give mate.
    fn has_any_move(&self, seat: usize) -> bool {
        self.has_board_move(seat)
            || self
                .drops(seat)
                .any(|(kind, to)| self.is_safe_drop(seat, kind, to))
    }

    fn has_board_move(&self, seat: usize) -> bool {
        let mut from = self.men(seat);
        from.any(|(from, _)| {
            self.reach(from)
                .into_iter()
                .any(|to| self.is_safe(seat, from, to))
        })
    }

    /// Whether a piece of a seat may go there: no own piece, no king and nothing else that stays stands there, and its
    /// king is safe.
    pub(super) fn is_safe(&self, seat: usize, from: Square, to: Square) -> bool {
        let blocks = |square| {
            self.at(square)
                .is_some_and(|man| man.owner == seat || man.kind == PieceKind::King || self.is_fixed(man))
        };
        if blocks(to) {
            return false;
        }
        let mut after = self.clone();
        after.shift(seat, from, to, false);
        !after.in_check(seat)
    }

    fn drops(&self, seat: usize) -> impl Iterator<Item = (PieceKind, Square)> + '_ {
        let held = HELD.into_iter().filter(move |&kind| self.held(seat, kind) > 0);
        held.flat_map(|kind| squares().map(move |to| (kind, to)))
    }

    fn is_safe_drop(&self, seat: usize, kind: PieceKind, to: Square) -> bool {
        let is_pawn = kind == PieceKind::Pawn;
        if self.at(to).is_some() || is_pawn && (self.has_pawn_on_line(to, seat) || seen(to, seat).depth == 1)
        {
            return false;
        }
        let mut after = self.clone();
        after.drop(seat, kind, to);
        !after.in_check(seat)
    }

    fn is_drop_legal(&self, seat: usize, kind: PieceKind, to: Square) -> bool {
        self.is_safe_drop(seat, kind, to)
            && (kind != PieceKind::Pawn || self.mated_by_pawn(seat, to).is_none())
    }

    /// The seat that a pawn mates which is dropped there.
    pub(super) fn mated_by_pawn(&self, seat: usize, to: Square) -> Option<usize> {
        let mut after = self.clone();
        after.drop(seat, PieceKind::Pawn, to);
        let ahead = *after.reach(to).first()?;
        let king = after.at(ahead).filter(|man| man.kind == PieceKind::King)?;
        let is_mated = king.owner != seat && self.alive[king.owner] && !after.has_any_move(king.owner);
        is_mated.then_some(king.owner)
    }

    /// Whether a pawn or another piece that ends there must have been promoted: it could never move again.
    pub(super) fn is_dead(kind: PieceKind, to: Square, seat: usize) -> bool {
        kind == PieceKind::Pawn && seen(to, seat).depth == 1
    }

    /// Whether a move begins or ends in the camp opposite.
    pub(super) fn may_promote(from: Square, to: Square, seat: usize) -> bool {
        in_zone(from, seat) || in_zone(to, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::yonin::board::SEATS;
    use crate::system::yonin::setup::start;

    fn moves(board: &Board, seat: usize) -> Vec<String> {
        let from = board.men(seat);
        let all = from.flat_map(|(from, _)| board.reach(from).into_iter().map(move |to| (from, to)));
        let mut moves: Vec<String> = all
            .filter(|&(from, to)| board.is_safe(seat, from, to))
            .map(|(from, to)| format!("{from}{to}"))
            .collect();
        moves.sort();
        moves
    }

    #[test]
    fn each_seat_has_nine_first_moves() {
        let board = start();
        assert_eq!(
            moves(&board, 0).join(" "),
            "3i2h 3i3h 4h4g 4i3h 5g5f 6h6g 6i7h 7i7h 7i8h"
        );
        for seat in 0..SEATS {
            assert_eq!(moves(&board, seat).len(), 9, "{seat}");
        }
    }
}
