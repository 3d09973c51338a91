//! Legal moves: whether one is legal, without making it and without looking at others, and all of them.

use std::ops::ControlFlow;

use super::geometry::{
    Direction, Squares, between, direction, first_met, is_dead, may_promote, neighbour, neighbours, only,
    reaches, ways_of,
};
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
        self.can_land(to)
            && may_turn(piece, from, to, promote)
            && self.is_open(piece, from, to)
            && self.keeps_king_safe(self.side, from, to)
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

// Who attacks what.

impl Position {
    /// Whether a side's king is attacked; never, when it has none. Costs nothing: it is known.
    pub fn in_check(&self, color: Color) -> bool {
        self.checks[color.index()]
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.in_check(self.side)
    }

    /// The pieces of a side that attack a square, whatever stands on it.
    pub fn attackers(&self, square: Square, by: Color) -> impl Iterator<Item = Square> + '_ {
        self.attackers_if(square, by, self.occupied)
    }

    /// The pieces that would attack a square if another one were empty. With the king lifted, it
    /// does not hide the squares behind it from a rook that gives check.
    pub(crate) fn attackers_without(
        &self,
        square: Square,
        by: Color,
        lifted: Square,
    ) -> impl Iterator<Item = Square> + '_ {
        self.attackers_if(square, by, self.occupied & !only(lifted))
    }

    /// The pieces that would attack a square if other squares were occupied than there are. What is
    /// not on the board attacks nothing, but stands in the way.
    pub(super) fn attackers_if(
        &self,
        square: Square,
        by: Color,
        occupied: Squares,
    ) -> impl Iterator<Item = Square> + '_ {
        let ways = Direction::ALL.into_iter();
        ways.filter_map(move |way| self.attacker_along(square, way, by, occupied))
    }

    /// The piece of a side that attacks a square from a given direction.
    fn attacker_along(&self, square: Square, way: Direction, by: Color, occupied: Squares) -> Option<Square> {
        let origin = first_met(square, way, occupied)?;
        let piece = self.piece_at(origin)?;
        (piece.color == by && reaches(piece, origin, square)).then_some(origin)
    }

    /// Whether a side's king is attacked, looked up on the board.
    pub(super) fn king_attacked(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.attackers(king, color.opponent()).next().is_some())
    }

    /// Whether a side would attack a square along the line on which `through` lies, if there is
    /// one, if other squares were occupied than there are.
    pub(super) fn attacked_through(
        &self,
        square: Square,
        by: Color,
        through: Square,
        occupied: Squares,
    ) -> bool {
        self.attacker_along(square, direction(square, through), by, occupied)
            .is_some()
    }

    /// Whether a piece standing on `from` goes to `to` on this board.
    pub(super) fn is_open(&self, piece: Piece, from: Square, to: Square) -> bool {
        reaches(piece, from, to) && between(from, to, self.occupied) == 0
    }

    /// The first occupied square strictly between two squares of a line; `None` also if they do not
    /// lie on one.
    pub fn first_blocker(&self, from: Square, to: Square) -> Option<Square> {
        first_met(from, direction(from, to), between(from, to, self.occupied))
    }
}

/// Whether a piece may promote with such a move, or may stay as it is.
fn may_turn(piece: Piece, from: Square, to: Square, promote: bool) -> bool {
    if promote {
        may_promote(piece, from, to)
    } else {
        !is_dead(piece.kind, piece.color, to)
    }
}

// All legal moves: of all moves of the pieces and the hand, those that are legal. `tests/it/shogi/properties.rs` tests them against
// a search that plays every move.

impl Position {
    /// All legal moves of the side to move, repetition not looked at.
    ///
    /// ```
    /// use kifu::shogi::Position;
    /// assert_eq!(Position::startpos().legal_moves().len(), 30);
    /// ```
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        let _: ControlFlow<()> = self.visit_moves(&mut |mv| {
            moves.extend(self.is_legal(mv).then_some(mv));
            ControlFlow::Continue(())
        });
        moves
    }

    /// Whether the opponent of the mover is in check after a move. The move need not be legal; one
    /// from an empty square gives no check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after
            .play(mv)
            .is_some_and(|undo| after.in_check(undo.mover().opponent()))
    }

    /// Shows every move of the pieces of the side to move, whatever becomes of its king.
    pub(super) fn visit_board_moves<B>(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (from, kind) in self.pieces(self.side) {
            let piece = Piece::new(self.side, kind);
            let [steps, slides] = ways_of(piece);
            let ways = steps.map(|way| (way, false)).chain(slides.map(|way| (way, true)));
            for (way, slides) in ways {
                let mut next = neighbour(from, way.index());
                while let Some(to) = next.filter(|&to| self.can_land(to)) {
                    for promote in [true, false] {
                        if may_turn(piece, from, to, promote) {
                            visit(Move::Board { from, to, promote })?;
                        }
                    }
                    next = neighbour(to, way.index()).filter(|_| slides && self.piece_at(to).is_none());
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows every move of the pieces of the side to move, and every piece in hand on every empty square.
    pub(super) fn visit_moves<B>(&self, visit: &mut impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_board_moves(visit)?;
        for (kind, _) in self.hand(self.side).iter() {
            for to in Square::ALL.into_iter().filter(|&to| self.piece_at(to).is_none()) {
                visit(Move::Drop { kind, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn can_land(&self, to: Square) -> bool {
        self.piece_at(to)
            .is_none_or(|piece| piece.color != self.side && piece.kind != PieceKind::King)
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Position, Square};

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn a_lifted_king_hides_nothing() {
        let position = Position::from_sfen("R3k4/3ppp3/9/9/9/9/9/9/4K4 w - 1").unwrap();
        assert!(position.is_check());
        assert_eq!(
            position.attackers(square("5a"), Color::Black).collect::<Vec<_>>(),
            [square("9a")]
        );
        assert_eq!(position.attackers(square("4a"), Color::Black).next(), None);
        let lifted = position.attackers_without(square("4a"), Color::Black, square("5a"));
        assert_eq!(lifted.collect::<Vec<_>>(), [square("9a")]);
    }

    #[test]
    fn all_ten_ways_to_be_attacked() {
        let position = Position::from_sfen("4l4/9/9/9/9/5B3/3N1N3/9/9 b - 1").unwrap();
        assert_eq!(position.attackers(square("5e"), Color::White).count(), 1);
        assert_eq!(position.attackers(square("5e"), Color::Black).count(), 3);
        assert_eq!(position.attackers(square("5i"), Color::White).count(), 1);
        assert_eq!(position.attackers(square("5i"), Color::Black).count(), 0);
    }

    #[test]
    fn blockers_are_the_first_ones() {
        let start = Position::startpos();
        assert_eq!(
            start.first_blocker(square("2h"), square("2b")),
            Some(square("2g"))
        );
        assert_eq!(
            start.first_blocker(square("8h"), square("2b")),
            Some(square("7g"))
        );
        assert_eq!(start.first_blocker(square("2h"), square("6h")), None);
        assert_eq!(start.first_blocker(square("2h"), square("1b")), None);
    }

    #[test]
    fn mate_stalemate_and_neither() {
        for (sfen, mate, moves) in [
            ("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", true, 0),
            ("4k4/4G4/9/9/9/9/9/9/4K4 w - 1", false, 1),
            ("8k/6G2/8G/9/4P4/9/9/9/4K4 w - 1", false, 0),
            // The king hides 4a from the rook only as long as it stands there.
            ("R3k4/3ppp3/9/9/9/9/9/9/4K4 w - 1", true, 0),
            ("R3k4/3ppp3/9/9/9/9/9/9/4K4 w p 1", false, 2),
            ("R3k4/pppppp3/9/9/9/9/9/9/4K4 w p 1", true, 0),
            ("R3k4/pppppp3/9/9/9/9/9/9/4K4 w n 1", false, 3),
            ("4k4/9/4G4/9/9/9/9/9/4K4 w - 1", false, 2),
            // On the board it is mate, though the pawn must not have been dropped.
            ("7nk/8P/8G/9/9/9/9/9/4K4 w - 1", true, 0),
        ] {
            let position = Position::from_sfen(sfen).unwrap();
            assert_eq!(
                (position.is_mate(), position.legal_moves().len()),
                (mate, moves),
                "{sfen}"
            );
            assert_eq!(position.has_legal_move(), moves > 0, "{sfen}");
        }
    }

    #[test]
    fn checks_direct_and_discovered() {
        let position = Position::from_sfen("4k4/9/9/9/4S4/9/9/4R4/4K4 b G 1").unwrap();
        for (mv, gives) in [
            ("G*5b", true),
            ("G*6c", false),
            ("5e4d", true),
            ("5e5d", false),
            ("1a1b", false),
        ] {
            assert_eq!(position.gives_check(mv.parse().unwrap()), gives, "{mv}");
        }
    }
}
