//! 持将棋: what the pieces count, and how a side stands that would declare an entering-king win.

use super::geometry::in_camp;
use super::handicap::Handicap;
use super::piece::{Color, PieceKind};
use super::position::{FULL_SET, Position};
use super::square::Square;

/// Pieces that count when an impasse is decided: rook and bishop, promoted or not, 5 points, every other 1, and the
/// king none.
///
/// ```
/// use kifu::shogi::{Color, Position, Standing};
/// let start = Position::startpos();
/// assert_eq!(Standing::new(&start, Color::Black).all.value(), 27);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Rooks and dragons.
    pub rooks: u32,
    /// Bishops and horses.
    pub bishops: u32,
    /// All others but kings.
    pub others: u32,
    /// Points for pieces that a handicap has taken off the board.
    pub credit: u32,
}

impl Points {
    /// The points of a full set, 27 for each side.
    pub const FULL_SET: u32 = 54;

    /// What they count together.
    pub const fn value(self) -> u32 {
        5 * (self.rooks + self.bishops) + self.others + self.credit
    }

    fn add(&mut self, kind: PieceKind, count: u32) {
        match kind.base() {
            PieceKind::King => {}
            PieceKind::Rook => self.rooks += count,
            PieceKind::Bishop => self.bishops += count,
            _ => self.others += count,
        }
    }

    fn sum(pieces: impl Iterator<Item = (PieceKind, u32)>) -> Points {
        let mut points = Points::default();
        for (kind, count) in pieces {
            points.add(kind, count);
        }
        points
    }

    /// The pieces of a full set that a position does not have, kings left out. What it has too many of does not count.
    pub fn missing(position: &Position) -> Points {
        let counts = PieceKind::ALL
            .into_iter()
            .zip(position.piece_counts())
            .zip(FULL_SET);
        Points::sum(counts.map(|((kind, count), full)| (kind, full.saturating_sub(count).into())))
    }

    /// The pieces that a handicap takes out of the game.
    pub(crate) fn removed(handicap: &Handicap) -> Points {
        Points::missing(handicap.position())
    }
}

/// How a side stands in an impasse: all the figures that any rule asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The side.
    pub side: Color,
    /// What counts where the players agree on an impasse: everything on the board and in hand.
    pub all: Points,
    /// What counts for a declaration: pieces in the enemy camp and in hand.
    pub entered: Points,
    /// How many pieces stand in the enemy camp, the king not counted.
    pub in_camp: u32,
    /// Where the king stands.
    pub king: Option<Square>,
    /// Whether it is in check.
    pub in_check: bool,
}

impl Standing {
    /// How many pieces have to stand in the enemy camp for a declaration, the king not counted.
    pub(crate) const NEEDED_IN_CAMP: u32 = 10;

    /// The points that a side needs for a declaration by the 27-point rule.
    pub(crate) const fn needed_by_27_points(side: Color) -> u32 {
        match side {
            Color::Black => 28,
            Color::White => 27,
        }
    }

    /// How a side stands.
    pub fn new(position: &Position, side: Color) -> Standing {
        let held = || {
            position
                .hand(side)
                .iter()
                .map(|(kind, count)| (kind, u32::from(count)))
        };
        let on_board = position.pieces(side).map(|(_, kind)| (kind, 1));
        let in_camp = || entered(position, side).map(|(_, kind)| (kind, 1));
        Standing {
            side,
            all: Points::sum(on_board.chain(held())),
            entered: Points::sum(in_camp().chain(held())),
            in_camp: in_camp().map(|(_, count)| count).sum(),
            king: position.king(side),
            in_check: position.in_check(side),
        }
    }

    /// The same with points for pieces that a handicap has taken off the board.
    #[must_use]
    pub fn credited(mut self, points: u32) -> Standing {
        self.all.credit += points;
        self.entered.credit += points;
        self
    }

    /// Whether the king stands in the enemy camp.
    pub fn king_entered(&self) -> bool {
        self.king.is_some_and(|king| in_camp(self.side, king))
    }

    /// Whether all is there that every declaration needs, but for the points.
    pub fn may_declare(&self) -> bool {
        self.king_entered() && !self.in_check && self.in_camp >= Self::NEEDED_IN_CAMP
    }
}

/// The pieces of a side in the enemy camp but kings, with their squares.
pub(crate) fn entered(position: &Position, side: Color) -> impl Iterator<Item = (Square, PieceKind)> + '_ {
    position
        .pieces(side)
        .filter(move |&(square, kind)| kind != PieceKind::King && in_camp(side, square))
}

impl Position {
    /// The kinds of which there are more pieces than in a set, board and hands together: how many, and how many a set has.
    pub(crate) fn surplus(&self) -> impl Iterator<Item = (PieceKind, u16, u16)> {
        let counts = PieceKind::ALL.into_iter().zip(self.piece_counts()).zip(FULL_SET);
        counts
            .filter(|((_, count), full)| count > full)
            .map(|((kind, count), full)| (kind, count, full))
    }

    /// Whether a side's king stands in the enemy camp.
    pub(crate) fn king_entered(&self, side: Color) -> bool {
        self.king(side).is_some_and(|king| in_camp(side, king))
    }

    /// Whether there is nothing but the two kings, on the board and in hand.
    pub(crate) fn is_bare(&self) -> bool {
        self.occupied.count_ones() == 2
            && Color::ALL
                .into_iter()
                .all(|side| self.king(side).is_some() && self.hand(side).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Handicap, Points, Position, Standing};

    fn position(sfen: &str) -> Position {
        Position::from_sfen(sfen).unwrap()
    }

    #[test]
    fn a_handicap_leaves_the_points_of_what_is_there() {
        let without_hands = |handicap: &&Handicap| handicap.held().is_empty();
        for handicap in Handicap::ALL.iter().filter(without_hands) {
            let missing = Points::missing(handicap.position());
            let removed = handicap.removed().map(|(_, piece)| (piece.kind, 1));
            assert_eq!(missing, Points::sum(removed), "{}", handicap.name);
            let white = Standing::new(handicap.position(), Color::White);
            assert_eq!(white.credited(missing.value()).all.value(), 27);
        }
    }

    #[test]
    fn a_piece_too_many_makes_up_for_none() {
        let pawns = Points::missing(&position("4k4/9/9/9/9/9/9/9/4K4 b 19P 1"));
        assert_eq!((pawns.value(), pawns.others), (Points::FULL_SET - 18, 16));
        let bare = Points::missing(&position("4k4/9/9/9/9/9/9/9/4K4 b - 1"));
        assert_eq!((bare.value(), bare.rooks, bare.others), (Points::FULL_SET, 2, 34));
    }

    #[test]
    fn kings_alone_are_bare() {
        assert!(position("4k4/9/9/9/9/9/9/9/4K4 b - 1").is_bare());
        assert!(!position("4k4/9/9/9/9/9/9/9/4K4 b P 1").is_bare());
        assert!(!position("4k4/9/9/9/9/9/9/9/4P4 b - 1").is_bare());
        assert!(!position("4k4/9/4P4/9/9/9/9/9/4K4 b - 1").is_bare());
        assert!(!position("4k4/9/9/9/9/9/9/9/4k4 b - 1").is_bare());
    }

    #[test]
    fn other_kings_count_nothing() {
        let two = Standing::new(&position("K3K4/9/9/9/9/9/9/9/k8 b G 1"), Color::Black);
        assert_eq!((two.all.value(), two.in_camp), (1, 0));
    }
}
