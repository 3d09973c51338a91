//! Who attacks what.

use super::geometry::{Bearing, Direction, bearing, covers, ray};
use super::piece::{Color, Piece};
use super::position::Position;
use super::square::Square;

/// A change to the board that is only imagined while lines are followed.
#[derive(Clone, Copy, Default)]
pub(super) struct Imagined {
    /// Counts as empty.
    pub(super) lifted: Option<Square>,
    /// Counts as occupied by a piece that attacks nothing.
    pub(super) blocked: Option<Square>,
}

impl Position {
    /// Whether a side's king is attacked; never, when it has none. Costs nothing: it is known.
    pub fn in_check(&self, color: Color) -> bool {
        self.checks[color.index()]
    }

    /// Whether the side to move is in check.
    pub fn checked(&self) -> bool {
        self.in_check(self.side)
    }

    /// The pieces of a side that attack a square, whatever stands on it.
    pub fn attackers(&self, square: Square, by: Color) -> impl Iterator<Item = Square> + '_ {
        self.attackers_if(square, by, Imagined::default())
    }

    /// The pieces that would attack a square if another one were empty. With the king lifted, it
    /// does not hide the squares behind it from a rook that gives check.
    pub fn attackers_without(
        &self,
        square: Square,
        by: Color,
        lifted: Square,
    ) -> impl Iterator<Item = Square> + '_ {
        self.attackers_if(
            square,
            by,
            Imagined {
                lifted: Some(lifted),
                blocked: None,
            },
        )
    }

    pub(super) fn attackers_if(
        &self,
        square: Square,
        by: Color,
        imagined: Imagined,
    ) -> impl Iterator<Item = Square> + '_ {
        Direction::ALL
            .into_iter()
            .filter_map(move |way| self.attacker_along(square, way, by, imagined))
    }

    /// The piece of a side that attacks a square from a given direction.
    fn attacker_along(
        &self,
        square: Square,
        way: Direction,
        by: Color,
        imagined: Imagined,
    ) -> Option<Square> {
        for (passed, &origin) in ray(square, way).iter().enumerate() {
            if Some(origin) == imagined.lifted {
                continue;
            }
            if Some(origin) == imagined.blocked {
                return None;
            }
            if let Some(piece) = self.piece_at(origin) {
                let back = Bearing {
                    direction: way.opposite(),
                    distance: passed + 1,
                };
                return (piece.color == by && covers(piece, back)).then_some(origin);
            }
        }
        None
    }

    /// Whether a side's king is attacked, looked up on the board.
    pub(super) fn king_attacked(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.attackers(king, color.opponent()).next().is_some())
    }

    /// Whether a side attacks a square along the line on which `through` lies, if there is one.
    pub(super) fn attacked_through(
        &self,
        square: Square,
        by: Color,
        through: Square,
        lifted: Option<Square>,
    ) -> bool {
        bearing(square, through).is_some_and(|bearing| {
            let imagined = Imagined {
                lifted,
                blocked: None,
            };
            self.attacker_along(square, bearing.direction, by, imagined)
                .is_some()
        })
    }

    /// Whether a piece standing on `from` attacks `to` on this board.
    pub(super) fn attacks(&self, piece: Piece, from: Square, to: Square) -> bool {
        bearing(from, to).is_some_and(|bearing| covers(piece, bearing) && self.is_clear(from, bearing))
    }

    /// Whether all squares before the one at a bearing are empty.
    pub(super) fn is_clear(&self, from: Square, bearing: Bearing) -> bool {
        let way = ray(from, bearing.direction);
        way.iter()
            .take(bearing.distance - 1)
            .all(|&square| self.piece_at(square).is_none())
    }

    /// The first occupied square strictly between two squares of a line; `None` also if they do not
    /// lie on one.
    pub fn first_blocker(&self, from: Square, to: Square) -> Option<Square> {
        let bearing = bearing(from, to)?;
        let way = ray(from, bearing.direction);
        way.iter()
            .copied()
            .take(bearing.distance - 1)
            .find(|&square| self.piece_at(square).is_some())
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
        assert!(position.checked());
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
