//! Mate: tests whether a check can be parried, and whether a move can mate.
//!
//! Only answers to a check and moves that give check are tried, because most moves of a position are neither.

use std::ops::ControlFlow;

use super::geometry::{Direction, Squares, between, empty_squares_from, neighbours, only, reaches};
use super::moves::Move;
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

impl Position {
    /// Returns whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        if self.is_check() {
            return self.can_answer_check();
        }
        let found = |mv| {
            if self.is_legal(mv) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        self.visit_moves(&mut { found }).is_break()
    }

    /// Returns whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.is_check() && !self.can_answer_check()
    }

    /// Returns a legal move that mates; if there are several, the first in the order of [`Self::legal_moves`].
    pub fn mating_move(&self) -> Option<Move> {
        let king = self.king(self.side.opponent())?;
        let mut board = self.clone();
        let mut mates = |mv| self.checks_king(mv, king) && self.is_legal(mv) && board.is_mated_by(mv);
        let found = self.visit_board_moves(&mut |mv| {
            if mates(mv) {
                ControlFlow::Break(mv)
            } else {
                ControlFlow::Continue(())
            }
        });
        found
            .break_value()
            .or_else(|| self.checking_drops(king).find(|&mv| mates(mv)))
    }

    /// Returns whether a legal move mates.
    fn is_mated_by(&mut self, mv: Move) -> bool {
        self.play_legal(mv).is_some_and(|undo| {
            let mates = self.is_mate();
            self.undo(undo);
            mates
        })
    }

    /// Returns whether a move of the side to move would attack a king, directly or by discovered check.
    fn checks_king(&self, mv: Move, king: Square) -> bool {
        let Some(piece) = self.placed_piece(mv) else {
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

    /// Returns the drops that attack a king and may mate it. Pawn drops that mate are illegal, so pawns are excluded.
    fn checking_drops(&self, king: Square) -> impl Iterator<Item = Move> + '_ {
        let seen = Direction::ALL
            .into_iter()
            .fold(0, |seen, way| seen | empty_squares_from(king, way, self.occupied));
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

    /// Returns whether the side to move, which is in check, has a legal move.
    ///
    /// That is a move of the king, a capture of the only checking piece, or an interposition.
    fn can_answer_check(&self) -> bool {
        let side = self.side;
        let Some(king) = self.king(side) else { return false };
        if self.king_can_go(king) {
            return true;
        }
        let mut checkers = self.attackers(king, side.opponent());
        let (Some(checker), None) = (checkers.next(), checkers.next()) else {
            return false;
        };
        let takes = self.is_free_destination(checker) && self.another_can_go(side, king, checker);
        takes
            || squares(between(checker, king, Squares::MAX))
                .any(|to| self.another_can_go(side, king, to) || self.can_drop_on(side, to))
    }

    fn king_can_go(&self, king: Square) -> bool {
        neighbours(king).any(|to| {
            let mut attackers = self.attackers_without(to, self.side.opponent(), king);
            self.is_free_destination(to) && attackers.next().is_none()
        })
    }

    /// Returns whether a piece other than the king can move to a square where it parries the check.
    fn another_can_go(&self, side: Color, king: Square, to: Square) -> bool {
        let mut pieces = self.attackers(to, side).filter(|&from| from != king);
        pieces.any(|from| self.keeps_king_safe(side, from, to))
    }

    fn can_drop_on(&self, side: Color, to: Square) -> bool {
        let mut kinds = self.hand(side).iter().map(|(kind, _)| kind);
        kinds.any(|kind| self.is_legal(Move::Drop { kind, to }))
    }
}

/// Returns the squares of a set in the order of their indices.
fn squares(mut set: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::from_index(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}

// Futile interpositions (無駄合い).

/// Maximum number of positions searched before a mate is treated as not proven. Even a check from the far edge needs
/// only a few hundred.
const MAX_POSITIONS: u32 = 4_000;

impl Position {
    /// Returns whether the side to move is in check and all its moves are futile interpositions (無駄合い).
    ///
    /// Each of them is captured with mate, at once or after further futile interpositions. In tsume problems (詰将棋) they
    /// do not count as moves.
    ///
    /// ```
    /// use kifu::shogi::Position;
    /// // The rook takes whatever is put on the first rank, in the end on 2a, where the silver protects it.
    /// let position = Position::from_sfen("R7k/6S2/7G1/9/9/9/9/9/9 w p 1")?;
    /// assert!(!position.is_mate());
    /// assert!(position.has_only_futile_interpositions());
    /// # Ok::<(), kifu::shogi::SfenError>(())
    /// ```
    pub fn has_only_futile_interpositions(&self) -> bool {
        let mut search = Search {
            positions_left: MAX_POSITIONS,
        };
        let replies = self.legal_moves();
        !replies.is_empty() && search.all_are_futile(self, &replies)
    }
}

struct Search {
    positions_left: u32,
}

impl Search {
    fn all_are_futile(&mut self, position: &Position, replies: &[Move]) -> bool {
        let side = position.side_to_move();
        let Some(king) = position.king(side) else {
            return false;
        };
        let mut checkers = position.attackers(king, side.opponent());
        let (Some(checker), None) = (checkers.next(), checkers.next()) else {
            return false;
        };
        // Against a single check, a move of another piece to another square can only be an interposition.
        let is_interposition = |reply: &Move| reply.from() != Some(king) && reply.to() != checker;
        replies.iter().all(is_interposition)
            && distinct(replies).all(|reply| self.is_captured_with_mate(position, reply))
    }

    fn is_captured_with_mate(&mut self, position: &Position, interposition: Move) -> bool {
        let mut between = position.clone();
        if between.play_legal(interposition).is_none() {
            return false;
        }
        let captures = between.legal_moves().into_iter();
        captures
            .filter(|capture| capture.to() == interposition.to())
            .any(|capture| {
                let mut after = between.clone();
                after.play_legal(capture);
                restore_hand(&mut after, position, interposition);
                self.mates(&after)
            })
    }

    fn mates(&mut self, position: &Position) -> bool {
        if self.positions_left == 0 || !position.is_check() {
            return false;
        }
        self.positions_left -= 1;
        let replies = position.legal_moves();
        replies.is_empty() || self.all_are_futile(position, &replies)
    }
}

/// Returns the replies, with only the first drop on each square: the same captures follow, whichever piece is dropped.
fn distinct(replies: &[Move]) -> impl Iterator<Item = Move> + '_ {
    let mut dropped_on = [false; 81];
    replies.iter().copied().filter(move |reply| match reply {
        Move::Drop { to, .. } => !std::mem::replace(&mut dropped_on[to.index()], true),
        Move::Board { .. } => true,
    })
}

/// Keeps a dropped piece in the defender's hand, so that the result holds for every kind that may be dropped there.
fn restore_hand(after: &mut Position, before: &Position, interposition: Move) {
    if let Move::Drop { kind, .. } = interposition {
        let side = before.side_to_move();
        after.set_hand_count(side, kind, before.hand(side).get(kind));
    }
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn the_first_mating_move_of_every_kind_is_found() {
        for (sfen, mating) in [
            ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", Some("G*5b")),
            // A discovered check, and a check by promotion.
            ("3lkl3/3p1p3/4S4/9/9/9/9/4R4/4K4 b - 1", Some("5c5b+")),
            ("4k4/9/4PP3/9/9/9/9/9/4K4 b - 1", None),
            // A pawn drop must not mate.
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

    fn is_futile(sfen: &str) -> bool {
        Position::from_sfen(sfen)
            .unwrap()
            .has_only_futile_interpositions()
    }

    #[test]
    fn interpositions_captured_with_mate_are_futile() {
        for sfen in [
            // Interpositions on every square of the rank, with every kind of piece, for both sides.
            "R7k/6S2/7G1/9/9/9/9/9/9 w p 1",
            "R7k/6S2/7G1/9/9/9/9/9/9 w rbgsnlp 1",
            "9/9/9/9/9/9/1g7/2s6/K7r b RBGSNLP 1",
            // A gold moves between the king and the checker.
            "R7k/4g1S2/7G1/9/9/9/9/9/9 w - 1",
        ] {
            assert!(is_futile(sfen), "{sfen}");
        }
    }

    #[test]
    fn useful_interpositions_are_not_futile() {
        for sfen in [
            // No interposition is possible; there is no check; the king can move; the checker can be captured.
            "7Rk/6S2/7G1/9/9/9/9/9/9 w p 1",
            "R8/6S2/7Gk/9/9/9/9/9/9 w p 1",
            "R7k/6S2/9/9/9/9/9/9/9 w p 1",
            "R7k/r5S2/7G1/9/9/9/9/9/9 w p 1",
            // A piece on 2a is protected. The rook that captures there is not, and the king takes it.
            "R7k/6S2/8G/9/9/9/9/9/7r1 w p 1",
            "R7k/9/7G1/9/9/9/9/9/9 w p 1",
            // The silver that interposes leaves an escape square for the king.
            "3lkl3/3p1s3/9/9/4L4/9/9/9/9 w - 1",
            // The position is already mate.
            "R7k/6S2/7G1/9/9/9/9/9/9 w - 1",
        ] {
            assert!(!is_futile(sfen), "{sfen}");
        }
    }
}
