//! How pieces move on an empty board, in tables made at compile time.

use super::piece::{Color, Kind, Piece};
use super::square::Square;

/// One of twelve ways to leave a square: eight lines and the four jumps of the two knights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Direction(u8);

impl Direction {
    const COUNT: usize = 12;

    pub(super) const ALL: [Direction; Direction::COUNT] = {
        let mut all = [Direction(0); Direction::COUNT];
        let mut index = 0;
        while index < Direction::COUNT {
            all[index] = Direction(index as u8);
            index += 1;
        }
        all
    };

    /// The eight directions without the jumps.
    pub(super) const fn lines() -> &'static [Direction] {
        Direction::ALL.split_at(8).0
    }

    /// The way back, which is also the same way seen from the other side of the board.
    pub(super) const fn opposite(self) -> Direction {
        Direction(if self.0 < 8 { self.0 ^ 4 } else { self.0 ^ 2 })
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Change of file and rank for one step in each direction, clockwise from Black's forward; the
/// jumps of Black's knight come before those of White's.
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

/// The squares passed on the way from a square to the edge; for a jump at most one.
#[derive(Clone, Copy)]
struct Ray {
    length: u8,
    squares: [Square; 8],
}

static RAYS: [[Ray; Direction::COUNT]; Square::COUNT] = {
    let mut rays = [[Ray {
        length: 0,
        squares: [Square::ALL[0]; 8],
    }; Direction::COUNT]; Square::COUNT];
    let mut origin = 0;
    while origin < Square::COUNT {
        let mut direction = 0;
        while direction < Direction::COUNT {
            let ray = &mut rays[origin][direction];
            let mut square = Square::ALL[origin];
            while let Some(next) = neighbour(square, direction) {
                ray.squares[ray.length as usize] = next;
                ray.length += 1;
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

const fn neighbour(square: Square, direction: usize) -> Option<Square> {
    let (file, rank) = STEPS[direction];
    Square::new(
        square.file().wrapping_add_signed(file),
        square.rank().wrapping_add_signed(rank),
    )
}

/// The squares from (not including) `origin` to the edge of the board.
pub(super) fn ray(origin: Square, direction: Direction) -> &'static [Square] {
    let ray = &RAYS[origin.index()][direction.index()];
    &ray.squares[..usize::from(ray.length)]
}

/// Where one square lies as seen from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bearing {
    pub(super) direction: Direction,
    /// In steps; 1 for a jump.
    pub(super) distance: usize,
}

/// `direction * 16 + distance`, or 0 where no direction leads.
static BEARINGS: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut bearings = [[0; Square::COUNT]; Square::COUNT];
    let mut origin = 0;
    while origin < Square::COUNT {
        let mut direction = 0;
        while direction < Direction::COUNT {
            let ray = &RAYS[origin][direction];
            let mut distance = 1;
            while distance <= ray.length {
                let target = ray.squares[distance as usize - 1];
                bearings[origin][target.index()] = (direction as u8) << 4 | distance;
                distance += 1;
            }
            direction += 1;
        }
        origin += 1;
    }
    bearings
};

/// How `target` is reached from `origin`, if any direction leads there.
pub(super) fn bearing(origin: Square, target: Square) -> Option<Bearing> {
    let code = BEARINGS[origin.index()][target.index()];
    (code != 0).then_some(Bearing {
        direction: Direction(code >> 4),
        distance: usize::from(code & 15),
    })
}

/// The directions of a piece, as bits.
#[derive(Clone, Copy)]
struct Reach {
    steps: u16,
    slides: u16,
}

const LINES: u16 = 0b0101_0101;
const DIAGONALS: u16 = 0b1010_1010;
const GOLD: u16 = 0b1101_0111;
const SILVER: u16 = 0b1010_1011;
const KNIGHT: u16 = 0b11 << 8;

static REACH: [[Reach; 14]; 2] = {
    let mut reach = [[Reach { steps: 0, slides: 0 }; 14]; 2];
    let mut index = 0;
    while index < 14 {
        let (steps, slides) = match Kind::ALL[index] {
            Kind::Pawn => (1, 0),
            Kind::Lance => (0, 1),
            Kind::Knight => (KNIGHT, 0),
            Kind::Silver => (SILVER, 0),
            Kind::Bishop => (0, DIAGONALS),
            Kind::Rook => (0, LINES),
            Kind::King => (LINES | DIAGONALS, 0),
            Kind::Horse => (LINES, DIAGONALS),
            Kind::Dragon => (DIAGONALS, LINES),
            _ => (GOLD, 0),
        };
        reach[0][index] = Reach { steps, slides };
        reach[1][index] = Reach {
            steps: turned(steps),
            slides: turned(slides),
        };
        index += 1;
    }
    reach
};

/// The same directions seen from the other side of the board.
const fn turned(directions: u16) -> u16 {
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

/// Whether a piece goes that far in that direction when nothing is in its way.
pub(super) fn covers(piece: Piece, bearing: Bearing) -> bool {
    let reach = REACH[piece.color.index()][piece.kind.index()];
    let directions = if bearing.distance == 1 {
        reach.steps | reach.slides
    } else {
        reach.slides
    };
    directions >> bearing.direction.index() & 1 == 1
}

/// Whether a piece could go from one square to another on an empty board.
pub fn reaches(piece: Piece, from: Square, to: Square) -> bool {
    bearing(from, to).is_some_and(|bearing| covers(piece, bearing))
}

/// The rank counted from the far edge of the board as a side sees it: 1 is its last rank.
fn rank_ahead(color: Color, square: Square) -> u8 {
    match color {
        Color::Black => square.rank(),
        Color::White => 10 - square.rank(),
    }
}

/// Whether a square lies in a side's promotion zone, the three ranks farthest from it.
pub fn in_camp(color: Color, square: Square) -> bool {
    rank_ahead(color, square) <= 3
}

/// Whether a piece standing on a square could never leave it: a pawn or lance on its last rank, a
/// knight on its last two.
pub fn is_dead(kind: Kind, color: Color, square: Square) -> bool {
    match kind {
        Kind::Pawn | Kind::Lance => rank_ahead(color, square) == 1,
        Kind::Knight => rank_ahead(color, square) <= 2,
        _ => false,
    }
}

/// Whether a piece may promote on a move between two squares: it has a promoted side that is not
/// up yet, and one of the squares lies in its promotion zone.
pub fn may_promote(piece: Piece, from: Square, to: Square) -> bool {
    piece.kind.promoted().is_some() && (in_camp(piece.color, from) || in_camp(piece.color, to))
}

#[cfg(test)]
mod tests {
    use super::{Bearing, Color, Direction, Kind, Piece, Square, bearing, is_dead, ray, reaches};

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    fn reached(color: Color, kind: Kind, from: &str) -> String {
        let piece = Piece::new(color, kind);
        let targets = Square::ALL
            .into_iter()
            .filter(|&to| reaches(piece, square(from), to));
        targets.map(|to| to.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_kind_of_both_sides() {
        assert_eq!(reached(Color::Black, Kind::Pawn, "5e"), "5d");
        assert_eq!(reached(Color::White, Kind::Pawn, "5e"), "5f");
        assert_eq!(reached(Color::Black, Kind::Lance, "5e"), "5a 5b 5c 5d");
        assert_eq!(reached(Color::White, Kind::Lance, "5e"), "5f 5g 5h 5i");
        assert_eq!(reached(Color::Black, Kind::Knight, "5e"), "4c 6c");
        assert_eq!(reached(Color::White, Kind::Knight, "5e"), "4g 6g");
        assert_eq!(reached(Color::Black, Kind::Silver, "5e"), "4d 4f 5d 6d 6f");
        assert_eq!(reached(Color::White, Kind::Silver, "5e"), "4d 4f 5f 6d 6f");
        for kind in [
            Kind::Gold,
            Kind::Tokin,
            Kind::PromotedLance,
            Kind::PromotedKnight,
            Kind::PromotedSilver,
        ] {
            assert_eq!(reached(Color::Black, kind, "5e"), "4d 4e 5d 5f 6d 6e");
            assert_eq!(reached(Color::White, kind, "5e"), "4e 4f 5d 5f 6e 6f");
        }
        for color in Color::ALL {
            assert_eq!(reached(color, Kind::King, "5e"), "4d 4e 4f 5d 5f 6d 6e 6f");
            assert_eq!(
                reached(color, Kind::Bishop, "2h"),
                "1g 1i 3g 3i 4f 5e 6d 7c 8b 9a"
            );
            assert_eq!(
                reached(color, Kind::Rook, "9i"),
                "1i 2i 3i 4i 5i 6i 7i 8i 9a 9b 9c 9d 9e 9f 9g 9h"
            );
            assert_eq!(reached(color, Kind::Horse, "1a"), "1b 2a 2b 3c 4d 5e 6f 7g 8h 9i");
            assert_eq!(
                reached(color, Kind::Dragon, "1a"),
                "1b 1c 1d 1e 1f 1g 1h 1i 2a 2b 3a 4a 5a 6a 7a 8a 9a"
            );
        }
    }

    #[test]
    fn bearings_agree_with_rays_and_lead_back() {
        for origin in Square::ALL {
            assert_eq!(bearing(origin, origin), None);
            for direction in Direction::ALL {
                for (passed, &target) in ray(origin, direction).iter().enumerate() {
                    let distance = passed + 1;
                    assert_eq!(bearing(origin, target), Some(Bearing { direction, distance }));
                    let back = Bearing {
                        direction: direction.opposite(),
                        distance,
                    };
                    assert_eq!(bearing(target, origin), Some(back));
                }
            }
        }
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
            let counts = Kind::ALL.map(|kind| count(kind, color));
            assert_eq!(counts, [9, 9, 18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        }
        assert!(is_dead(Kind::Knight, Color::White, square("5h")));
        assert!(!is_dead(Kind::Knight, Color::White, square("5g")));
    }
}
