//! Mate: tests whether a check can be parried, and whether a move can mate.
//!
//! To save time, a side in check tries only moves that can parry the check, and the search for a mating move tries only
//! moves that give check.

use std::ops::ControlFlow;

use super::geometry::{
    Direction, Squares, between, direction, empty_squares_from, neighbours, only, reaches,
};
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
        let stop_at_legal = |mv| {
            if self.is_legal(mv) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        self.visit_moves(&mut { stop_at_legal }).is_break()
    }

    /// Returns whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.is_check() && !self.can_answer_check()
    }

    /// Returns the first legal move that mates, in the order of [`Self::legal_moves`]; `None` if no legal move mates.
    pub fn mating_move(&self) -> Option<Move> {
        let king = self.king(self.side.opponent())?;
        let mut position = self.clone();
        let mut is_mating = |mv| self.checks_king(mv, king) && self.is_legal(mv) && position.is_mated_by(mv);
        let board_move = self.visit_board_moves(&mut |mv| {
            if is_mating(mv) {
                ControlFlow::Break(mv)
            } else {
                ControlFlow::Continue(())
            }
        });
        board_move
            .break_value()
            .or_else(|| self.checking_drops(king).find(|&mv| is_mating(mv)))
    }

    /// Returns whether a move, which must be legal, mates.
    fn is_mated_by(&mut self, mv: Move) -> bool {
        self.play_legal(mv).is_some_and(|undo| {
            let is_mate = self.is_mate();
            self.undo(undo);
            is_mate
        })
    }

    /// Returns whether a move of the side to move would attack a king, directly or by discovered check.
    fn checks_king(&self, mv: Move, king: Square) -> bool {
        let Some(piece) = self.placed_piece(mv) else {
            return false;
        };
        let attacks_king = reaches(piece, mv.to(), king);
        let leaves_line = mv.from().filter(|&from| direction(king, from).is_straight());
        // Almost all moves give no check, so the occupied squares after the move are rarely needed.
        if !attacks_king && leaves_line.is_none() {
            return false;
        }
        let origin = mv.from().map_or(0, only);
        let occupied = self.occupied & !origin | only(mv.to());
        attacks_king && between(mv.to(), king, occupied) == 0
            || leaves_line.is_some_and(|from| self.attacked_through(king, self.side, from, occupied))
    }

    /// Returns the drops on empty squares that attack a king. Pawns are excluded, because a pawn drop must not mate.
    fn checking_drops(&self, king: Square) -> impl Iterator<Item = Move> + '_ {
        let line_squares = Direction::ALL
            .into_iter()
            .fold(0, |set, way| set | empty_squares_from(king, way, self.occupied));
        let kinds = self.hand(self.side).iter().map(|(kind, _)| kind);
        kinds
            .filter(|&kind| kind != PieceKind::Pawn)
            .flat_map(move |kind| {
                let piece = Piece::new(self.side, kind);
                squares(line_squares)
                    .filter(move |&to| reaches(piece, to, king))
                    .map(move |to| Move::Drop { kind, to })
            })
    }

    /// Returns whether the side to move, which is in check, has a legal move.
    ///
    /// Such a move is a move of the king, a capture of the only checking piece, or an interposition.
    fn can_answer_check(&self) -> bool {
        let side = self.side;
        let Some(king) = self.king(side) else { return false };
        if self.king_can_escape(king) {
            return true;
        }
        let mut checkers = self.attackers(king, side.opponent());
        let (Some(checker), None) = (checkers.next(), checkers.next()) else {
            return false;
        };
        let can_capture = self.is_free_destination(checker) && self.another_can_move(side, king, checker);
        can_capture
            || squares(between(checker, king, Squares::MAX))
                .any(|to| self.another_can_move(side, king, to) || self.can_drop_on(side, to))
    }

    fn king_can_escape(&self, king: Square) -> bool {
        neighbours(king).any(|to| {
            let mut attackers = self.attackers_without(to, self.side.opponent(), king);
            self.is_free_destination(to) && attackers.next().is_none()
        })
    }

    /// Returns whether a piece other than the king can move to `to` so that the king is not in check afterwards. The
    /// contents of `to` are not checked.
    fn another_can_move(&self, side: Color, king: Square, to: Square) -> bool {
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

/// Maximum number of positions searched. If this number does not suffice, the interpositions are treated as not futile.
/// Even a check from the far edge needs only a few hundred positions.
const MAX_POSITIONS: u32 = 4_000;

impl Position {
    /// Returns whether the side to move is in check and all its moves are futile interpositions (無駄合い).
    ///
    /// An interposition is futile if its capture mates, at once or after further futile interpositions. In tsume problems
    /// (詰将棋), futile interpositions do not count as moves.
    ///
    /// ```
    /// use kifu::shogi::Position;
    /// // The rook takes any piece put on the first rank. The last can be put on 2a, where the silver protects the rook.
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
            && without_equivalent_drops(replies).all(|reply| self.is_captured_with_mate(position, reply))
    }

    fn is_captured_with_mate(&mut self, position: &Position, interposition: Move) -> bool {
        let mut interposed = position.clone();
        if interposed.play_legal(interposition).is_none() {
            return false;
        }
        let captures = interposed.legal_moves().into_iter();
        captures
            .filter(|capture| capture.to() == interposition.to())
            .any(|capture| {
                let mut after_capture = interposed.clone();
                after_capture.play_legal(capture);
                restore_hand(&mut after_capture, position, interposition);
                self.is_mate_or_futile(&after_capture)
            })
    }

    /// Returns whether the side to move is mated, if futile interpositions are ignored. Returns `false` if the limit of
    /// positions is reached.
    fn is_mate_or_futile(&mut self, position: &Position) -> bool {
        if self.positions_left == 0 || !position.is_check() {
            return false;
        }
        self.positions_left -= 1;
        let replies = position.legal_moves();
        replies.is_empty() || self.all_are_futile(position, &replies)
    }
}

/// Returns the replies with only the first drop on each square. Further drops on this square are left out, because any
/// dropped kind can be captured by the same moves.
fn without_equivalent_drops(replies: &[Move]) -> impl Iterator<Item = Move> + '_ {
    let mut dropped_on = [false; 81];
    replies.iter().copied().filter(move |reply| match reply {
        Move::Drop { to, .. } => !std::mem::replace(&mut dropped_on[to.index()], true),
        Move::Board { .. } => true,
    })
}

/// Puts a dropped piece back into the defender's hand, so that the search result does not depend on the dropped kind.
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
    fn the_first_mating_move_is_found() {
        for (sfen, expected) in [
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
            let moves = position.legal_moves();
            let searched = moves.into_iter().find(|&mv| {
                let mut after = position.clone();
                after.play(mv);
                after.is_check() && after.legal_moves().is_empty()
            });
            let mating_move = position.mating_move();
            assert_eq!(mating_move, searched, "{sfen}");
            if let Some(expected) = expected {
                assert_eq!(
                    mating_move.map(|mv| mv.to_string()).as_deref(),
                    Some(expected),
                    "{sfen}"
                );
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
            // A piece on 2a is protected. The rook that captures on 2a is not protected, and the king takes the rook.
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
