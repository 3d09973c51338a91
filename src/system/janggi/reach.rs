//! Where pieces can go.

use super::board::{BLUE, Board, Man};
use crate::notation::gib::{FILES, Kind, Point};

/// A step: ranks towards the edge of Blue, files to the right.
type Step = (i8, i8);

const SIDES: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const CORNERS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The first file of the palaces and their ranks, each three by three.
const PALACE_FILE: u8 = 3;
const PALACE_RANKS: [u8; 2] = [7, 0];

/// The last file.
const LAST_FILE: u8 = FILES - 1;

/// Whose palace a point is in.
pub(super) fn palace_of(point: Point) -> Option<usize> {
    let is_between = (PALACE_FILE..=LAST_FILE - PALACE_FILE).contains(&point.file());
    let of = |first: u8| (first..first + 3).contains(&point.rank());
    (0..2).find(|&seat| is_between && of(PALACE_RANKS[seat]))
}

/// Whether a point is the middle of a palace.
fn is_centre(point: Point) -> bool {
    point.file() == 4 && matches!(point.rank(), 1 | 8)
}

/// Whether a line is drawn from a point to the next across: from the middle of a palace to its corners, and back.
fn is_diagonal(from: Point, to: Point) -> bool {
    palace_of(from).is_some() && palace_of(from) == palace_of(to) && (is_centre(from) || is_centre(to))
}

/// The next point in a direction, where a line leads to it.
fn next(from: Point, step: Step) -> Option<Point> {
    let to = from.offset(step)?;
    let is_across = step.0 != 0 && step.1 != 0;
    (!is_across || is_diagonal(from, to)).then_some(to)
}

/// The rank where the soldiers of a seat cannot go on.
pub(super) const fn last_rank(seat: usize) -> u8 {
    if seat == BLUE { 0 } else { 9 }
}

impl Board {
    /// Where the piece on a point can go, whatever stands there.
    pub(super) fn reach(&self, from: Point) -> Vec<Point> {
        self.at(from)
            .map_or_else(Vec::new, |man| self.reach_of(man, from))
    }

    /// The same of this piece, were it there.
    pub(super) fn reach_of(&self, man: Man, from: Point) -> Vec<Point> {
        match man.kind {
            Kind::General => {
                let mut reached = in_palace(man.owner, from);
                reached.extend(self.opposite(man, from));
                reached
            }
            Kind::Guard if man.promoted => {
                let is_at_home = |to: &Point| palace_of(*to) == Some(man.owner);
                let across = lines(from, &CORNERS).filter(is_at_home);
                lines(from, &SIDES).chain(across).collect()
            }
            Kind::Guard => in_palace(man.owner, from),
            Kind::Chariot => self.rides(from),
            Kind::Cannon => self.jumps(from),
            Kind::Horse => self.leaps(from, 1),
            Kind::Elephant => self.leaps(from, 2),
            Kind::Soldier => soldier(man, from),
        }
    }

    /// The general of the other side, where a promoted one may take it: on its file with nothing between.
    fn opposite(&self, man: Man, from: Point) -> Option<Point> {
        let (there, _) = self.general(1 - man.owner)?;
        let is_own = self.general(man.owner).is_some_and(|(own, _)| own == from);
        (man.promoted && is_own && self.are_facing()).then_some(there)
    }

    /// A chariot goes along any line until something stands there.
    fn rides(&self, from: Point) -> Vec<Point> {
        let mut reached = Vec::new();
        for step in [SIDES, CORNERS].concat() {
            let mut at = from;
            while let Some(to) = next(at, step) {
                reached.push(to);
                if self.at(to).is_some() {
                    break;
                }
                at = to;
            }
        }
        reached
    }

    /// A cannon jumps over one piece, and neither over a cannon nor onto one.
    fn jumps(&self, from: Point) -> Vec<Point> {
        let is_cannon = |point| self.at(point).is_some_and(|man| man.kind == Kind::Cannon);
        let mut reached = Vec::new();
        for step in [SIDES, CORNERS].concat() {
            let mut has_screen = false;
            let mut at = from;
            while let Some(to) = next(at, step) {
                at = to;
                let is_taken = self.at(to).is_some();
                if is_cannon(to) {
                    break;
                }
                if has_screen {
                    reached.push(to);
                    if is_taken {
                        break;
                    }
                }
                has_screen |= is_taken;
            }
        }
        reached
    }

    /// A horse goes one step along a line and so many across, an elephant two; nothing may stand in the way.
    fn leaps(&self, from: Point, across: usize) -> Vec<Point> {
        let mut reached = Vec::new();
        for side in SIDES {
            let outward = CORNERS
                .into_iter()
                .filter(|it| it.0 == side.0 && side.0 != 0 || it.1 == side.1 && side.1 != 0);
            for corner in outward {
                let mut path = vec![side];
                path.extend(std::iter::repeat_n(corner, across));
                reached.extend(self.walk(from, &path));
            }
        }
        reached
    }

    /// The end of a path on which nothing stands.
    fn walk(&self, from: Point, path: &[Step]) -> Option<Point> {
        let (last, before) = path.split_last()?;
        let mut at = from;
        for step in before {
            at = at.offset(*step).filter(|&it| self.at(it).is_none())?;
        }
        at.offset(*last)
    }
}

/// The next points along lines in these directions.
fn lines(from: Point, steps: &[Step]) -> impl Iterator<Item = Point> {
    steps.iter().filter_map(move |&step| next(from, step))
}

/// One step along a line within the palace of a seat.
fn in_palace(owner: usize, from: Point) -> Vec<Point> {
    lines(from, &SIDES)
        .chain(lines(from, &CORNERS))
        .filter(|&to| palace_of(to) == Some(owner))
        .collect()
}

/// A soldier goes forward or sideways, in the palace of the other side across, too; a promoted one in all directions.
fn soldier(man: Man, from: Point) -> Vec<Point> {
    let forward = if man.owner == BLUE { -1 } else { 1 };
    let may = |step: &Step| man.promoted || step.0 != -forward;
    let enters = |to: &Point| man.promoted || palace_of(*to) == Some(1 - man.owner);
    let along = SIDES.into_iter().filter(may).filter_map(|step| next(from, step));
    let across = CORNERS
        .into_iter()
        .filter(may)
        .filter_map(|step| next(from, step))
        .filter(enters);
    along.chain(across).collect()
}
