//! Where pieces can go.

use super::gates::{Gates, across};
use crate::notation::gunjin::{Kind, Place, SIDE};

/// Whether a piece can go somewhere: the best that can be said first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// It can.
    Free,
    /// Another piece stands between.
    Blocked,
    /// The bar runs between.
    Barred,
    /// It does not move so.
    Bent,
    /// It never moves.
    None,
}

/// How a piece moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Step,
    Two,
    Line,
    Plane,
}

const fn class(kind: Kind) -> Option<Class> {
    match kind {
        Kind::Mine | Kind::Flag => None,
        Kind::Aeroplane => Some(Class::Plane),
        Kind::Tank | Kind::Cavalry => Some(Class::Two),
        Kind::Engineer => Some(Class::Line),
        _ => Some(Class::Step),
    }
}

/// Whether a piece of this kind can go from one cell to another; where somebody's tanks and cavalry go two cells ahead
/// alone, he is named. What stands on either cell is not asked.
pub(super) fn way(
    kind: Kind,
    (from, to): (Place, Place),
    (gates, ahead_alone): (&Gates, Option<usize>),
    is_taken: impl Fn(Place) -> bool,
) -> Way {
    let Some(mut class) = class(kind) else {
        return Way::None;
    };
    if class == Class::Two && ahead_alone.is_some_and(|owner| !is_ahead(owner, from, to)) {
        class = Class::Step;
    }
    if from == to {
        return Way::Bent;
    }
    if from.row() == to.row() {
        return level(class, (from, to), is_taken);
    }
    // Headquarters stand in two columns.
    let columns = (0..SIDE).filter(|&it| from.is_in_column(it) && to.is_in_column(it));
    let upright = columns.map(|column| upright(class, column, (from, to), gates, &is_taken));
    upright
        .min()
        .unwrap_or_else(|| slanting(class, (from, to), gates, is_taken))
}

/// Whether a cell lies ahead of another, as a seat sees it.
const fn is_ahead(owner: usize, from: Place, to: Place) -> bool {
    if owner == 0 {
        to.row() > from.row()
    } else {
        to.row() < from.row()
    }
}

/// How many cells a piece can go at most, up and down or aside.
const fn most(class: Class, is_upright: bool) -> u8 {
    match class {
        Class::Step => 1,
        Class::Two => 2,
        Class::Plane if !is_upright => 1,
        Class::Line | Class::Plane => SIDE,
    }
}

fn level(class: Class, (from, to): (Place, Place), is_taken: impl Fn(Place) -> bool) -> Way {
    let (first, last) = (from.column().min(to.column()), from.column().max(to.column()));
    let cells = || Place::of_row(from.row()).filter(|it| (first..last).contains(&it.column()));
    if cells().count() > usize::from(most(class, false)) {
        return Way::Bent;
    }
    if cells().any(|it| it != from && it != to && is_taken(it)) {
        return Way::Blocked;
    }
    Way::Free
}

fn upright(
    class: Class,
    column: u8,
    (from, to): (Place, Place),
    gates: &Gates,
    is_taken: impl Fn(Place) -> bool,
) -> Way {
    if from.row().abs_diff(to.row()) > most(class, true) {
        return Way::Bent;
    }
    if class == Class::Plane {
        return Way::Free;
    }
    let (first, last) = (from.row().min(to.row()), from.row().max(to.row()));
    let cells = || (first..=last).filter_map(|row| Place::new(column, row));
    let steps = cells().zip(cells().skip(1));
    if steps
        .into_iter()
        .any(|(one, next)| across(one, next) && !gates.join(one, next))
    {
        return Way::Barred;
    }
    if cells().any(|it| it != from && it != to && is_taken(it)) {
        return Way::Blocked;
    }
    Way::Free
}

/// Along a column up to the bar, and from there to the next column through a gate, where the move ends.
fn slanting(
    class: Class,
    (from, to): (Place, Place),
    gates: &Gates,
    is_taken: impl Fn(Place) -> bool,
) -> Way {
    let rows = from.row().abs_diff(to.row());
    let row = if to.row() > from.row() {
        to.row().checked_sub(1)
    } else {
        Some(to.row() + 1)
    };
    let last = row.and_then(|row| Place::new(from.column(), row));
    let Some(last) = last.filter(|&it| across(it, to) && from.column().abs_diff(to.column()) == 1) else {
        return Way::Bent;
    };
    if class == Class::Plane || rows > most(class, true) {
        return Way::Bent;
    }
    if !gates.join(last, to) {
        return if last == from { Way::Barred } else { Way::Bent };
    }
    let (first, end) = (from.row().min(last.row()), from.row().max(last.row()));
    let mut way = (first..=end).filter_map(|row| Place::new(from.column(), row));
    if way.any(|it| it != from && is_taken(it)) {
        return Way::Blocked;
    }
    Way::Free
}

#[cfg(test)]
mod tests {
    use super::super::gates::GateShape;
    use super::*;
    use crate::profile::Gate;

    /// How many cells a lone piece can go to from a cell.
    fn count(kind: Kind, from: &str, shapes: [GateShape; 2], gate: Gate) -> usize {
        let gates = Gates::new(shapes, gate);
        let from = Place::named(from).unwrap();
        let ways = Place::all().map(|to| way(kind, (from, to), (&gates, None), |_| false));
        ways.filter(|it| *it == Way::Free).count()
    }

    #[test]
    fn lone_pieces_have_so_many_moves() {
        const X: [GateShape; 2] = [GateShape::X; 2];
        for (kind, from, moves) in [
            (Kind::Major, "b2", 4),
            (Kind::Major, "a1", 2),
            // Two columns up, and a cell on either side.
            (Kind::Major, "d1", 4),
            (Kind::Major, "c1", 3),
            // Through the gate, straight and aslant.
            (Kind::Major, "b4", 5),
            (Kind::Major, "d4", 3),
            (Kind::Tank, "d1", 8),
            // To b5 and to c5.
            (Kind::Cavalry, "b3", 8),
            (Kind::Tank, "b4", 8),
            (Kind::Engineer, "b1", 7 + 6 + 1),
            (Kind::Engineer, "d1", 3 + 3 + 6),
            (Kind::Engineer, "d8", 3 + 3 + 6),
            (Kind::Aeroplane, "d1", 7 + 6 + 2),
            (Kind::Aeroplane, "e4", 7 + 2),
            (Kind::Mine, "b4", 0),
            (Kind::Flag, "a1", 0),
        ] {
            assert_eq!(count(kind, from, X, Gate::Any), moves, "{kind:?} {from}");
        }
    }

    #[test]
    fn gates_join_what_their_shapes_say() {
        use GateShape::{A, I, X, Y};
        for (shape, gate, cells) in [
            (X, Gate::Any, [2, 2, 2, 2]),
            (X, Gate::Straight, [1, 1, 1, 1]),
            (X, Gate::Diagonal, [1, 1, 1, 1]),
            (Y, Gate::Any, [1, 1, 2, 0]),
            (A, Gate::Straight, [2, 0, 1, 1]),
            (I, Gate::Any, [1, 0, 1, 0]),
        ] {
            // A step to the side and back counts three elsewhere; what is more leads through the gate.
            let through = ["b4", "c4", "b5", "c5"].map(|it| count(Kind::Spy, it, [shape; 2], gate) - 3);
            assert_eq!(through, cells, "{shape:?} {gate:?}");
            let right = ["g4", "f4", "g5", "f5"].map(|it| count(Kind::Spy, it, [shape; 2], gate) - 3);
            assert_eq!(right, cells, "{shape:?} {gate:?}");
        }
    }
}
