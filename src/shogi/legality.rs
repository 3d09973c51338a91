//! Legal moves: a test of a single move without making it, attacks on squares, and the list of all legal moves.

use std::ops::ControlFlow;

use super::geometry::{
    Direction, Squares, between, direction, directions_of, directions_to_origins, first_occupied, is_dead,
    may_promote, neighbour, neighbours, only, reaches, reaches_unblocked,
};
use super::moves::Move;
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

impl Position {
    /// Returns whether a move of the side to move is legal, apart from the rules about repetition.
    ///
    /// If the side to move has no king on the board, no move is illegal because of check.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Board { from, to, promote } => self.is_legal_on_board(from, to, promote),
            Move::Drop { kind, to } => self.is_legal_drop(kind, to),
        }
    }

    #[inline]
    fn is_legal_on_board(&self, from: Square, to: Square, promote: bool) -> bool {
        let Some(piece) = self.piece_at(from).filter(|piece| piece.color == self.side) else {
            return false;
        };
        self.is_free_destination(to)
            && is_promotion_allowed(piece, from, to, promote)
            && reaches_unblocked(piece, from, to, self.occupied)
            && self.keeps_king_safe(self.side, from, to)
    }

    /// Returns whether a side's king is not attacked after the side has moved a piece from `from` to `to`. Returns
    /// `true` if the side has no king.
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
        let line = direction(king, from);
        // Most pieces are on no line with their king, and a piece that stays on the line uncovers nothing.
        !line.is_straight()
            || line == direction(king, to)
            || self
                .attacker_along(king, line, opponent, self.occupied & !only(from))
                .is_none()
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

    /// Returns whether a pawn that the side to move drops on a square would mate the opponent.
    ///
    /// No piece can be placed between a pawn and the king. The only answers are therefore the king's own moves and the
    /// capture of the pawn.
    fn mates_by_pawn_drop(&self, pawn: Square) -> bool {
        let defender = self.side.opponent();
        let pawn_piece = Piece::new(self.side, PieceKind::Pawn);
        let Some(king) = self
            .king(defender)
            .filter(|&king| reaches(pawn_piece, pawn, king))
        else {
            return false;
        };
        let with_pawn = self.occupied | only(pawn);
        let can_escape = neighbours(king).any(|to| {
            let captured = self.piece_at(to);
            let is_free_destination =
                captured.is_none_or(|piece| piece.color != defender && piece.kind != PieceKind::King);
            is_free_destination
                && self
                    .attackers_if(to, self.side, with_pawn & !only(king))
                    .next()
                    .is_none()
        });
        let can_capture = self
            .attackers(pawn, defender)
            .filter(|&from| from != king)
            .any(|from| {
                self.attackers_if(king, self.side, with_pawn & !only(from))
                    .next()
                    .is_none()
            });
        !can_escape && !can_capture
    }
}

// Attacks.

impl Position {
    /// Returns whether a side's king is attacked; `false` if the side has no king. Takes constant time, as the position
    /// stores the answer.
    pub fn in_check(&self, color: Color) -> bool {
        self.checks[color.index()]
    }

    /// Returns whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.in_check(self.side)
    }

    /// Returns the squares of a side's pieces that attack a square. The square may be empty or hold a piece of either
    /// side.
    pub fn attackers(&self, square: Square, by: Color) -> impl Iterator<Item = Square> + '_ {
        self.attackers_if(square, by, self.occupied)
    }

    /// Returns the squares of a side's pieces that would attack `square` if the square `lifted` were empty.
    ///
    /// To find out whether a king can move to `square`, `lifted` is the square that the king leaves. A rook that gives
    /// check then also attacks the squares on the far side of the king.
    pub(crate) fn attackers_without(
        &self,
        square: Square,
        by: Color,
        lifted: Square,
    ) -> impl Iterator<Item = Square> + '_ {
        self.attackers_if(square, by, self.occupied & !only(lifted))
    }

    /// Returns the squares of a side's pieces that would attack a square with the given set of occupied squares.
    ///
    /// A square that is occupied in this set but empty on the board blocks lines, but no piece attacks from there.
    pub(super) fn attackers_if(
        &self,
        square: Square,
        by: Color,
        occupied: Squares,
    ) -> impl Iterator<Item = Square> + '_ {
        let directions = Direction::ALL.into_iter();
        directions.filter_map(move |way| self.attacker_along(square, way, by, occupied))
    }

    /// Returns the squares from which pieces equal to `piece` would attack a square with the given set of occupied squares.
    pub(super) fn equal_attackers_if(
        &self,
        square: Square,
        piece: Piece,
        occupied: Squares,
    ) -> impl Iterator<Item = Square> + '_ {
        directions_to_origins(piece).filter_map(move |way| {
            let origin = first_occupied(square, way, occupied)?;
            (self.piece_at(origin) == Some(piece) && reaches(piece, origin, square)).then_some(origin)
        })
    }

    /// Returns the square of the piece that attacks `square` from the direction `way`. Returns `None` unless the first
    /// occupied square in this direction has a piece of side `by` that reaches `square`.
    #[inline]
    fn attacker_along(&self, square: Square, way: Direction, by: Color, occupied: Squares) -> Option<Square> {
        let origin = first_occupied(square, way, occupied)?;
        let piece = self.piece_at(origin)?;
        (piece.color == by && reaches(piece, origin, square)).then_some(origin)
    }

    /// Computes from the board whether a side's king is attacked.
    pub(super) fn king_attacked(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.attackers(king, color.opponent()).next().is_some())
    }

    /// Returns whether a side would attack `square` along the line through `square` and `through`, with the given set of
    /// occupied squares.
    ///
    /// Returns `false` if `square` and `through` are not on a line.
    #[inline]
    pub(super) fn attacked_through(
        &self,
        square: Square,
        by: Color,
        through: Square,
        occupied: Squares,
    ) -> bool {
        let line = direction(square, through);
        line.is_straight() && self.attacker_along(square, line, by, occupied).is_some()
    }

    /// Returns the first occupied square strictly between two squares, counted from `from`. Returns `None` if all are empty
    /// or the two squares are not on a line.
    pub fn first_blocker(&self, from: Square, to: Square) -> Option<Square> {
        first_occupied(from, direction(from, to), between(from, to, self.occupied))
    }
}

/// Returns whether a piece may make a move with promotion or, if `promote` is `false`, without promotion.
#[inline]
fn is_promotion_allowed(piece: Piece, from: Square, to: Square, promote: bool) -> bool {
    if promote {
        may_promote(piece, from, to)
    } else {
        !is_dead(piece.kind, piece.color, to)
    }
}

// The list of all legal moves is filtered from the pseudo-legal moves and drops by `is_legal`.
// `tests/it/shogi/properties.rs` compares this list with a search that plays every move.

impl Position {
    /// Returns all legal moves of the side to move, apart from the rules about repetition.
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

    /// Returns whether the opponent of the mover is in check after a move, legal or not.
    ///
    /// Returns `false` for a move from an empty square.
    pub fn gives_check(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after
            .play(mv)
            .is_some_and(|undo| after.in_check(undo.mover().opponent()))
    }

    /// Calls `visit` with all pseudo-legal board moves of the side to move, until `visit` returns `Break`. A
    /// pseudo-legal move may leave the king of this side in check.
    pub(super) fn visit_board_moves<B>(
        &self,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (from, kind) in self.pieces(self.side) {
            let piece = Piece::new(self.side, kind);
            let [steps, slides] = directions_of(piece);
            let directions = steps
                .iter()
                .map(|direction| (*direction, false))
                .chain(slides.iter().map(|direction| (*direction, true)));
            for (direction, is_slide) in directions {
                let mut next = neighbour(from, direction);
                while let Some(to) = next.filter(|&to| self.is_free_destination(to)) {
                    for promote in [true, false] {
                        if is_promotion_allowed(piece, from, to, promote) {
                            visit(Move::Board { from, to, promote })?;
                        }
                    }
                    next = neighbour(to, direction).filter(|_| is_slide && self.piece_at(to).is_none());
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with all pseudo-legal board moves of the side to move, then with the drops of each kind in hand on
    /// each empty square, until `visit` returns `Break`. A drop may be illegal.
    pub(super) fn visit_moves<B>(&self, visit: &mut impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_board_moves(visit)?;
        for (kind, _) in self.hand(self.side).iter() {
            for to in Square::ALL.into_iter().filter(|&to| self.piece_at(to).is_none()) {
                visit(Move::Drop { kind, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the contents of a square allow a move of the side to move to this square. The square must be
    /// empty, or have a piece of the opponent that is not a king.
    pub(super) fn is_free_destination(&self, to: Square) -> bool {
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
    fn a_removed_king_does_not_block_attacks() {
        let position = Position::from_sfen("R3k4/3ppp3/9/9/9/9/9/9/4K4 w - 1").unwrap();
        assert!(position.is_check());
        assert_eq!(
            position.attackers(square("5a"), Color::Black).collect::<Vec<_>>(),
            [square("9a")]
        );
        assert_eq!(position.attackers(square("4a"), Color::Black).next(), None);
        let attackers = position.attackers_without(square("4a"), Color::Black, square("5a"));
        assert_eq!(attackers.collect::<Vec<_>>(), [square("9a")]);
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
    fn the_first_piece_on_the_line_is_the_blocker() {
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
    fn mate_requires_check_and_no_legal_move() {
        for (sfen, is_mate, moves) in [
            ("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", true, 0),
            ("4k4/4G4/9/9/9/9/9/9/4K4 w - 1", false, 1),
            ("8k/6G2/8G/9/4P4/9/9/9/4K4 w - 1", false, 0),
            // On 4a the king would still be attacked, because nothing blocks the line of the rook once the king leaves 5a.
            ("R3k4/3ppp3/9/9/9/9/9/9/4K4 w - 1", true, 0),
            ("R3k4/3ppp3/9/9/9/9/9/9/4K4 w p 1", false, 2),
            ("R3k4/pppppp3/9/9/9/9/9/9/4K4 w p 1", true, 0),
            ("R3k4/pppppp3/9/9/9/9/9/9/4K4 w n 1", false, 3),
            ("4k4/9/4G4/9/9/9/9/9/4K4 w - 1", false, 2),
            // The position is mate, although the drop of this pawn would have been illegal.
            ("7nk/8P/8G/9/9/9/9/9/4K4 w - 1", true, 0),
        ] {
            let position = Position::from_sfen(sfen).unwrap();
            assert_eq!(
                (position.is_mate(), position.legal_moves().len()),
                (is_mate, moves),
                "{sfen}"
            );
            assert_eq!(position.has_legal_move(), moves > 0, "{sfen}");
        }
    }

    #[test]
    fn direct_and_discovered_checks_are_recognised() {
        let position = Position::from_sfen("4k4/9/9/9/4S4/9/9/4R4/4K4 b G 1").unwrap();
        for (mv, gives_check) in [
            ("G*5b", true),
            ("G*6c", false),
            ("5e4d", true),
            ("5e5d", false),
            ("1a1b", false),
        ] {
            assert_eq!(position.gives_check(mv.parse().unwrap()), gives_check, "{mv}");
        }
    }
}
