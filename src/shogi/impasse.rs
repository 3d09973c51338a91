//! Impasse (持将棋): the points of the pieces, and the conditions for an entering-king declaration.

use super::geometry::in_camp;
use super::handicap::Handicap;
use super::piece::{Color, PieceKind};
use super::position::{FULL_SET, Position};
use super::square::Square;

/// Points in an impasse: the numbers of pieces, grouped by their value, and a credit for pieces removed by a handicap.
///
/// A rook or bishop, promoted or not, is worth 5 points, any other piece 1, and the king 0.
///
/// ```
/// use kifu::shogi::{Color, Position, Standing};
/// let start = Position::startpos();
/// assert_eq!(Standing::new(&start, Color::Black).all.value(), 27);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Number of rooks and dragons.
    pub rooks: u32,
    /// Number of bishops and horses.
    pub bishops: u32,
    /// Number of all other pieces except kings.
    pub others: u32,
    /// Points that a side receives for its pieces removed by a handicap.
    pub credit: u32,
}

impl Points {
    /// Points of a full set: 27 for each side.
    pub const FULL_SET: u32 = 54;

    /// Returns the total of the points.
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

    /// Returns the pieces of a full set, without kings, that a position lacks. Surplus pieces do not reduce the number of
    /// missing ones.
    pub fn missing(position: &Position) -> Points {
        let counts = PieceKind::ALL
            .into_iter()
            .zip(position.piece_counts())
            .zip(FULL_SET);
        Points::sum(counts.map(|((kind, count), full)| (kind, full.saturating_sub(count).into())))
    }

    /// Returns the pieces that a handicap removes from the game. Pieces that the handicap puts in Black's hand do not
    /// count as removed.
    pub(crate) fn removed(handicap: &Handicap) -> Points {
        Points::missing(handicap.position())
    }
}

/// The points and other facts about one side on which the impasse rules depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The side.
    pub side: Color,
    /// The points that count if the players agree on an impasse: those of all pieces on the board and in hand.
    pub all: Points,
    /// The points that count for a declaration (入玉宣言): those of the pieces in the enemy camp and in hand.
    pub entered: Points,
    /// Number of pieces in the enemy camp, without the king.
    pub in_camp: u32,
    /// The square of the king; `None` if the side has no king on the board.
    pub king: Option<Square>,
    /// `true` if the king is in check.
    pub in_check: bool,
}

impl Standing {
    /// Number of pieces required in the enemy camp for a declaration, without the king.
    pub(crate) const MIN_PIECES_IN_CAMP: u32 = 10;

    /// Returns the points that a side needs for a declaration by the 27-point rule: 28 for Black, 27 for White.
    pub(crate) const fn min_points_27(side: Color) -> u32 {
        match side {
            Color::Black => 28,
            Color::White => 27,
        }
    }

    /// Computes the points and facts of a side in a position.
    pub fn new(position: &Position, side: Color) -> Standing {
        let in_hand = || {
            position
                .hand(side)
                .iter()
                .map(|(kind, count)| (kind, u32::from(count)))
        };
        let on_board = position.pieces(side).map(|(_, kind)| (kind, 1));
        let in_camp = || entered(position, side).map(|(_, kind)| (kind, 1));
        Standing {
            side,
            all: Points::sum(on_board.chain(in_hand())),
            entered: Points::sum(in_camp().chain(in_hand())),
            in_camp: in_camp().map(|(_, count)| count).sum(),
            king: position.king(side),
            in_check: position.in_check(side),
        }
    }

    /// Adds the points for pieces removed by a handicap to `all` and `entered`.
    #[must_use]
    pub fn credited(mut self, points: u32) -> Standing {
        self.all.credit += points;
        self.entered.credit += points;
        self
    }

    /// Returns whether the king is in the enemy camp; `false` without a king.
    pub fn king_entered(&self) -> bool {
        self.king.is_some_and(|king| in_camp(self.side, king))
    }

    /// Returns whether all conditions of a declaration except the points are met. The king must be in the enemy camp
    /// and not in check, and at least ten other pieces must be in the camp.
    pub fn may_declare(&self) -> bool {
        self.king_entered() && !self.in_check && self.in_camp >= Self::MIN_PIECES_IN_CAMP
    }
}

/// Returns the pieces of a side, without kings, that are in the enemy camp, with their squares.
pub(crate) fn entered(position: &Position, side: Color) -> impl Iterator<Item = (Square, PieceKind)> + '_ {
    position
        .pieces(side)
        .filter(move |&(square, kind)| kind != PieceKind::King && in_camp(side, square))
}

impl Position {
    /// Returns the kinds with more pieces, on the board and in hand, than a full set. Each item is the kind, its count, and
    /// its count in a full set.
    pub(crate) fn surplus(&self) -> impl Iterator<Item = (PieceKind, u16, u16)> {
        let counts = PieceKind::ALL.into_iter().zip(self.piece_counts()).zip(FULL_SET);
        counts
            .filter(|((_, count), full)| count > full)
            .map(|((kind, count), full)| (kind, count, full))
    }

    /// Returns whether a side's king is in the enemy camp; `false` if the side has no king on the board.
    pub(crate) fn king_entered(&self, side: Color) -> bool {
        self.king(side).is_some_and(|king| in_camp(side, king))
    }

    /// Returns whether the board has one king of each side and no other piece, and both hands are empty.
    pub(crate) fn has_only_kings(&self) -> bool {
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
    fn missing_points_complete_each_handicap_to_27() {
        let has_no_hands = |handicap: &&Handicap| handicap.held().is_empty();
        for handicap in Handicap::ALL.iter().filter(has_no_hands) {
            let missing = Points::missing(handicap.position());
            let removed = handicap.removed().map(|(_, piece)| (piece.kind, 1));
            assert_eq!(missing, Points::sum(removed), "{}", handicap.name);
            let white = Standing::new(handicap.position(), Color::White);
            assert_eq!(white.credited(missing.value()).all.value(), 27);
        }
    }

    #[test]
    fn surplus_pieces_do_not_replace_missing_ones() {
        let too_many_pawns = Points::missing(&position("4k4/9/9/9/9/9/9/9/4K4 b 19P 1"));
        assert_eq!(
            (too_many_pawns.value(), too_many_pawns.others),
            (Points::FULL_SET - 18, 16)
        );
        let kings_only = Points::missing(&position("4k4/9/9/9/9/9/9/9/4K4 b - 1"));
        assert_eq!(
            (kings_only.value(), kings_only.rooks, kings_only.others),
            (Points::FULL_SET, 2, 34)
        );
    }

    #[test]
    fn two_kings_of_different_sides_are_recognised_as_the_only_pieces() {
        assert!(position("4k4/9/9/9/9/9/9/9/4K4 b - 1").has_only_kings());
        assert!(!position("4k4/9/9/9/9/9/9/9/4K4 b P 1").has_only_kings());
        assert!(!position("4k4/9/9/9/9/9/9/9/4P4 b - 1").has_only_kings());
        assert!(!position("4k4/9/4P4/9/9/9/9/9/4K4 b - 1").has_only_kings());
        assert!(!position("4k4/9/9/9/9/9/9/9/4k4 b - 1").has_only_kings());
    }

    #[test]
    fn additional_kings_have_no_points() {
        let two_kings = Standing::new(&position("K3K4/9/9/9/9/9/9/9/k8 b G 1"), Color::Black);
        assert_eq!((two_kings.all.value(), two_kings.in_camp), (1, 0));
    }
}
