//! The board: what stands where, and what was last removed there.

use super::game::{Entry, rows};
use super::knowledge::{Knowledge, Piece};
use crate::finding::{Message, Seat, Speak, message};
use crate::notation::gunjin::{GAME, Kind, Place, SIDE, empty_cells, seat_of};
use crate::profile::{Gate, TwoCells};
use crate::system::drawing::{Drawing, DrawnGate, DrawnPiece, Ground, Halves};

/// The player of a seat.
pub(super) fn seat(number: usize) -> Seat {
    GAME.seats[number]
}

/// Where everything stands, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// By cell, the number of the piece there.
    cells: [Option<usize>; 64],
    /// By cell, the seats whose pieces were last removed there, a bit each.
    removed: [u8; 64],
    /// The cells of which nothing is known.
    pub unknown: [bool; 64],
    pub known: Knowledge,
}

impl Board {
    /// Nothing on it.
    pub(super) fn empty(known: Knowledge) -> Self {
        Self {
            cells: [None; 64],
            removed: [0; 64],
            unknown: [false; 64],
            known,
        }
    }

    /// Puts a new piece there; one without a kind is hidden.
    pub(super) fn set(&mut self, place: Place, owner: usize, kind: Option<Kind>) {
        self.cells[place.index()] = Some(self.known.pieces.len());
        self.known.pieces.push(Piece {
            owner,
            kinds: kind.map_or(Kinds::ALL, Kinds::only),
            is_hidden: kind.is_none(),
        });
    }

    /// The number of the piece there.
    pub(super) fn number(&self, place: Place) -> Option<usize> {
        self.cells[place.index()]
    }

    /// The piece there.
    pub(super) fn at(&self, place: Place) -> Option<Piece> {
        self.number(place).map(|it| self.known.pieces[it])
    }

    /// Whether a piece of this seat was the last thing removed there.
    pub(super) fn was_removed(&self, place: Place, owner: usize) -> bool {
        self.removed[place.index()] & 1 << owner != 0
    }

    /// Takes pieces off: those on these cells, who fall there.
    pub(super) fn remove(&mut self, cells: &[Place], there: Place) {
        let mut fallen = 0;
        for cell in cells {
            if let Some(piece) = self.cells[cell.index()].take() {
                fallen |= 1 << self.known.pieces[piece].owner;
            }
        }
        if fallen != 0 {
            self.removed[there.index()] = fallen;
        }
    }

    /// Moves what stands there, if anything does.
    pub(super) fn shift(&mut self, from: Place, to: Place) {
        if let Some(piece) = self.cells[from.index()].take() {
            self.cells[to.index()] = Some(piece);
        }
    }

    /// The pieces of a seat that are on the board, and where.
    pub(super) fn pieces_of(&self, owner: usize) -> impl Iterator<Item = (Place, Piece)> + '_ {
        Place::all().filter_map(move |place| {
            let piece = self.at(place).filter(|it| it.owner == owner)?;
            Some((place, piece))
        })
    }

    /// The cell right after one, as the owner of the piece on it sees it from the bar.
    fn cell_behind(&self, place: Place) -> Option<Place> {
        let owner = self.at(place)?.owner;
        let row = if owner == 0 {
            place.row().checked_sub(1)
        } else {
            Some(place.row() + 1)
        };
        Place::new(place.column(), row?).filter(|&it| !across(it, place))
    }

    /// Whether nothing is known of what stands there.
    pub(super) fn is_unknown_behind(&self, place: Place) -> bool {
        self.cell_behind(place).is_some_and(|it| self.is_unknown(it))
    }

    /// The number of the piece of the same side right after the one that stands there, seen from the bar.
    pub(super) fn behind(&self, place: Place) -> Option<usize> {
        let owner = self.at(place)?.owner;
        let number = self.number(self.cell_behind(place)?)?;
        (self.known.pieces[number].owner == owner).then_some(number)
    }

    /// Whether a piece of this kind can go so: the one that stands there, for those that go ahead otherwise than back.
    pub(super) fn way(&self, kind: Kind, from: Place, to: Place) -> Way {
        let terms = &self.known.terms;
        let ahead = self.at(from).filter(|_| terms.two_cells == TwoCells::Ahead);
        way(kind, (from, to), (&terms.gates, ahead.map(|it| it.owner)), |it| {
            self.number(it).is_some()
        })
    }

    /// The kinds that can go so.
    pub(super) fn movers(&self, from: Place, to: Place) -> Kinds {
        Kinds::that(|kind| self.way(kind, from, to) == Way::Free)
    }

    /// What a piece might do that can be any of these: whether one of them has a move.
    fn has_move(&self, from: Place, kinds: Kinds) -> bool {
        let owner = self.at(from).map(|it| it.owner);
        let targets = Place::all().filter(|&to| to != from && self.at(to).map(|it| it.owner) != owner);
        let can = |to| kinds.iter().any(|kind| self.way(kind, from, to) == Way::Free);
        targets.into_iter().any(can)
    }

    /// Whether a seat has no move, whatever its pieces are.
    pub(super) fn is_stuck(&self, owner: usize) -> bool {
        let mut pieces = self.pieces_of(owner);
        !self.has_unknown(owner) && !pieces.any(|(from, piece)| self.has_move(from, piece.kinds))
    }

    /// Whether a seat has a move, whatever its pieces are.
    pub(super) fn can_move(&self, owner: usize) -> bool {
        let has_move = |from, kind| self.has_move(from, Kinds::only(kind));
        let mut pieces = self.pieces_of(owner);
        // Own pieces may stand in the way of which nothing is known.
        !self.has_unknown(owner)
            && pieces.any(|(from, piece)| piece.kinds.iter().all(|kind| has_move(from, kind)))
    }

    /// Whether nothing that a seat has on the board can ever move.
    pub(super) fn is_exterminated(&self, owner: usize) -> bool {
        let immobile = Kinds::immobile();
        let mut pieces = self.pieces_of(owner);
        !self.has_unknown(owner) && pieces.all(|(_, piece)| piece.kinds.within(immobile))
    }

    /// Whether nothing that a seat has on the board can be a general or a field officer.
    pub(super) fn lacks_officers(&self, owner: usize) -> bool {
        let officers = Kinds::officers();
        let mut pieces = self.pieces_of(owner);
        !self.has_unknown(owner) && pieces.all(|(_, piece)| piece.kinds.and(officers).is_empty())
    }

    /// Whether something that a seat has on the board can move at times: one that does, or more than all that never do.
    pub(super) fn has_mobile(&self, owner: usize) -> bool {
        let immobile = Kinds::immobile();
        let most: usize = immobile
            .iter()
            .map(|kind| usize::from(self.known.terms.roster[kind.index()]))
            .sum();
        self.pieces_of(owner)
            .any(|(_, piece)| piece.kinds.and(immobile).is_empty())
            || (self.has_unknown(owner) || self.pieces_of(owner).any(|(_, piece)| piece.is_hidden))
                && self.left_of(owner) > most
    }
}

// What a piece may be.

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u16);

impl Kinds {
    /// Whatever there is.
    pub(super) const ALL: Self = Self(u16::MAX);

    /// One kind alone.
    pub(super) const fn only(kind: Kind) -> Self {
        Self(1 << kind.index())
    }

    /// Those of which this holds.
    pub(super) fn that(is: impl Fn(Kind) -> bool) -> Self {
        let kinds = Kind::ALL.into_iter().filter(|&kind| is(kind));
        kinds.fold(Self(0), |all, kind| Self(all.0 | 1 << kind.index()))
    }

    /// Those that never move.
    pub(super) fn immobile() -> Self {
        Self::that(|kind| !kind.is_mobile())
    }

    /// The generals and the field officers.
    pub(super) fn officers() -> Self {
        Self::that(Kind::takes_headquarters)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn has(self, kind: Kind) -> bool {
        self.0 & 1 << kind.index() != 0
    }

    /// Whether all of them are among others.
    pub(super) const fn within(self, others: Self) -> bool {
        self.without(others).is_empty()
    }

    /// The kind, where there is but one.
    pub(super) fn single(self) -> Option<Kind> {
        self.0
            .is_power_of_two()
            .then(|| Kind::ALL[self.0.trailing_zeros() as usize % Kind::COUNT])
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.has(kind))
    }
}

// Where pieces can go.

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
    free((from, to), cells(), is_taken)
}

/// Whether other pieces stand on the cells between two.
fn free(
    (from, to): (Place, Place),
    mut cells: impl Iterator<Item = Place>,
    is_taken: impl Fn(Place) -> bool,
) -> Way {
    if cells.any(|it| it != from && it != to && is_taken(it)) {
        return Way::Blocked;
    }
    Way::Free
}

/// The cells of a column from one row to another.
fn cells_of(column: u8, rows: [u8; 2]) -> impl Iterator<Item = Place> {
    let (first, last) = (rows[0].min(rows[1]), rows[0].max(rows[1]));
    (first..=last).filter_map(move |row| Place::new(column, row))
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
    let cells = || cells_of(column, [from.row(), to.row()]);
    let mut steps = cells().zip(cells().skip(1));
    if steps.any(|(one, next)| across(one, next) && !gates.join(one, next)) {
        return Way::Barred;
    }
    free((from, to), cells(), is_taken)
}

/// Along a column up to the bar, and from there to the next column through a gate, where the move ends.
fn slanting(
    class: Class,
    (from, to): (Place, Place),
    gates: &Gates,
    is_taken: impl Fn(Place) -> bool,
) -> Way {
    let row = if to.row() > from.row() {
        to.row().checked_sub(1)
    } else {
        Some(to.row() + 1)
    };
    let last = row.and_then(|row| Place::new(from.column(), row));
    let Some(last) = last.filter(|&it| across(it, to) && from.column().abs_diff(to.column()) == 1) else {
        return Way::Bent;
    };
    if class == Class::Plane || from.row().abs_diff(to.row()) > most(class, true) {
        return Way::Bent;
    }
    if !gates.join(last, to) {
        return if last == from { Way::Barred } else { Way::Bent };
    }
    free(
        (from, from),
        cells_of(from.column(), [from.row(), last.row()]),
        is_taken,
    )
}

// The gates in the bar between the halves.

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

/// The shapes of gates and their letters.
const SHAPES: [(GateShape, char); 4] = [
    (GateShape::X, 'X'),
    (GateShape::Y, 'Y'),
    (GateShape::A, 'A'),
    (GateShape::I, 'I'),
];

impl GateShape {
    /// The shape of this letter.
    fn from_letter(letter: &str) -> Option<Self> {
        let found = SHAPES.iter().find(|it| letter.chars().eq([it.1]));
        found.map(|it| it.0)
    }

    /// Its letter.
    const fn letter(self) -> char {
        SHAPES[self as usize].1
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
        let shapes = [
            GateShape::from_letter(words.next()?)?,
            GateShape::from_letter(words.next()?)?,
        ];
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

// The position as text: eight rows from North's back row to South's, a dot for an empty cell, seven cells in a back row, and
// whose turn it is: `. . . TGn . . . / … / MNs FGs . . . . . S`. A digit in a header stands for so many dots. A question mark is a piece of which the record says nothing, or a cell
// on which one may stand.

/// The letters of the owners, and those of the turn.
const OWNERS: [char; 2] = ['s', 'n'];
const TURN: [&str; 2] = ["S", "N"];

/// Writes a position in which it is the turn of this seat.
pub(super) fn text(board: &Board, due: usize) -> String {
    let rows = (0..SIDE).rev().map(|row| {
        let cells = Place::of_row(row).map(|place| cell_text(board, place));
        cells.collect::<Vec<_>>().join(" ")
    });
    format!("{} {}", rows.collect::<Vec<_>>().join(" / "), TURN[due])
}

fn cell_text(board: &Board, place: Place) -> String {
    let Some(number) = board.number(place) else {
        return if board.is_unknown(place) {
            format!("?{}", OWNERS[place.half()])
        } else {
            ".".to_owned()
        };
    };
    let code = board.known.told(number).map_or("?", Kind::code);
    format!("{code}{}", OWNERS[board.known.pieces[number].owner])
}

/// Puts the pieces of a position on an empty board and returns whose turn it is.
///
/// # Errors
///
/// Returns what cannot be read, with the row from the top.
pub(super) fn read(text: &str, board: &mut Board) -> Result<usize, Message> {
    let mut rows = rows(text, empty_cells);
    // The turn may have a line of its own.
    let turn = match rows.last_mut() {
        Some(last) if last.len() > 1 => last.pop(),
        _ => rows.pop().and_then(|mut last| last.pop()),
    };
    let due = turn.flatten().and_then(|it| seat_of(it.1)).ok_or_else(|| {
        message!(
            "expected the side to move (S or N) at the end of the position",
            "局面の最後に手番（SかN）がない"
        )
    })?;
    let count = rows.len();
    if count != usize::from(SIDE) {
        return Err(message!(
            "expected {SIDE} rows in the position, found {count}",
            "局面が{SIDE}段でなく{count}段である",
        ));
    }
    for ((number, row), words) in (1_u8..).zip((0..SIDE).rev()).zip(rows) {
        let mut cells = Place::of_row(row);
        let needed = Place::of_row(row).count();
        let of_wrong_length = || {
            message!(
                "expected {needed} cells in row {number} of the position",
                "局面の{number}段目が{needed}マスでない",
            )
        };
        for word in words {
            let place = cells.next().ok_or_else(of_wrong_length)?;
            let Some((_, word)) = word else { continue };
            read_cell(board, place, word).ok_or_else(|| {
                message!(
                    "expected a piece and its owner (`TGs`) in row {number} of the position, found `{word}`",
                    "局面の{number}段目の `{word}` が、駒と持ち主（`TGs` など）として読めない",
                )
            })?;
        }
        if cells.next().is_some() {
            return Err(of_wrong_length());
        }
    }
    Ok(due)
}

fn read_cell(board: &mut Board, place: Place, word: &str) -> Option<()> {
    if word == "." {
        return Some(());
    }
    let owner = OWNERS.iter().position(|&it| word.ends_with(it))?;
    match Entry::parse(&word[..word.len() - 1])? {
        Entry::Piece(kind) => board.set(place, owner, Some(kind)),
        Entry::Hidden => board.set(place, owner, None),
        Entry::Empty => return None,
    }
    Some(())
}

// The board as it is drawn.

/// The way that each seat looks.
const MARKS: [char; 2] = ['↑', '↓'];

/// So many names of pieces stand in a line.
const NAMES: usize = 4;

/// The board, whose turn it is, and what the letters stand for.
pub(super) fn drawing(board: &Board, due: usize) -> Drawing {
    let piece = |column: u8, row: u8| {
        let place = Place::new(column, row).filter(|it| it.column() == column)?;
        let number = board.number(place);
        // On a cell of which nothing is known a piece may stand.
        let unknown = || board.is_unknown(place).then(|| place.half());
        let owner = number.map(|it| board.known.pieces[it].owner).or_else(unknown)?;
        let kind = number.and_then(|it| board.known.told(it));
        Some(DrawnPiece {
            label: kind.map_or("", Kind::code).to_owned(),
            mark: MARKS[owner],
            quarters: 2 * owner as u8,
            faded: number.is_none(),
        })
    };
    let row = |row: u8| {
        let name = (row + 1).to_string();
        (name, (0..SIDE).map(|column| piece(column, row)).collect())
    };
    let turn = seat(due);
    let mut beside = vec![message!("{turn} to move", "{turn}の番", turn)];
    beside.extend(Kind::ALL.chunks(NAMES).map(names));
    Drawing {
        columns: (b'a'..b'a' + SIDE).map(|it| char::from(it).to_string()).collect(),
        rows: (0..SIDE).rev().map(row).collect(),
        beside,
        ground: Ground::Halves(halves(&board.known.terms.gates)),
    }
}

/// What the letters of these kinds stand for.
fn names(kinds: &'static [Kind]) -> Message {
    Message::sentence(move |language, f| {
        for (place, kind) in kinds.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { " / " })?;
            write!(f, "{} ", kind.code())?;
            kind.speak(language, f)?;
        }
        Ok(())
    })
}

fn halves(gates: &Gates) -> Halves {
    let gate = |(shape, (single, other)): (GateShape, (u8, u8))| {
        let columns = if shape == GateShape::I {
            [single; 2]
        } else {
            [single.min(other), single.max(other)]
        };
        DrawnGate {
            letter: shape.letter(),
            columns: columns.map(usize::from),
            joined: columns.map(|column| gates.opposite(column)),
        }
    };
    let [left, right] = gates.shapes;
    Halves {
        above: usize::from(SIDE / 2),
        gates: [gate((left, COLUMNS[0])), gate((right, COLUMNS[1]))],
        wide: usize::from(Place::headquarters(0).column()),
    }
}

#[cfg(test)]
mod tests {
    use super::{GateShape, *};
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
