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
        let found = |mv| {
            if self.is_legal(mv) {
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

// 無駄合い: pieces put between king and checker for nothing.

/// How many positions are looked at before a mate counts as not shown. Even a check from the far edge needs a few
/// hundred only.
const MAX_POSITIONS: u32 = 4_000;

impl Position {
    /// Whether the side to move is in check and has no move but futile interpositions (無駄合い): each is captured, and
    /// that mates, at once or but for further such interpositions. Problems (詰将棋) do not count them as moves.
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
        let mut search = Search { left: MAX_POSITIONS };
        let replies = self.legal_moves();
        !replies.is_empty() && search.all_are_futile(self, &replies)
    }
}

struct Search {
    left: u32,
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
                give_back(&mut after, position, interposition);
                self.mates(&after)
            })
    }

    fn mates(&mut self, position: &Position) -> bool {
        if self.left == 0 || !position.is_check() {
            return false;
        }
        self.left -= 1;
        let replies = position.legal_moves();
        replies.is_empty() || self.all_are_futile(position, &replies)
    }
}

/// The replies, but of drops on a square only the first: whichever piece is dropped there, the same captures take it.
fn distinct(replies: &[Move]) -> impl Iterator<Item = Move> + '_ {
    let mut dropped_on = [false; 81];
    replies.iter().copied().filter(move |reply| match reply {
        Move::Drop { to, .. } => !std::mem::replace(&mut dropped_on[to.index()], true),
        Move::Board { .. } => true,
    })
}

/// Lets the defender keep a dropped piece, so that what is found for one holds for all that may be dropped there.
fn give_back(after: &mut Position, before: &Position, interposition: Move) {
    if let Move::Drop { kind, .. } = interposition {
        let side = before.side_to_move();
        after.set_hand_count(side, kind, before.hand(side).get(kind));
    }
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

    fn is_futile(sfen: &str) -> bool {
        Position::from_sfen(sfen)
            .unwrap()
            .has_only_futile_interpositions()
    }

    #[test]
    fn what_is_captured_with_mate_is_futile() {
        for sfen in [
            // Every square of the rank, with every piece, for either side.
            "R7k/6S2/7G1/9/9/9/9/9/9 w p 1",
            "R7k/6S2/7G1/9/9/9/9/9/9 w rbgsnlp 1",
            "9/9/9/9/9/9/1g7/2s6/K7r b RBGSNLP 1",
            // A gold that moves between.
            "R7k/4g1S2/7G1/9/9/9/9/9/9 w - 1",
        ] {
            assert!(is_futile(sfen), "{sfen}");
        }
    }

    #[test]
    fn what_helps_is_not() {
        for sfen in [
            // Nothing can be put between; there is no check; the king may go; the checker can be taken.
            "7Rk/6S2/7G1/9/9/9/9/9/9 w p 1",
            "R8/6S2/7Gk/9/9/9/9/9/9 w p 1",
            "R7k/6S2/9/9/9/9/9/9/9 w p 1",
            "R7k/r5S2/7G1/9/9/9/9/9/9 w p 1",
            // What is put on 2a is protected; the rook that takes there is not, and the king takes it.
            "R7k/6S2/8G/9/9/9/9/9/7r1 w p 1",
            "R7k/9/7G1/9/9/9/9/9/9 w p 1",
            // The silver that moves between makes room for the king.
            "3lkl3/3p1s3/9/9/4L4/9/9/9/9 w - 1",
            // Mate is mate.
            "R7k/6S2/7G1/9/9/9/9/9/9 w - 1",
        ] {
            assert!(!is_futile(sfen), "{sfen}");
        }
    }
}
