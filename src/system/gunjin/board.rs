//! The board: the piece on each cell, and the owners of the pieces last removed on each cell.

use super::game::{Entry, rows};
use super::knowledge::{Knowledge, PieceKnowledge};
use crate::finding::{Localize, Message, Seat, message};
use crate::notation::gunjin::{BOARD_SIZE, GAME, Kind, Place, empty_cells, seat_of};
use crate::profile::{Gate, TwoCells};
use crate::system::drawing::{Drawing, DrawnGate, DrawnPiece, Grid, Halves};

/// Returns the seat with this number: 0 for South, 1 for North.
pub(super) fn seat(number: usize) -> Seat {
    GAME.seats[number]
}

/// The pieces on the board, and the knowledge about them.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Index of the piece on each cell; `None` for an empty or unknown cell.
    cells: [Option<usize>; 64],
    /// By cell, the seats whose pieces were last removed there (a bit mask).
    removed_owners: [u8; 64],
    /// `true` for each cell that may or may not have a piece.
    pub unknown: [bool; 64],
    /// The owners and possible kinds of the pieces, as far as they are known.
    pub knowledge: Knowledge,
}

impl Board {
    /// Returns an empty board.
    pub(super) fn empty(knowledge: Knowledge) -> Self {
        Self {
            cells: [None; 64],
            removed_owners: [0; 64],
            unknown: [false; 64],
            knowledge,
        }
    }

    /// Puts a new piece on a cell. A piece without a kind is hidden.
    pub(super) fn set(&mut self, place: Place, owner: usize, kind: Option<Kind>) {
        self.cells[place.index()] = Some(self.knowledge.pieces.len());
        self.knowledge.pieces.push(PieceKnowledge {
            owner,
            kinds: kind.map_or(Kinds::ALL, Kinds::only),
            is_hidden: kind.is_none(),
        });
    }

    /// Returns the index of the piece on a cell; `None` for an empty or unknown cell.
    pub(super) fn piece_index(&self, place: Place) -> Option<usize> {
        self.cells[place.index()]
    }

    /// Returns the piece on a cell; `None` for an empty or unknown cell.
    pub(super) fn at(&self, place: Place) -> Option<PieceKnowledge> {
        self.piece_index(place)
            .map(|piece_index| self.knowledge.pieces[piece_index])
    }

    /// Returns whether a piece of this seat was among the last pieces removed on this cell.
    pub(super) fn was_removed(&self, place: Place, owner: usize) -> bool {
        self.removed_owners[place.index()] & 1 << owner != 0
    }

    /// Removes the pieces on `cells` and records their owners at the cell of the battle.
    pub(super) fn remove(&mut self, cells: &[Place], battle_cell: Place) {
        let mut owners = 0;
        for cell in cells {
            if let Some(piece) = self.cells[cell.index()].take() {
                owners |= 1 << self.knowledge.pieces[piece].owner;
            }
        }
        if owners != 0 {
            self.removed_owners[battle_cell.index()] = owners;
        }
    }

    /// Moves the piece on `from`, if there is one.
    pub(super) fn move_piece(&mut self, from: Place, to: Place) {
        if let Some(piece) = self.cells[from.index()].take() {
            self.cells[to.index()] = Some(piece);
        }
    }

    /// Returns the pieces of a seat on the board, with their cells.
    pub(super) fn pieces_of(&self, owner: usize) -> impl Iterator<Item = (Place, PieceKnowledge)> + '_ {
        Place::all().filter_map(move |place| {
            let piece = self.at(place).filter(|piece| piece.owner == owner)?;
            Some((place, piece))
        })
    }

    /// Returns the cell directly behind a piece, on the side away from the bar. `None` if `place` has no piece, or if no
    /// cell of the same half is behind the piece.
    fn cell_behind(&self, place: Place) -> Option<Place> {
        let owner = self.at(place)?.owner;
        let row = if owner == 0 {
            place.row().checked_sub(1)
        } else {
            Some(place.row() + 1)
        };
        Place::new(place.column(), row?).filter(|&cell| !is_bar_between(cell, place))
    }

    /// Returns whether the cell directly behind a piece is unknown.
    pub(super) fn is_unknown_behind(&self, place: Place) -> bool {
        self.cell_behind(place).is_some_and(|cell| self.is_unknown(cell))
    }

    /// Returns the index of the piece directly behind a piece, on the side away from the bar, if both have the same owner.
    pub(super) fn piece_behind(&self, place: Place) -> Option<usize> {
        let owner = self.at(place)?.owner;
        let index = self.piece_index(self.cell_behind(place)?)?;
        (self.knowledge.pieces[index].owner == owner).then_some(index)
    }

    /// Checks whether a piece of this kind could make the move.
    ///
    /// The piece on `from` determines the forward direction, which matters if tanks and cavalry move two cells only
    /// forward.
    pub(super) fn move_check(&self, kind: Kind, from: Place, to: Place) -> MoveCheck {
        let terms = &self.knowledge.terms;
        let forward_only = self.at(from).filter(|_| terms.two_cells == TwoCells::Ahead);
        move_check(
            kind,
            (from, to),
            (&terms.gates, forward_only.map(|it| it.owner)),
            |cell| self.piece_index(cell).is_some(),
        )
    }

    /// Returns the kinds that can move from one cell to the other with the pieces on the board.
    pub(super) fn possible_kinds(&self, from: Place, to: Place) -> Kinds {
        Kinds::matching(|kind| self.move_check(kind, from, to) == MoveCheck::Free)
    }

    /// Returns whether at least one of these kinds has a move from this cell.
    fn has_move(&self, from: Place, kinds: Kinds) -> bool {
        let owner = self.at(from).map(|it| it.owner);
        let targets = Place::all().filter(|&to| to != from && self.at(to).map(|it| it.owner) != owner);
        let is_possible = |to| {
            kinds
                .iter()
                .any(|kind| self.move_check(kind, from, to) == MoveCheck::Free)
        };
        targets.into_iter().any(is_possible)
    }

    /// Returns whether a seat has no move, whatever the kinds of its hidden pieces are. `false` if the seat has unknown
    /// cells.
    pub(super) fn is_stuck(&self, owner: usize) -> bool {
        let mut pieces = self.pieces_of(owner);
        !self.has_unknown(owner) && !pieces.any(|(from, piece)| self.has_move(from, piece.kinds))
    }

    /// Returns whether a seat has a move, whatever the kinds of its hidden pieces are. `false` if the seat has unknown
    /// cells.
    pub(super) fn can_move(&self, owner: usize) -> bool {
        let has_move = |from, kind| self.has_move(from, Kinds::only(kind));
        let mut pieces = self.pieces_of(owner);
        // Own pieces on unknown cells may block the path.
        !self.has_unknown(owner)
            && pieces.any(|(from, piece)| piece.kinds.iter().all(|kind| has_move(from, kind)))
    }

    /// Returns whether all pieces of a seat on the board are of kinds that never move. `false` if the seat has unknown
    /// cells.
    pub(super) fn is_exterminated(&self, owner: usize) -> bool {
        let immobile = Kinds::immobile();
        let mut pieces = self.pieces_of(owner);
        !self.has_unknown(owner) && pieces.all(|(_, piece)| piece.kinds.is_subset_of(immobile))
    }

    /// Returns whether no piece of a seat on the board can be a general or a field officer. `false` if the seat has
    /// unknown cells.
    pub(super) fn lacks_officers(&self, owner: usize) -> bool {
        let officers = Kinds::officers();
        let mut pieces = self.pieces_of(owner);
        !self.has_unknown(owner) && pieces.all(|(_, piece)| piece.kinds.intersection(officers).is_empty())
    }

    /// Returns whether a seat certainly has a movable piece on the board.
    ///
    /// Either one piece is known to be movable, or some pieces are hidden or on unknown cells, and the seat has
    /// more pieces left than the roster has immobile pieces.
    pub(super) fn has_mobile(&self, owner: usize) -> bool {
        let immobile = Kinds::immobile();
        let max_immobile: usize = immobile
            .iter()
            .map(|kind| usize::from(self.knowledge.terms.roster[kind.index()]))
            .sum();
        self.pieces_of(owner)
            .any(|(_, piece)| piece.kinds.intersection(immobile).is_empty())
            || (self.has_unknown(owner) || self.pieces_of(owner).any(|(_, piece)| piece.is_hidden))
                && self.remaining_count(owner) > max_immobile
    }
}

// The possible kinds of a piece.

/// A set of kinds of pieces (a bit mask).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u16);

impl Kinds {
    /// The set of all kinds.
    pub(super) const ALL: Self = Self(u16::MAX);

    /// Returns the set with a single kind.
    pub(super) const fn only(kind: Kind) -> Self {
        Self(1 << kind.index())
    }

    /// Returns the set of kinds that satisfy the predicate.
    pub(super) fn matching(predicate: impl Fn(Kind) -> bool) -> Self {
        let kinds = Kind::ALL.into_iter().filter(|&kind| predicate(kind));
        kinds.fold(Self(0), |all, kind| Self(all.0 | 1 << kind.index()))
    }

    /// Returns the kinds that never move.
    pub(super) fn immobile() -> Self {
        Self::matching(|kind| !kind.is_mobile())
    }

    /// Returns the generals and the field officers.
    pub(super) fn officers() -> Self {
        Self::matching(Kind::takes_headquarters)
    }

    pub(super) const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn has(self, kind: Kind) -> bool {
        self.0 & 1 << kind.index() != 0
    }

    /// Returns whether the set is a subset of `others`.
    pub(super) const fn is_subset_of(self, others: Self) -> bool {
        self.difference(others).is_empty()
    }

    /// Returns the kind if the set has exactly one.
    pub(super) fn only_kind(self) -> Option<Kind> {
        self.0
            .is_power_of_two()
            .then(|| Kind::ALL[self.0.trailing_zeros() as usize % Kind::COUNT])
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.has(kind))
    }
}

// The moves of the pieces.

/// The result of checking a move, ordered from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MoveCheck {
    /// The piece can make the move.
    Free,
    /// Another piece blocks the path.
    Blocked,
    /// The bar is between the cells.
    Barred,
    /// The piece does not move in this way.
    Shape,
    /// The piece never moves.
    Immobile,
}

/// The way in which a piece moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Motion {
    /// One cell along a row or a column.
    Step,
    /// One or two cells along a row or a column.
    Two,
    /// Any number of cells along a row or a column.
    Line,
    /// Any number of cells along a column, over other pieces and the bar, or one cell along a row.
    Plane,
}

const fn motion(kind: Kind) -> Option<Motion> {
    match kind {
        Kind::Mine | Kind::Flag => None,
        Kind::Aeroplane => Some(Motion::Plane),
        Kind::Tank | Kind::Cavalry => Some(Motion::Two),
        Kind::Engineer => Some(Motion::Line),
        _ => Some(Motion::Step),
    }
}

/// Checks whether a piece of this kind can move from one cell to the other.
///
/// If tanks and cavalry move two cells only forward, `forward_only_owner` is the owner of the piece. If they
/// move two cells in all directions, it is `None`. The pieces on the two cells themselves are ignored.
pub(super) fn move_check(
    kind: Kind,
    (from, to): (Place, Place),
    (gates, forward_only_owner): (&Gates, Option<usize>),
    is_occupied: impl Fn(Place) -> bool,
) -> MoveCheck {
    let Some(mut motion) = motion(kind) else {
        return MoveCheck::Immobile;
    };
    if motion == Motion::Two && forward_only_owner.is_some_and(|owner| !is_ahead(owner, from, to)) {
        motion = Motion::Step;
    }
    if from == to {
        return MoveCheck::Shape;
    }
    if from.row() == to.row() {
        return check_row(motion, (from, to), is_occupied);
    }
    // Headquarters cover two columns.
    let columns = (0..BOARD_SIZE).filter(|&column| from.is_in_column(column) && to.is_in_column(column));
    let checks = columns.map(|column| check_column(motion, column, (from, to), gates, &is_occupied));
    checks
        .min()
        .unwrap_or_else(|| check_gate_diagonal(motion, (from, to), gates, is_occupied))
}

/// Returns whether the row of `to` is ahead of that of `from`, from the point of view of a seat.
const fn is_ahead(owner: usize, from: Place, to: Place) -> bool {
    if owner == 0 {
        to.row() > from.row()
    } else {
        to.row() < from.row()
    }
}

/// Returns the maximum distance of a move (cells): along a column if `is_upright` is `true`, or else along a
/// row.
const fn max_distance(motion: Motion, is_upright: bool) -> u8 {
    match motion {
        Motion::Step => 1,
        Motion::Two => 2,
        Motion::Plane if !is_upright => 1,
        Motion::Line | Motion::Plane => BOARD_SIZE,
    }
}

fn check_row(motion: Motion, (from, to): (Place, Place), is_occupied: impl Fn(Place) -> bool) -> MoveCheck {
    let (first, last) = (from.column().min(to.column()), from.column().max(to.column()));
    let cells = || Place::row_cells(from.row()).filter(|row_cell| (first..last).contains(&row_cell.column()));
    if cells().count() > usize::from(max_distance(motion, false)) {
        return MoveCheck::Shape;
    }
    check_path((from, to), cells(), is_occupied)
}

/// Returns `Blocked` if another piece is on one of these cells, apart from origin and destination, and `Free`
/// if no other piece is.
fn check_path(
    (from, to): (Place, Place),
    mut cells: impl Iterator<Item = Place>,
    is_occupied: impl Fn(Place) -> bool,
) -> MoveCheck {
    if cells.any(|cell| cell != from && cell != to && is_occupied(cell)) {
        return MoveCheck::Blocked;
    }
    MoveCheck::Free
}

/// Returns the cells of a column from one row to the other, both included.
fn cells_of(column: u8, rows: [u8; 2]) -> impl Iterator<Item = Place> {
    let (first, last) = (rows[0].min(rows[1]), rows[0].max(rows[1]));
    (first..=last).filter_map(move |row| Place::new(column, row))
}

fn check_column(
    motion: Motion,
    column: u8,
    (from, to): (Place, Place),
    gates: &Gates,
    is_occupied: impl Fn(Place) -> bool,
) -> MoveCheck {
    if from.row().abs_diff(to.row()) > max_distance(motion, true) {
        return MoveCheck::Shape;
    }
    if motion == Motion::Plane {
        return MoveCheck::Free;
    }
    let cells = || cells_of(column, [from.row(), to.row()]);
    let mut steps = cells().zip(cells().skip(1));
    if steps.any(|(cell, next)| is_bar_between(cell, next) && !gates.join(cell, next)) {
        return MoveCheck::Barred;
    }
    check_path((from, to), cells(), is_occupied)
}

/// Checks a move along a column up to the bar and then through a gate into the next column. The move must end
/// in the first cell after the gate.
fn check_gate_diagonal(
    motion: Motion,
    (from, to): (Place, Place),
    gates: &Gates,
    is_occupied: impl Fn(Place) -> bool,
) -> MoveCheck {
    let row = if to.row() > from.row() {
        to.row().checked_sub(1)
    } else {
        Some(to.row() + 1)
    };
    let last_cell = row.and_then(|row| Place::new(from.column(), row));
    let Some(last_cell) =
        last_cell.filter(|&cell| is_bar_between(cell, to) && from.column().abs_diff(to.column()) == 1)
    else {
        return MoveCheck::Shape;
    };
    if motion == Motion::Plane || from.row().abs_diff(to.row()) > max_distance(motion, true) {
        return MoveCheck::Shape;
    }
    if !gates.join(last_cell, to) {
        return if last_cell == from {
            MoveCheck::Barred
        } else {
            MoveCheck::Shape
        };
    }
    check_path(
        (from, from),
        cells_of(from.column(), [from.row(), last_cell.row()]),
        is_occupied,
    )
}

// The gates in the bar between the halves.

/// Index of South's row next to the bar.
const SOUTH_BAR_ROW: u8 = BOARD_SIZE / 2 - 1;
/// Index of North's row next to the bar.
const NORTH_BAR_ROW: u8 = BOARD_SIZE / 2;

/// The shape of a gate, which determines the number of cells that the gate joins on each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GateShape {
    /// Two cells of each side.
    X,
    /// Two cells of South and one of North.
    Y,
    /// An inverted Y: one cell of South and two of North.
    A,
    /// One cell of each side.
    I,
}

/// The shapes of gates with their letters, in the order of [`GateShape`].
const SHAPES: [(GateShape, char); 4] = [
    (GateShape::X, 'X'),
    (GateShape::Y, 'Y'),
    (GateShape::A, 'A'),
    (GateShape::I, 'I'),
];

impl GateShape {
    /// Returns the shape with this letter; `None` if no shape has the letter.
    fn from_letter(letter: &str) -> Option<Self> {
        let shape_and_letter = SHAPES.iter().find(|shape| letter.chars().eq([shape.1]));
        shape_and_letter.map(|pair| pair.0)
    }

    /// Returns the letter of the shape.
    const fn letter(self) -> char {
        SHAPES[self as usize].1
    }
}

/// The columns of each gate: first the column of a single cell in a Y, A or I gate, then the other column.
pub(super) const GATE_COLUMNS: [(u8, u8); 2] = [(1, 2), (6, 5)];

/// The pairs of cells that the gates join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gates {
    /// The shapes of the left and the right gate.
    pub shapes: [GateShape; 2],
    /// By the column of South's cell, the columns of North's cells (a bit mask).
    joined: [u8; BOARD_SIZE as usize],
}

impl Gates {
    /// Returns the gates with these shapes on the left and on the right. `gate` is the rule about the ways
    /// through an X gate.
    pub(super) fn new(shapes: [GateShape; 2], gate: Gate) -> Self {
        let mut gates = Self {
            shapes,
            joined: [0; BOARD_SIZE as usize],
        };
        for (shape, (single, other)) in shapes.into_iter().zip(GATE_COLUMNS) {
            let both_columns: &[u8] = &[single, other];
            let (souths, norths) = match shape {
                GateShape::X => (both_columns, both_columns),
                GateShape::Y => (both_columns, &both_columns[..1]),
                GateShape::A => (&both_columns[..1], both_columns),
                GateShape::I => (&both_columns[..1], &both_columns[..1]),
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

    /// Parses the gates of a header: `X X`, left and right. Returns `None` if the text is not two shapes.
    pub(super) fn read(text: &str, gate: Gate) -> Option<Self> {
        let mut words = text.split_whitespace();
        let shapes = [
            GateShape::from_letter(words.next()?)?,
            GateShape::from_letter(words.next()?)?,
        ];
        words.next().is_none().then(|| Self::new(shapes, gate))
    }

    /// Returns whether a gate leads from one of these cells to the other in one step.
    pub(super) fn join(&self, one: Place, other: Place) -> bool {
        let (south, north) = if one.row() < other.row() {
            (one, other)
        } else {
            (other, one)
        };
        (south.row(), north.row()) == (SOUTH_BAR_ROW, NORTH_BAR_ROW)
            && self.joined[usize::from(south.column())] & 1 << north.column() != 0
    }

    /// Returns the columns of North that a gate joins to a column of South (a bit mask).
    pub(super) const fn joined_columns(&self, column: u8) -> u8 {
        self.joined[column as usize]
    }

    /// Returns whether a gate leads from this cell.
    pub(super) fn has(&self, place: Place) -> bool {
        match place.row() {
            SOUTH_BAR_ROW => self.joined[usize::from(place.column())] != 0,
            NORTH_BAR_ROW => self
                .joined
                .iter()
                .any(|columns| columns & 1 << place.column() != 0),
            _ => false,
        }
    }
}

/// Returns whether the bar is between two cells.
pub(super) const fn is_bar_between(one: Place, other: Place) -> bool {
    one.half() != other.half()
}

// The position as text: eight rows from North's back row to South's, and the side to move:
// `. . . TGn . . . / … / MNs FGs . . . . . S`.
// A back row has seven cells. A dot is an empty cell; in a header, a digit is a number of empty cells. A question mark
// is a piece of unknown kind, or a cell that may have a piece.

/// By seat, the letter of the owner of a piece.
const OWNER_LETTERS: [char; 2] = ['s', 'n'];
/// By seat, the word for the side to move.
const TURN_WORDS: [&str; 2] = ["S", "N"];

/// Returns the text of a position with this seat to move.
pub(super) fn text(board: &Board, side_to_move: usize) -> String {
    let rows = (0..BOARD_SIZE).rev().map(|row| {
        let cells = Place::row_cells(row).map(|place| cell_text(board, place));
        cells.collect::<Vec<_>>().join(" ")
    });
    format!(
        "{} {}",
        rows.collect::<Vec<_>>().join(" / "),
        TURN_WORDS[side_to_move]
    )
}

fn cell_text(board: &Board, place: Place) -> String {
    let Some(index) = board.piece_index(place) else {
        return if board.is_unknown(place) {
            format!("?{}", OWNER_LETTERS[place.half()])
        } else {
            ".".to_owned()
        };
    };
    let code = board.knowledge.shown_kind(index).map_or("?", Kind::code);
    format!("{code}{}", OWNER_LETTERS[board.knowledge.pieces[index].owner])
}

/// Puts the pieces of a position on an empty board and returns the side to move.
///
/// # Errors
///
/// Returns a message if the side to move is missing, if the number of rows is wrong, or about the first row
/// that cannot be read, with its number from the top.
pub(super) fn read(text: &str, board: &mut Board) -> Result<usize, Message> {
    let mut rows = rows(text, empty_cells);
    // The side to move may be on a separate line.
    let turn = match rows.last_mut() {
        Some(last_row) if last_row.len() > 1 => last_row.pop(),
        _ => rows.pop().and_then(|mut last_row| last_row.pop()),
    };
    let side_to_move = turn.flatten().and_then(|it| seat_of(it.1)).ok_or_else(|| {
        message!(
            "expected the side to move (S or N) at the end of the position",
            "局面の最後に手番（SかN）がない"
        )
    })?;
    let count = rows.len();
    if count != usize::from(BOARD_SIZE) {
        return Err(message!(
            "expected {BOARD_SIZE} rows in the position, found {count}",
            "局面が{BOARD_SIZE}段でなく{count}段である",
        ));
    }
    for ((number, row), words) in (1_u8..).zip((0..BOARD_SIZE).rev()).zip(rows) {
        let mut cells = Place::row_cells(row);
        let cell_count = Place::row_cells(row).count();
        let wrong_length_message = || {
            message!(
                "expected {cell_count} cells in row {number} of the position",
                "局面の{number}段目が{cell_count}マスでない",
            )
        };
        for word in words {
            let place = cells.next().ok_or_else(wrong_length_message)?;
            let Some((_, word)) = word else { continue };
            read_cell(board, place, word).ok_or_else(|| {
                message!(
                    "expected a piece and its owner (`TGs`) in row {number} of the position, found `{word}`",
                    "局面の{number}段目の `{word}` が、駒と持ち主（`TGs` など）として読めない",
                )
            })?;
        }
        if cells.next().is_some() {
            return Err(wrong_length_message());
        }
    }
    Ok(side_to_move)
}

fn read_cell(board: &mut Board, place: Place, word: &str) -> Option<()> {
    if word == "." {
        return Some(());
    }
    let owner = OWNER_LETTERS.iter().position(|&owner| word.ends_with(owner))?;
    match Entry::parse(&word[..word.len() - 1])? {
        Entry::Piece(kind) => board.set(place, owner, Some(kind)),
        Entry::Hidden => board.set(place, owner, None),
        Entry::Empty => return None,
    }
    Some(())
}

// The board as it is drawn.

/// The direction mark of each seat.
const MARKS: [char; 2] = ['↑', '↓'];

/// Number of piece names per line of the legend.
const NAMES_PER_LINE: usize = 4;

/// Returns the drawing of the board, with the side to move and a legend of the letters.
pub(super) fn drawing(board: &Board, side_to_move: usize) -> Drawing {
    let piece = |column: u8, row: u8| {
        let place = Place::new(column, row).filter(|place| place.column() == column)?;
        let index = board.piece_index(place);
        // An unknown cell is drawn with a faded piece.
        let owner_of_unknown = || board.is_unknown(place).then(|| place.half());
        let owner = index
            .map(|index| board.knowledge.pieces[index].owner)
            .or_else(owner_of_unknown)?;
        let kind = index.and_then(|index| board.knowledge.shown_kind(index));
        Some(DrawnPiece {
            label: kind.map_or("", Kind::code).to_owned(),
            mark: MARKS[owner],
            quarter_turns: 2 * owner as u8,
            faded: index.is_none(),
        })
    };
    let row = |row: u8| {
        let name = (row + 1).to_string();
        (name, (0..BOARD_SIZE).map(|column| piece(column, row)).collect())
    };
    let turn = seat(side_to_move);
    let mut notes = vec![message!("{turn} to move", "{turn}の番", turn)];
    notes.extend(Kind::ALL.chunks(NAMES_PER_LINE).map(legend_line));
    Drawing {
        columns: (b'a'..b'a' + BOARD_SIZE)
            .map(|letter| char::from(letter).to_string())
            .collect(),
        rows: (0..BOARD_SIZE).rev().map(row).collect(),
        notes,
        grid: Grid::Halves(halves(&board.knowledge.terms.gates)),
    }
}

/// Returns a line of the legend: letters and names of kinds.
fn legend_line(kinds: &'static [Kind]) -> Message {
    Message::sentence(move |language, f| {
        for (index, kind) in kinds.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " / " })?;
            write!(f, "{} ", kind.code())?;
            kind.fmt_in(language, f)?;
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
            joined: columns.map(|column| gates.joined_columns(column)),
        }
    };
    let [left, right] = gates.shapes;
    Halves {
        rows_above: usize::from(BOARD_SIZE / 2),
        gates: [gate((left, GATE_COLUMNS[0])), gate((right, GATE_COLUMNS[1]))],
        wide_column: usize::from(Place::headquarters(0).column()),
    }
}

#[cfg(test)]
mod tests {
    use super::{GateShape, *};
    use crate::profile::Gate;

    /// Returns the number of cells that a lone piece can reach from a cell.
    fn count(kind: Kind, from: &str, shapes: [GateShape; 2], gate: Gate) -> usize {
        let gates = Gates::new(shapes, gate);
        let from = Place::from_name(from).unwrap();
        let checks = Place::all().map(|to| move_check(kind, (from, to), (&gates, None), |_| false));
        checks.filter(|check| *check == MoveCheck::Free).count()
    }

    #[test]
    fn lone_pieces_have_the_expected_number_of_moves() {
        const X: [GateShape; 2] = [GateShape::X; 2];
        for (kind, from, moves) in [
            (Kind::Major, "b2", 4),
            (Kind::Major, "a1", 2),
            // The headquarters cover two columns: one cell forward in each of them, and one cell on either
            // side.
            (Kind::Major, "d1", 4),
            (Kind::Major, "c1", 3),
            // Three cells of the half, and two through the gate: straight and diagonally.
            (Kind::Major, "b4", 5),
            (Kind::Major, "d4", 3),
            (Kind::Tank, "d1", 8),
            // Two of the cells are beyond the gate: b5 and c5.
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
    fn gate_shapes_determine_connections() {
        use GateShape::{A, I, X, Y};
        for (shape, gate, cells) in [
            (X, Gate::Any, [2, 2, 2, 2]),
            (X, Gate::Straight, [1, 1, 1, 1]),
            (X, Gate::Diagonal, [1, 1, 1, 1]),
            (Y, Gate::Any, [1, 1, 2, 0]),
            (A, Gate::Straight, [2, 0, 1, 1]),
            (I, Gate::Any, [1, 0, 1, 0]),
        ] {
            // Three moves stay in the half: sideways and back. All others lead through the gate.
            let through = ["b4", "c4", "b5", "c5"].map(|word| count(Kind::Spy, word, [shape; 2], gate) - 3);
            assert_eq!(through, cells, "{shape:?} {gate:?}");
            let right = ["g4", "f4", "g5", "f5"].map(|word| count(Kind::Spy, word, [shape; 2], gate) - 3);
            assert_eq!(right, cells, "{shape:?} {gate:?}");
        }
    }
}
