//! Whether one move is legal, without making it and without looking at others.

use super::geometry::{direction, is_dead, may_promote, neighbours, only, reaches};
use super::moves::Move;
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

impl Position {
    /// Whether the side to move may make a move under the rules of the game; repetition is not
    /// looked at. Without an own king on the board, no move exposes it.
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Board { from, to, promote } => self.is_legal_on_board(from, to, promote),
            Move::Drop { kind, to } => self.is_legal_drop(kind, to),
        }
    }

    fn is_legal_on_board(&self, from: Square, to: Square, promote: bool) -> bool {
        let Some(piece) = self.piece_at(from).filter(|piece| piece.color == self.side) else {
            return false;
        };
        let can_land = self
            .piece_at(to)
            .is_none_or(|other| other.color != self.side && other.kind != PieceKind::King);
        let turned = if promote {
            may_promote(piece, from, to)
        } else {
            !is_dead(piece.kind, piece.color, to)
        };
        can_land && turned && self.is_open(piece, from, to) && self.keeps_king_safe(self.side, from, to)
    }

    /// Whether a side's king is not attacked after one of its pieces has gone from one square to
    /// another.
    pub(super) fn keeps_king_safe(&self, color: Color, from: Square, to: Square) -> bool {
        let Some(king) = self.king(color) else { return true };
        let opponent = color.opponent();
        if king == from {
            return self.attackers_without(to, opponent, from).next().is_none();
        }
        if self.in_check(color) {
            let occupied = self.occupied & !only(from) | only(to);
            return self
                .attackers_if(king, opponent, occupied)
                .all(|attacker| attacker == to);
        }
        let stays_in_line = direction(king, from) == direction(king, to);
        stays_in_line || !self.attacked_through(king, opponent, from, self.occupied & !only(from))
    }

    fn is_legal_drop(&self, kind: PieceKind, to: Square) -> bool {
        let side = self.side;
        if kind.is_promoted()
            || self.hand(side).get(kind) == 0
            || self.piece_at(to).is_some()
            || is_dead(kind, side, to)
        {
            return false;
        }
        if kind == PieceKind::Pawn && self.unpromoted_pawn_on_file(side, to.file()).is_some() {
            return false;
        }
        if let Some(king) = self.king(side).filter(|_| self.in_check(side)) {
            let mut attackers = self.attackers_if(king, side.opponent(), self.occupied | only(to));
            if attackers.next().is_some() {
                return false;
            }
        }
        kind != PieceKind::Pawn || !self.mates_by_pawn_drop(to)
    }

    /// Whether a pawn dropped by the side to move attacks the king and leaves no answer.
    ///
    /// Nothing can be put between a pawn and the king, so the answers are the king's own moves and
    /// the capture of the pawn.
    fn mates_by_pawn_drop(&self, pawn: Square) -> bool {
        let defender = self.side.opponent();
        let ahead = Piece::new(self.side, PieceKind::Pawn);
        let Some(king) = self.king(defender).filter(|&king| reaches(ahead, pawn, king)) else {
            return false;
        };
        let with_pawn = self.occupied | only(pawn);
        let escapes = neighbours(king).any(|to| {
            let taken = self.piece_at(to);
            let can_land = taken.is_none_or(|piece| piece.color != defender && piece.kind != PieceKind::King);
            can_land
                && self
                    .attackers_if(to, self.side, with_pawn & !only(king))
                    .next()
                    .is_none()
        });
        let captures = self
            .attackers(pawn, defender)
            .filter(|&from| from != king)
            .any(|from| {
                self.attackers_if(king, self.side, with_pawn & !only(from))
                    .next()
                    .is_none()
            });
        !escapes && !captures
    }
}
