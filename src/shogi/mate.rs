//! Mate: whether a check can be parried, and whether one can be given that cannot.
//!
//! Only answers to a check are tried, and only moves that give one: most moves of a position do neither.

use std::ops::ControlFlow;

use super::geometry::{Direction, Squares, between, neighbours, only, open_from, reaches};
use super::moves::Move;
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

impl Position {
    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        if self.is_check() {
            return self.can_parry();
        }
        let mut board = self.clone();
        let found = |mv| {
            if board.is_sound(mv) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        self.visit_moves(&mut { found }).is_break()
    }

    /// Whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.is_check() && !self.can_parry()
    }

    /// A legal move that mates; of several the first in the order of [`Self::legal_moves`].
    pub fn mating_move(&self) -> Option<Move> {
        let king = self.king(self.side.opponent())?;
        let mut board = self.clone();
        let mut found = |mv| {
            let mates = self.checks_king(mv, king) && self.is_legal(mv) && board.is_mated_by(mv);
            if mates {
                ControlFlow::Break(mv)
            } else {
                ControlFlow::Continue(())
            }
        };
        self.visit_board_moves(&mut found).break_value().or_else(|| {
            let mut drops = self.checking_drops(king);
            drops.find_map(|mv| found(mv).break_value())
        })
    }

    /// Whether a legal move mates.
    fn is_mated_by(&mut self, mv: Move) -> bool {
        self.play_legal(mv).is_some_and(|undo| {
            let mates = self.is_mate();
            self.undo(undo);
            mates
        })
    }

    /// Whether a move of the side to move would attack a king: with the piece that goes, or with one behind it.
    fn checks_king(&self, mv: Move, king: Square) -> bool {
        let Some(piece) = self.turned(mv) else {
            return false;
        };
        let left = mv.from().map_or(0, only);
        let occupied = self.occupied & !left | only(mv.to());
        let directly = reaches(piece, mv.to(), king) && between(mv.to(), king, occupied) == 0;
        directly
            || mv
                .from()
                .is_some_and(|from| self.attacked_through(king, self.side, from, occupied))
    }

    /// The drops that attack a king and may mate it: those of pawns may not.
    fn checking_drops(&self, king: Square) -> impl Iterator<Item = Move> + '_ {
        let seen = Direction::ALL
            .into_iter()
            .fold(0, |seen, way| seen | open_from(king, way, self.occupied));
        let kinds = self.hand(self.side).iter().map(|(kind, _)| kind);
        kinds
            .filter(|&kind| kind != PieceKind::Pawn)
            .flat_map(move |kind| {
                let piece = Piece::new(self.side, kind);
                squares(seen)
                    .filter(move |&to| reaches(piece, to, king))
                    .map(move |to| Move::Drop { kind, to })
            })
    }

    /// Whether the side to move, which is in check, has a legal move: of the king, or one that takes the only piece that
    /// gives check or comes between.
    fn can_parry(&self) -> bool {
        let side = self.side;
        let Some(king) = self.king(side) else { return false };
        if self.king_can_go(king) {
            return true;
        }
        let mut checkers = self.attackers(king, side.opponent());
        let (Some(checker), None) = (checkers.next(), checkers.next()) else {
            return false;
        };
        let takes = self.can_land(checker) && self.another_can_go(side, king, checker);
        takes
            || squares(between(checker, king, Squares::MAX))
                .any(|to| self.another_can_go(side, king, to) || self.can_drop_on(side, to))
    }

    fn king_can_go(&self, king: Square) -> bool {
        neighbours(king).any(|to| {
            let mut attackers = self.attackers_without(to, self.side.opponent(), king);
            self.can_land(to) && attackers.next().is_none()
        })
    }

    /// Whether a piece other than the king can go to a square where the check is parried.
    fn another_can_go(&self, side: Color, king: Square, to: Square) -> bool {
        let mut pieces = self.attackers(to, side).filter(|&from| from != king);
        pieces.any(|from| self.keeps_king_safe(side, from, to))
    }

    fn can_drop_on(&self, side: Color, to: Square) -> bool {
        let mut kinds = self.hand(side).iter().map(|(kind, _)| kind);
        kinds.any(|kind| self.is_legal(Move::Drop { kind, to }))
    }
}

/// The squares of a set, in the order of their indices.
fn squares(mut set: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::from_index(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn a_piece_of_every_kind_mates_and_the_first_move_is_named() {
        for (sfen, mating) in [
            ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", Some("G*5b")),
            // A discovered check, and one by promotion.
            ("3lkl3/3p1p3/4S4/9/9/9/9/4R4/4K4 b - 1", Some("5c5b+")),
            ("4k4/9/4PP3/9/9/9/9/9/4K4 b - 1", None),
            // A pawn must not mate by a drop.
            ("7lk/9/7G1/9/9/9/9/9/4K4 b P 1", None),
            ("7lk/9/7G1/9/9/9/9/9/4K4 b GP 1", Some("G*1b")),
            ("9/9/9/9/9/9/9/9/4K4 b G 1", None),
        ] {
            let position = Position::from_sfen(sfen).unwrap();
            let all = position.legal_moves();
            let plain = all.into_iter().find(|&mv| {
                let mut after = position.clone();
                after.play(mv);
                after.is_check() && after.legal_moves().is_empty()
            });
            let found = position.mating_move();
            assert_eq!(found, plain, "{sfen}");
            if let Some(mating) = mating {
                assert_eq!(found.map(|mv| mv.to_string()).as_deref(), Some(mating), "{sfen}");
            }
        }
    }
}
