//! Who attacks what.

use super::geometry::{Direction, Squares, between, direction, first_met, only, reaches};
use super::piece::{Color, Piece};
use super::position::Position;
use super::square::Square;

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
}
