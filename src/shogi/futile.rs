//! 無駄合い: pieces put between king and checker for nothing.

use super::moves::Move;
use super::position::Position;

/// How many positions are looked at before a mate counts as not shown. Even a check from the far edge needs a few
/// hundred only.
const MOST_POSITIONS: u32 = 4_000;

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
        let mut search = Search { left: MOST_POSITIONS };
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
