//! What a ply does on the board of its game, and the board as it is drawn, on a terminal and in a picture.

use crate::finding::Message;

/// What a ply does, as far as the board tells; nothing where it has no meaning in the game, or is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveFacts {
    /// The piece before the move, as positions of the game have it: `P`, `+R`, `TG`.
    pub piece: Option<String>,
    /// What it took.
    pub captured: Option<String>,
    /// Whether it took anything.
    pub captures: Option<bool>,
    /// Whether it was dropped.
    pub drops: Option<bool>,
    /// Whether it was promoted.
    pub promotes: Option<bool>,
    /// Whether it gave check, to anybody.
    pub checks: Option<bool>,
}

// A board as it is drawn, on a terminal and in a picture.

/// The board of a game at a ply.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The names of the columns, from left to right.
    pub(crate) columns: Vec<String>,
    /// The rows from top to bottom: their names, and what stands in their cells.
    pub(crate) rows: Vec<(String, Vec<Option<DrawnPiece>>)>,
    /// What stands beside the board: hands, whose turn it is.
    pub(crate) beside: Vec<Message>,
    /// What the pieces stand on.
    pub(crate) ground: Ground,
}

/// What pieces stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// Squares; pieces are pentagons that look the way of their players.
    Squares,
    /// Points of a grid, with lines across it from one cell to another, each a column and a row; pieces are round, and of
    /// the colours of their players, the second's red.
    Points(&'static [[(usize, usize); 2]]),
    /// Squares in two halves, with a bar between them; pieces are as on squares.
    Halves(Halves),
}

/// Two halves of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halves {
    /// So many rows stand above the bar.
    pub(crate) above: usize,
    /// The gates that lead through the bar.
    pub(crate) gates: [DrawnGate; 2],
    /// This cell of the first row and of the last is two columns wide.
    pub(crate) wide: usize,
}

impl Halves {
    /// Whether a cell is two columns wide, on a board of so many rows.
    pub(crate) const fn is_wide(&self, column: usize, row: usize, rows: usize) -> bool {
        column == self.wide && (row == 0 || row + 1 == rows)
    }
}

/// A gate through a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawnGate {
    /// The letter of its shape.
    pub(crate) letter: char,
    /// Its first column and its last.
    pub(crate) columns: [usize; 2],
    /// The columns above and below that it joins: those above by a bit each, for the first column below and for the last.
    pub(crate) joined: [u8; 2],
}

impl Ground {
    /// What a cell without a piece looks like on a terminal, two columns wide.
    pub(crate) fn empty(self, column: usize, row: usize) -> char {
        match self {
            Self::Squares | Self::Halves(_) => '・',
            Self::Points(across) if across.iter().any(|line| is_on(*line, (column, row))) => '※',
            Self::Points(_) => '＋',
        }
    }
}

/// Whether a cell is on a line that runs across, one column a row.
fn is_on([(from, top), (to, bottom)]: [(usize, usize); 2], (column, row): (usize, usize)) -> bool {
    (top..=bottom).contains(&row) && column.abs_diff(from) == row - top && column.abs_diff(to) == bottom - row
}

/// A piece on a board.
#[derive(Clone, Debug)]
pub(crate) struct DrawnPiece {
    /// Its name, two columns wide; empty where it lies face down.
    pub(crate) label: String,
    /// The way its player looks, one column wide.
    pub(crate) mark: char,
    /// By so many quarters it is turned clockwise.
    pub(crate) quarters: u8,
    /// Its player is out of the game.
    pub(crate) faded: bool,
}
