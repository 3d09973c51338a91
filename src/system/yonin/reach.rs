//! Directions and zones as each seat sees them, and where pieces can go.

use crate::shogi::{PieceKind, Square};

/// A square as a seat sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// 1 at the seat's right hand, 9 at its left.
    pub lateral: i8,
    /// 1 at the far edge, 9 at its own.
    pub depth: i8,
}

/// A square as this seat sees it: South as the board is drawn, the others after a turn of the board.
pub(super) fn seen(square: Square, seat: usize) -> Seen {
    let (file, rank) = (square.file().cast_signed(), square.rank().cast_signed());
    let (lateral, depth) = match seat {
        0 => (file, rank),
        1 => (10 - rank, file),
        2 => (10 - file, 10 - rank),
        _ => (rank, 10 - file),
    };
    Seen { lateral, depth }
}

/// The square that a seat sees there; `None` off the board.
pub(super) fn square(seen: Seen, seat: usize) -> Option<Square> {
    let Seen { lateral, depth } = seen;
    let (file, rank) = match seat {
        0 => (lateral, depth),
        1 => (depth, 10 - lateral),
        2 => (10 - lateral, 10 - depth),
        _ => (10 - depth, lateral),
    };
    let fits = |it: i8| u8::try_from(it).ok().filter(|it| (1..=9).contains(it));
    Square::new(fits(file)?, fits(rank)?)
}

/// Whether a square is in the three ranks of the camp opposite a seat.
pub(super) fn in_zone(square: Square, seat: usize) -> bool {
    seen(square, seat).depth <= 3
}

/// A step: to the left, and away from the far edge.
type Step = (i8, i8);

const AHEAD: Step = (0, -1);
const SIDES: [Step; 4] = [AHEAD, (1, 0), (-1, 0), (0, 1)];
const CORNERS: [Step; 4] = [(1, -1), (-1, -1), (1, 1), (-1, 1)];

/// The single steps of a kind.
fn steps(kind: PieceKind) -> Vec<Step> {
    match kind {
        PieceKind::King => [SIDES, CORNERS].concat(),
        PieceKind::Silver => [&[AHEAD], &CORNERS[..]].concat(),
        PieceKind::Pawn => vec![AHEAD],
        PieceKind::Dragon => CORNERS.to_vec(),
        PieceKind::Gold | PieceKind::Tokin | PieceKind::PromotedSilver => {
            [&SIDES[..], &CORNERS[..2]].concat()
        }
        _ => Vec::new(),
    }
}

/// The directions in which a kind goes as far as it can.
fn slides(kind: PieceKind) -> &'static [Step] {
    match kind {
        PieceKind::Rook | PieceKind::Dragon => &SIDES,
        _ => &[],
    }
}

/// Where a piece of a seat can go from a square, captures of anything included. A piece in its way stops a rook.
pub(super) fn reach(
    from: Square,
    kind: PieceKind,
    seat: usize,
    is_taken: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let start = seen(from, seat);
    let next = |at: Seen, (lateral, depth): Step| {
        let to = Seen {
            lateral: at.lateral + lateral,
            depth: at.depth + depth,
        };
        Some((to, square(to, seat)?))
    };
    let mut reached: Vec<Square> = steps(kind)
        .into_iter()
        .filter_map(|step| Some(next(start, step)?.1))
        .collect();
    for &step in slides(kind) {
        let mut at = start;
        while let Some((to, square)) = next(at, step) {
            reached.push(square);
            if is_taken(square) {
                break;
            }
            at = to;
        }
    }
    reached
}
