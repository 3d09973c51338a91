//! Moves of the pieces on an empty board, in tables computed at compile time.

use super::piece::{Color, Piece, PieceKind};
use super::square::Square;

/// A direction of movement.
///
/// 0 to 7 are the lines, clockwise from Black's forward direction. 8 to 11 are the jumps of the knights. 15 means that
/// there is no direction; it leads to no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Direction(u8);

impl Direction {
    const COUNT: usize = 12;

    /// All directions.
    pub(super) const ALL: [Direction; Direction::COUNT] = {
        let mut all = [Direction(0); Direction::COUNT];
        let mut index = 0;
        while index < Direction::COUNT {
            all[index] = Direction(index as u8);
            index += 1;
        }
        all
    };

    /// Returns the reverse direction, which is also the same direction from the other side's point of view.
    const fn opposite(self) -> Direction {
        match self.0 {
            0..8 => Direction(self.0 ^ 4),
            8..12 => Direction(self.0 ^ 2),
            _ => self,
        }
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Change of file and rank for one step in each direction.
const STEPS: [(i8, i8); Direction::COUNT] = [
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (1, -2),
    (-1, -2),
    (-1, 2),
    (1, 2),
];

/// A set of squares as a bitboard: bit `Square::index` is set for each square.
pub(super) type Squares = u128;

/// Returns the set of one square.
pub(super) const fn only(square: Square) -> Squares {
    1 << square.index()
}

/// By square and direction, the squares from there to the edge; for a jump, at most one. The entries from 12 on are not
/// directions and are empty.
static RAYS: [[Squares; 16]; Square::COUNT] = {
    let mut rays = [[0; 16]; Square::COUNT];
    let mut origin = 0;
    while origin < Square::COUNT {
        let mut direction = 0;
        while direction < Direction::COUNT {
            let mut square = Square::ALL[origin];
            while let Some(next) = neighbour(square, direction) {
                rays[origin][direction] |= only(next);
                square = next;
                if direction >= 8 {
                    break;
                }
            }
            direction += 1;
        }
        origin += 1;
    }
    rays
};

pub(super) const fn neighbour(square: Square, direction: usize) -> Option<Square> {
    let (file, rank) = STEPS[direction];
    Square::new(
        square.file().wrapping_add_signed(file),
        square.rank().wrapping_add_signed(rank),
    )
}

fn ray(origin: Square, direction: Direction) -> Squares {
    RAYS[origin.index()][direction.index() & 15]
}

/// Returns the first occupied square in a direction.
pub(super) fn first_occupied(origin: Square, direction: Direction, occupied: Squares) -> Option<Square> {
    let met = ray(origin, direction) & occupied;
    if met == 0 {
        return None;
    }
    // Indices increase towards the left and the bottom.
    let index = if direction.0 < 4 {
        met.ilog2()
    } else {
        met.trailing_zeros()
    };
    Square::from_index(index as usize)
}

/// Returns the empty squares in a direction, up to the first occupied square.
pub(super) fn empty_squares_from(origin: Square, direction: Direction, occupied: Squares) -> Squares {
    let way = ray(origin, direction);
    match first_occupied(origin, direction, occupied) {
        Some(met) => way & ray(met, direction.opposite()),
        None => way,
    }
}

/// Returns the adjacent squares in all eight directions.
pub(super) fn neighbours(origin: Square) -> impl Iterator<Item = Square> {
    (0..8).filter_map(move |direction| neighbour(origin, direction))
}

/// Returns the occupied squares strictly between two squares; none if they are not on a line.
pub(super) fn between(from: Square, to: Square, occupied: Squares) -> Squares {
    let direction = direction(from, to);
    ray(from, direction) & ray(to, direction.opposite()) & occupied
}

/// Direction from the first square to the second, plus 16 if they are one step apart.
static BEARINGS: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut bearings = [[OFF_BOARD; Square::COUNT]; Square::COUNT];
    let mut origin = 0;
    while origin < Square::COUNT {
        let mut direction = 0;
        while direction < Direction::COUNT {
            let mut adjacent = ADJACENT;
            let mut square = Square::ALL[origin];
            while let Some(next) = neighbour(square, direction) {
                bearings[origin][next.index()] = direction as u8 | adjacent;
                adjacent = 0;
                square = next;
                if direction >= 8 {
                    break;
                }
            }
            direction += 1;
        }
        origin += 1;
    }
    bearings
};

const ADJACENT: u8 = 16;
const OFF_BOARD: u8 = 15;

fn bearing(origin: Square, target: Square) -> u8 {
    BEARINGS[origin.index()][target.index()]
}

/// Returns the direction from one square to another.
pub(super) fn direction(origin: Square, target: Square) -> Direction {
    Direction(bearing(origin, target) & 15)
}

const LINES: u32 = 0b0101_0101;
const DIAGONALS: u32 = 0b1010_1010;
const GOLD: u32 = 0b1101_0111;
const SILVER: u32 = 0b1010_1011;
const KNIGHT: u32 = 0b11 << 8;

/// Returns the directions in which a piece of Black steps, and those in which it slides (bit masks).
const fn directions(kind: PieceKind) -> (u32, u32) {
    match kind {
        PieceKind::Pawn => (1, 0),
        PieceKind::Lance => (0, 1),
        PieceKind::Knight => (KNIGHT, 0),
        PieceKind::Silver => (SILVER, 0),
        PieceKind::Bishop => (0, DIAGONALS),
        PieceKind::Rook => (0, LINES),
        PieceKind::King => (LINES | DIAGONALS, 0),
        PieceKind::Horse => (LINES, DIAGONALS),
        PieceKind::Dragon => (DIAGONALS, LINES),
        _ => (GOLD, 0),
    }
}

/// The directions in the order from the far rank to the near one, and from right to left within a rank.
const VISIT_ORDER: [u8; Direction::COUNT] = [9, 8, 1, 0, 7, 2, 6, 3, 4, 5, 10, 11];

/// Returns the directions in which a piece steps, and those in which it slides.
pub(super) fn directions_of(piece: Piece) -> [impl Iterator<Item = Direction>; 2] {
    let (steps, slides) = directions(piece.kind);
    [steps, slides].map(|directions| {
        let own = VISIT_ORDER
            .into_iter()
            .filter(move |way| directions >> way & 1 == 1);
        own.map(move |way| match piece.color {
            Color::Black => Direction(way),
            Color::White => Direction(way).opposite(),
        })
    })
}

/// By colour and kind, one bit for each bearing: set if the piece reaches such a square on an empty board. The bit of
/// `OFF_BOARD` is never set.
static ATTACKS: [[u32; 14]; 2] = {
    let mut reach = [[0; 14]; 2];
    let mut index = 0;
    while index < 14 {
        let (steps, slides) = directions(PieceKind::ALL[index]);
        reach[0][index] = slides | (steps | slides) << ADJACENT;
        reach[1][index] = rotated(slides) | rotated(steps | slides) << ADJACENT;
        index += 1;
    }
    reach
};

/// Returns the directions from the other side's point of view.
const fn rotated(directions: u32) -> u32 {
    let mut result = 0;
    let mut index = 0;
    while index < Direction::COUNT {
        if directions >> index & 1 == 1 {
            result |= 1 << Direction::ALL[index].opposite().index();
        }
        index += 1;
    }
    result
}

/// Returns whether a piece could move from one square to another on an empty board.
pub fn reaches(piece: Piece, from: Square, to: Square) -> bool {
    ATTACKS[piece.color.index()][piece.kind.index()] >> bearing(from, to) & 1 == 1
}

/// Returns the rank counted from the far edge, from a side's point of view: 1 is its last rank.
fn rank_ahead(color: Color, square: Square) -> u8 {
    match color {
        Color::Black => square.rank(),
        Color::White => 10 - square.rank(),
    }
}

/// Returns whether a square is in a side's promotion zone, the three ranks farthest from it.
pub fn in_camp(color: Color, square: Square) -> bool {
    rank_ahead(color, square) <= 3
}

/// Returns whether a piece could never move from a square: a pawn or lance on its last rank, a knight on its last two.
pub(crate) fn is_dead(kind: PieceKind, color: Color, square: Square) -> bool {
    let dead_ranks = match kind {
        PieceKind::Pawn | PieceKind::Lance => 1,
        PieceKind::Knight => 2,
        _ => 0,
    };
    rank_ahead(color, square) <= dead_ranks
}

/// Returns whether a piece may promote on a move between two squares.
///
/// It must be an unpromoted piece of a kind that promotes, and one of the squares must be in its promotion zone.
pub fn may_promote(piece: Piece, from: Square, to: Square) -> bool {
    piece.kind.promoted().is_some() && (in_camp(piece.color, from) || in_camp(piece.color, to))
}

#[cfg(test)]
mod tests {
    use super::{
        Color, Direction, OFF_BOARD, Piece, PieceKind, Square, Squares, between, direction, first_occupied,
        is_dead, neighbours, only, reaches,
    };

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    fn reached(color: Color, kind: PieceKind, from: &str) -> String {
        let piece = Piece::new(color, kind);
        let targets = Square::ALL
            .into_iter()
            .filter(|&to| reaches(piece, square(from), to));
        targets.map(|to| to.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn attacks_of_every_piece() {
        assert_eq!(reached(Color::Black, PieceKind::Pawn, "5e"), "5d");
        assert_eq!(reached(Color::White, PieceKind::Pawn, "5e"), "5f");
        assert_eq!(reached(Color::Black, PieceKind::Lance, "5e"), "5a 5b 5c 5d");
        assert_eq!(reached(Color::White, PieceKind::Lance, "5e"), "5f 5g 5h 5i");
        assert_eq!(reached(Color::Black, PieceKind::Knight, "5e"), "4c 6c");
        assert_eq!(reached(Color::White, PieceKind::Knight, "5e"), "4g 6g");
        assert_eq!(reached(Color::Black, PieceKind::Silver, "5e"), "4d 4f 5d 6d 6f");
        assert_eq!(reached(Color::White, PieceKind::Silver, "5e"), "4d 4f 5f 6d 6f");
        for kind in [
            PieceKind::Gold,
            PieceKind::Tokin,
            PieceKind::PromotedLance,
            PieceKind::PromotedKnight,
            PieceKind::PromotedSilver,
        ] {
            assert_eq!(reached(Color::Black, kind, "5e"), "4d 4e 5d 5f 6d 6e");
            assert_eq!(reached(Color::White, kind, "5e"), "4e 4f 5d 5f 6e 6f");
        }
        for color in Color::ALL {
            assert_eq!(reached(color, PieceKind::King, "5e"), "4d 4e 4f 5d 5f 6d 6e 6f");
            assert_eq!(
                reached(color, PieceKind::Bishop, "2h"),
                "1g 1i 3g 3i 4f 5e 6d 7c 8b 9a"
            );
            assert_eq!(
                reached(color, PieceKind::Rook, "9i"),
                "1i 2i 3i 4i 5i 6i 7i 8i 9a 9b 9c 9d 9e 9f 9g 9h"
            );
            assert_eq!(
                reached(color, PieceKind::Horse, "1a"),
                "1b 2a 2b 3c 4d 5e 6f 7g 8h 9i"
            );
            assert_eq!(
                reached(color, PieceKind::Dragon, "1a"),
                "1b 1c 1d 1e 1f 1g 1h 1i 2a 2b 3a 4a 5a 6a 7a 8a 9a"
            );
        }
    }

    #[test]
    fn directions_are_reversible() {
        for origin in Square::ALL {
            assert_eq!(between(origin, origin, Squares::MAX), 0);
            for way in Direction::ALL {
                let mut occupied = Squares::MAX;
                let mut passed = 0;
                while let Some(target) = first_occupied(origin, way, occupied) {
                    assert_eq!(
                        (direction(origin, target), direction(target, origin)),
                        (way, way.opposite())
                    );
                    assert_eq!(between(origin, target, Squares::MAX), passed, "{origin} {target}");
                    assert_eq!(between(target, origin, Squares::MAX), passed, "{target} {origin}");
                    occupied &= !only(target);
                    passed |= only(target);
                }
            }
        }
        let aligned = Square::ALL.map(|to| direction(square("5e"), to)).into_iter();
        assert_eq!(aligned.filter(|&way| way != Direction(OFF_BOARD)).count(), 36);
    }

    #[test]
    fn squares_without_a_common_line_have_no_direction() {
        assert_eq!(
            first_occupied(square("5e"), direction(square("5e"), square("4b")), Squares::MAX),
            None
        );
        assert_eq!(neighbours(square("1a")).count(), 3);
        assert_eq!(neighbours(square("5e")).count(), 8);
    }

    #[test]
    fn dead_squares() {
        let count = |kind, color| {
            Square::ALL
                .into_iter()
                .filter(|&to| is_dead(kind, color, to))
                .count()
        };
        for color in Color::ALL {
            let counts = PieceKind::ALL.map(|kind| count(kind, color));
            assert_eq!(counts, [9, 9, 18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        }
        assert!(is_dead(PieceKind::Knight, Color::White, square("5h")));
        assert!(!is_dead(PieceKind::Knight, Color::White, square("5g")));
    }
}
