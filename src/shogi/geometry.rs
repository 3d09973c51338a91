//! Directions, lines of squares, and the squares that a piece reaches on an empty board. The tables are computed at
//! compile time.

use super::piece::{Color, Piece, PieceKind};
use super::square::Square;

/// A direction of movement.
///
/// 0 to 7 are the eight straight directions, clockwise from Black's forward direction. 8 to 11 are the jumps of the
/// knights. 15 means that two squares are not connected by any direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Direction(u8);

impl Direction {
    const COUNT: usize = 12;

    /// The 12 directions; `ALL[direction.index()] == direction`.
    pub(super) const ALL: [Direction; Direction::COUNT] = {
        let mut all = [Direction(0); Direction::COUNT];
        let mut index = 0;
        while index < Direction::COUNT {
            all[index] = Direction(index as u8);
            index += 1;
        }
        all
    };

    /// Returns the reverse direction. The reverse direction has the meaning for White that this direction has for
    /// Black, for example “forward”.
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

    /// Returns whether this is one of the eight straight directions, along which other pieces can be in between.
    pub(super) const fn is_straight(self) -> bool {
        self.0 < 8
    }
}

/// Change of file and rank for one step, by direction.
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
    /// A shift of 128 bits takes several instructions, and every move needs several sets.
    static SETS: [Squares; Square::COUNT] = {
        let mut sets = [0; Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            sets[index] = 1 << index;
            index += 1;
        }
        sets
    };
    SETS[square.index()]
}

/// Returns the squares of a set, in the order of [`Square::ALL`].
pub(super) fn squares(set: Squares) -> impl Iterator<Item = Square> {
    // Two numbers of 64 bits take fewer instructions than one of 128.
    [(set as u64, 0), ((set >> 64) as u64, 64)]
        .into_iter()
        .flat_map(|(half, first)| {
            let mut rest = half;
            std::iter::from_fn(move || {
                let number = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                Square::from_index(first + number).filter(|_| number < 64)
            })
        })
}

/// The squares in each direction from an origin to the edge of the board, without the origin. A jump leads to at most
/// one square. The entries from 12 on are empty, as they are not directions.
static RAYS: [[Squares; 16]; Square::COUNT] = {
    let mut rays = [[0; 16]; Square::COUNT];
    let mut origin = 0;
    while origin < Square::COUNT {
        let mut direction = 0;
        while direction < Direction::COUNT {
            let mut square = Square::ALL[origin];
            while let Some(next) = step(square, direction) {
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

/// Computes the square one step away in a direction; `None` if the step leaves the board.
const fn step(square: Square, direction: usize) -> Option<Square> {
    let (file, rank) = STEPS[direction];
    Square::new(
        square.file().wrapping_add_signed(file),
        square.rank().wrapping_add_signed(rank),
    )
}

/// Returns the square one step away in a direction; `None` if the step leaves the board.
pub(super) fn neighbour(square: Square, direction: Direction) -> Option<Square> {
    static NEIGHBOURS: [[Option<Square>; Direction::COUNT]; Square::COUNT] = {
        let mut neighbours = [[None; Direction::COUNT]; Square::COUNT];
        let mut origin = 0;
        while origin < Square::COUNT {
            let mut direction = 0;
            while direction < Direction::COUNT {
                neighbours[origin][direction] = step(Square::ALL[origin], direction);
                direction += 1;
            }
            origin += 1;
        }
        neighbours
    };
    NEIGHBOURS[square.index()][direction.index()]
}

fn ray(origin: Square, direction: Direction) -> Squares {
    RAYS[origin.index()][direction.index() & 15]
}

/// Returns the first occupied square in a direction; `None` if all squares up to the edge are empty.
#[inline]
pub(super) fn first_occupied(origin: Square, direction: Direction, occupied: Squares) -> Option<Square> {
    let occupied_ahead = ray(origin, direction) & occupied;
    if occupied_ahead == 0 {
        return None;
    }
    // In directions 0 to 3 the index decreases, so the nearest square is the highest bit.
    let index = if direction.0 < 4 {
        occupied_ahead.ilog2()
    } else {
        occupied_ahead.trailing_zeros()
    };
    Square::from_index(index as usize)
}

/// Returns the empty squares in a direction, up to the first occupied square or the edge.
pub(super) fn empty_squares_from(origin: Square, direction: Direction, occupied: Squares) -> Squares {
    let ahead = ray(origin, direction);
    match first_occupied(origin, direction, occupied) {
        Some(blocker) => ahead & ray(blocker, direction.opposite()),
        None => ahead,
    }
}

/// Returns the adjacent squares: eight, or fewer at the edge.
pub(crate) fn neighbours(origin: Square) -> impl Iterator<Item = Square> {
    let straight = Direction::ALL.into_iter().filter(|it| it.is_straight());
    straight.filter_map(move |direction| neighbour(origin, direction))
}

/// Returns the occupied squares strictly between two squares; the empty set if the squares are not on a line.
pub(super) fn between(from: Square, to: Square, occupied: Squares) -> Squares {
    let direction = direction(from, to);
    ray(from, direction) & ray(to, direction.opposite()) & occupied
}

/// The direction from the first square to the second, plus `ADJACENT` if they are one step apart; `NO_DIRECTION` if no
/// direction leads there.
static BEARINGS: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut bearings = [[NO_DIRECTION; Square::COUNT]; Square::COUNT];
    let mut origin = 0;
    while origin < Square::COUNT {
        let mut direction = 0;
        while direction < Direction::COUNT {
            let mut adjacent = ADJACENT;
            let mut square = Square::ALL[origin];
            while let Some(next) = step(square, direction) {
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

/// Flag of a bearing: the squares are one step apart.
const ADJACENT: u8 = 16;
/// The bearing of two squares that no direction connects.
const NO_DIRECTION: u8 = 15;

fn bearing(origin: Square, target: Square) -> u8 {
    BEARINGS[origin.index()][target.index()]
}

/// Returns the direction from one square to another; direction 15 if no direction leads there.
pub(super) fn direction(origin: Square, target: Square) -> Direction {
    Direction(bearing(origin, target) & 15)
}

// Masks of directions: bit `n` is direction `n` of a black piece.

const STRAIGHT: u32 = 0b0101_0101;
const DIAGONALS: u32 = 0b1010_1010;
const GOLD: u32 = 0b1101_0111;
const SILVER: u32 = 0b1010_1011;
const KNIGHT: u32 = 0b11 << 8;

/// Returns the directions in which a black piece moves one step, and those in which it slides (bit masks).
const fn directions(kind: PieceKind) -> (u32, u32) {
    match kind {
        PieceKind::Pawn => (1, 0),
        PieceKind::Lance => (0, 1),
        PieceKind::Knight => (KNIGHT, 0),
        PieceKind::Silver => (SILVER, 0),
        PieceKind::Bishop => (0, DIAGONALS),
        PieceKind::Rook => (0, STRAIGHT),
        PieceKind::King => (STRAIGHT | DIAGONALS, 0),
        PieceKind::Horse => (STRAIGHT, DIAGONALS),
        PieceKind::Dragon => (DIAGONALS, STRAIGHT),
        _ => (GOLD, 0),
    }
}

/// The directions in the order of their target squares: from the far rank to the near one, and from right to left within
/// a rank, as Black sees the board.
const VISIT_ORDER: [u8; Direction::COUNT] = [9, 8, 1, 0, 7, 2, 6, 3, 4, 5, 10, 11];

/// A list of directions in a table.
#[derive(Clone, Copy)]
struct DirectionList {
    directions: [Direction; Direction::COUNT],
    length: usize,
}

impl DirectionList {
    /// Creates the list of the directions in a mask, for a black or a white piece.
    const fn new(mask: u32, color: Color) -> Self {
        let mut list = Self {
            directions: [Direction(0); Direction::COUNT],
            length: 0,
        };
        let mut index = 0;
        while index < Direction::COUNT {
            let direction = Direction(VISIT_ORDER[index]);
            if mask >> direction.0 & 1 == 1 {
                list.directions[list.length] = match color {
                    Color::Black => direction,
                    Color::White => direction.opposite(),
                };
                list.length += 1;
            }
            index += 1;
        }
        list
    }
}

/// Returns the directions in which a piece moves one step, and those in which it slides.
pub(super) fn directions_of(piece: Piece) -> [&'static [Direction]; 2] {
    static LISTS: [[[DirectionList; 2]; 14]; 2] = {
        let mut lists = [[[DirectionList::new(0, Color::Black); 2]; 14]; 2];
        let mut index = 0;
        while index < 14 {
            let (steps, slides) = directions(PieceKind::ALL[index]);
            let mut side = 0;
            while side < 2 {
                let color = Color::ALL[side];
                lists[side][index] = [
                    DirectionList::new(steps, color),
                    DirectionList::new(slides, color),
                ];
                side += 1;
            }
            index += 1;
        }
        lists
    };
    let [steps, slides] = &LISTS[piece.color.index()][piece.kind.index()];
    [steps, slides].map(|list| &list.directions[..list.length])
}

/// A bit mask over the bearings, by colour and kind. The bit of a bearing is set if the piece reaches a square with this
/// bearing on an empty board. The bit `NO_DIRECTION` is never set.
static ATTACKS: [[u32; 14]; 2] = {
    let mut attacks = [[0; 14]; 2];
    let mut index = 0;
    while index < 14 {
        let (steps, slides) = directions(PieceKind::ALL[index]);
        attacks[0][index] = slides | (steps | slides) << ADJACENT;
        attacks[1][index] = rotated(slides) | rotated(steps | slides) << ADJACENT;
        index += 1;
    }
    attacks
};

/// A bit mask of directions, by colour and kind, that lead from a square to the pieces that reach it. A piece of the other side
/// moves in these directions, because the origin is behind the piece.
static ORIGINS: [[u32; 14]; 2] = {
    let mut origins = [[0; 14]; 2];
    let mut index = 0;
    while index < 14 {
        let (steps, slides) = directions(PieceKind::ALL[index]);
        origins[0][index] = rotated(steps | slides);
        origins[1][index] = steps | slides;
        index += 1;
    }
    origins
};

/// Returns the directions from a square in which a piece can be that reaches this square.
pub(super) fn directions_to_origins(piece: Piece) -> impl Iterator<Item = Direction> {
    let mut rest = ORIGINS[piece.color.index()][piece.kind.index()];
    std::iter::from_fn(move || {
        let number = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (number < u32::BITS).then_some(Direction(number as u8))
    })
}

/// Returns a mask of directions turned by 180 degrees, for White's pieces.
const fn rotated(directions: u32) -> u32 {
    let mut turned = 0;
    let mut index = 0;
    while index < Direction::COUNT {
        if directions >> index & 1 == 1 {
            turned |= 1 << Direction::ALL[index].opposite().index();
        }
        index += 1;
    }
    turned
}

/// Returns whether a piece could move from one square to another on an empty board.
pub fn reaches(piece: Piece, from: Square, to: Square) -> bool {
    ATTACKS[piece.color.index()][piece.kind.index()] >> bearing(from, to) & 1 == 1
}

/// Returns whether a piece on `from` reaches `to` and no piece is in between.
#[inline]
pub(super) fn reaches_unblocked(piece: Piece, from: Square, to: Square, occupied: Squares) -> bool {
    let bearing = bearing(from, to);
    ATTACKS[piece.color.index()][piece.kind.index()] >> bearing & 1 == 1
        && (bearing & ADJACENT != 0 || between(from, to, occupied) == 0)
}

/// Returns the rank counted from the edge farthest from a side: 1 is the last rank that its pieces can reach.
const fn rank_ahead(color: Color, square: Square) -> u8 {
    /// A table, because the rank of a square is the remainder of a division.
    static RANKS: [[u8; Square::COUNT]; 2] = {
        let mut ranks = [[0; Square::COUNT]; 2];
        let mut index = 0;
        while index < Square::COUNT {
            let rank = Square::ALL[index].rank();
            ranks[Color::Black.index()][index] = rank;
            ranks[Color::White.index()][index] = 10 - rank;
            index += 1;
        }
        ranks
    };
    RANKS[color.index()][square.index()]
}

/// Returns whether a square is in a side's promotion zone: the three ranks farthest from this side.
pub fn in_camp(color: Color, square: Square) -> bool {
    rank_ahead(color, square) <= 3
}

/// Returns whether a piece of a kind could never move from a square: a pawn or lance on its last rank, a knight on its
/// last two. Returns `false` for any other kind.
pub(crate) fn is_dead(kind: PieceKind, color: Color, square: Square) -> bool {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => rank_ahead(color, square) <= 1,
        PieceKind::Knight => rank_ahead(color, square) <= 2,
        _ => false,
    }
}

/// Returns whether a piece may promote on a move between two squares.
///
/// The piece must be of an unpromoted kind that can promote, and one of the squares must be in its promotion zone.
pub fn may_promote(piece: Piece, from: Square, to: Square) -> bool {
    piece.kind.promoted().is_some() && (in_camp(piece.color, from) || in_camp(piece.color, to))
}

#[cfg(test)]
mod tests {
    use super::{
        Color, Direction, NO_DIRECTION, Piece, PieceKind, Square, Squares, between, direction,
        first_occupied, is_dead, neighbours, only, reaches,
    };

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    fn reached_squares(color: Color, kind: PieceKind, from: &str) -> String {
        let piece = Piece::new(color, kind);
        let targets = Square::ALL
            .into_iter()
            .filter(|&to| reaches(piece, square(from), to));
        targets.map(|to| to.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn attacks_of_every_piece() {
        assert_eq!(reached_squares(Color::Black, PieceKind::Pawn, "5e"), "5d");
        assert_eq!(reached_squares(Color::White, PieceKind::Pawn, "5e"), "5f");
        assert_eq!(
            reached_squares(Color::Black, PieceKind::Lance, "5e"),
            "5a 5b 5c 5d"
        );
        assert_eq!(
            reached_squares(Color::White, PieceKind::Lance, "5e"),
            "5f 5g 5h 5i"
        );
        assert_eq!(reached_squares(Color::Black, PieceKind::Knight, "5e"), "4c 6c");
        assert_eq!(reached_squares(Color::White, PieceKind::Knight, "5e"), "4g 6g");
        assert_eq!(
            reached_squares(Color::Black, PieceKind::Silver, "5e"),
            "4d 4f 5d 6d 6f"
        );
        assert_eq!(
            reached_squares(Color::White, PieceKind::Silver, "5e"),
            "4d 4f 5f 6d 6f"
        );
        for kind in [
            PieceKind::Gold,
            PieceKind::Tokin,
            PieceKind::PromotedLance,
            PieceKind::PromotedKnight,
            PieceKind::PromotedSilver,
        ] {
            assert_eq!(reached_squares(Color::Black, kind, "5e"), "4d 4e 5d 5f 6d 6e");
            assert_eq!(reached_squares(Color::White, kind, "5e"), "4e 4f 5d 5f 6e 6f");
        }
        for color in Color::ALL {
            assert_eq!(
                reached_squares(color, PieceKind::King, "5e"),
                "4d 4e 4f 5d 5f 6d 6e 6f"
            );
            assert_eq!(
                reached_squares(color, PieceKind::Bishop, "2h"),
                "1g 1i 3g 3i 4f 5e 6d 7c 8b 9a"
            );
            assert_eq!(
                reached_squares(color, PieceKind::Rook, "9i"),
                "1i 2i 3i 4i 5i 6i 7i 8i 9a 9b 9c 9d 9e 9f 9g 9h"
            );
            assert_eq!(
                reached_squares(color, PieceKind::Horse, "1a"),
                "1b 2a 2b 3c 4d 5e 6f 7g 8h 9i"
            );
            assert_eq!(
                reached_squares(color, PieceKind::Dragon, "1a"),
                "1b 1c 1d 1e 1f 1g 1h 1i 2a 2b 3a 4a 5a 6a 7a 8a 9a"
            );
        }
    }

    #[test]
    fn opposite_directions_lead_back_over_the_same_squares() {
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
        assert_eq!(aligned.filter(|&way| way != Direction(NO_DIRECTION)).count(), 36);
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
    fn pawns_lances_and_knights_have_dead_squares() {
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
