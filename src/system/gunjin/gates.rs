//! The gates in the bar between the halves.

use crate::notation::gunjin::{Place, SIDE};
use crate::profile::Gate;

/// The row of South before the bar, and that of North.
const SOUTH: u8 = SIDE / 2 - 1;
const NORTH: u8 = SIDE / 2;

/// How a gate looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GateShape {
    /// Two cells and two.
    X,
    /// South's two cells and North's one.
    Y,
    /// An inverted Y: South's one cell and North's two.
    A,
    /// One cell and one.
    I,
}

impl GateShape {
    /// The shape of this letter.
    pub(super) fn of(letter: &str) -> Option<Self> {
        match letter {
            "X" => Some(Self::X),
            "Y" => Some(Self::Y),
            "A" => Some(Self::A),
            "I" => Some(Self::I),
            _ => None,
        }
    }

    /// Its letter.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::X => 'X',
            Self::Y => 'Y',
            Self::A => 'A',
            Self::I => 'I',
        }
    }
}

/// The columns of a gate: the one of a single cell, and the other.
pub(super) const COLUMNS: [(u8, u8); 2] = [(1, 2), (6, 5)];

/// Which cells the gates join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gates {
    /// How the left one and the right one look.
    pub shapes: [GateShape; 2],
    /// By the column of South's cell, the columns of North's cells, a bit each.
    joined: [u8; SIDE as usize],
}

impl Gates {
    /// The gates of these shapes on the left and on the right.
    pub(super) fn new(shapes: [GateShape; 2], gate: Gate) -> Self {
        let mut gates = Self {
            shapes,
            joined: [0; SIDE as usize],
        };
        for (shape, (single, other)) in shapes.into_iter().zip(COLUMNS) {
            let both: &[u8] = &[single, other];
            let (souths, norths) = match shape {
                GateShape::X => (both, both),
                GateShape::Y => (both, &both[..1]),
                GateShape::A => (&both[..1], both),
                GateShape::I => (&both[..1], &both[..1]),
            };
            for &south in souths {
                let norths = norths.iter().filter(|&&north| {
                    shape != GateShape::X
                        || match gate {
                            Gate::Any => true,
                            Gate::Straight => north == south,
                            Gate::Diagonal => north != south,
                        }
                });
                for north in norths {
                    gates.joined[usize::from(south)] |= 1 << north;
                }
            }
        }
        gates
    }

    /// The gates that a header names: `X X`, left and right. `None` where it names none.
    pub(super) fn read(text: &str, gate: Gate) -> Option<Self> {
        let mut words = text.split_whitespace();
        let shapes = [GateShape::of(words.next()?)?, GateShape::of(words.next()?)?];
        words.next().is_none().then(|| Self::new(shapes, gate))
    }

    /// Whether a gate leads from one of these cells to the other, in one step.
    pub(super) fn join(&self, one: Place, other: Place) -> bool {
        let (south, north) = if one.row() < other.row() {
            (one, other)
        } else {
            (other, one)
        };
        (south.row(), north.row()) == (SOUTH, NORTH)
            && self.joined[usize::from(south.column())] & 1 << north.column() != 0
    }

    /// The columns of North that a gate joins to one of South, a bit each.
    pub(super) const fn opposite(&self, column: u8) -> u8 {
        self.joined[column as usize]
    }

    /// Whether a gate leads from this cell.
    pub(super) fn has(&self, place: Place) -> bool {
        match place.row() {
            SOUTH => self.joined[usize::from(place.column())] != 0,
            NORTH => self.joined.iter().any(|it| it & 1 << place.column() != 0),
            _ => false,
        }
    }
}

/// Whether the bar runs between these cells.
pub(super) const fn across(one: Place, other: Place) -> bool {
    one.half() != other.half()
}
