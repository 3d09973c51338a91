//! The effects of a ply on the board, and a model of the board for drawing on a terminal or in a picture.

use crate::finding::Message;

/// The effects of a ply on the board. A field is `None` if the game or the ply has no such effect, or if the
/// effect is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveEffects {
    /// The moving piece before the move, as written in positions of the game: `P`, `+R`, `TG`.
    pub piece: Option<String>,
    /// The captured piece, as written in positions of the game. `None` also if nothing was captured.
    pub captured: Option<String>,
    /// `true` if the ply captured a piece.
    pub captures: Option<bool>,
    /// `true` if the ply dropped a piece from the hand.
    pub drops: Option<bool>,
    /// `true` if the ply promoted the piece.
    pub promotes: Option<bool>,
    /// `true` if the ply gave check to any player.
    pub checks: Option<bool>,
}

// The board as it is drawn, on a terminal or in a picture.

/// The board of a game after a ply, ready for drawing.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The names of the columns, from left to right.
    pub(crate) columns: Vec<String>,
    /// The rows from top to bottom, each with its name and the pieces in its cells; `None` for an empty cell.
    pub(crate) rows: Vec<(String, Vec<Option<DrawnPiece>>)>,
    /// Lines of text printed next to the board, such as the hands and the side to move.
    pub(crate) notes: Vec<Message>,
    /// The pattern of the board under the pieces.
    pub(crate) grid: Grid,
}

/// The pattern of a board under the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grid {
    /// Squares. Pieces are pentagons that point in the direction of play of their owner.
    Squares,
    /// Points of a grid. The value lists the diagonal lines, each from one cell to another as (column, row). Pieces are
    /// round and have the colour of their owner; the second player's colour is red.
    Points(&'static [[(usize, usize); 2]]),
    /// Squares in two halves with a bar between them. Pieces are drawn as on `Squares`.
    Halves(Halves),
}

/// A board in two halves with a bar between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halves {
    /// Number of rows above the bar.
    pub(crate) rows_above: usize,
    /// The gates through the bar.
    pub(crate) gates: [DrawnGate; 2],
    /// Column of the cell that is two columns wide in the first row and in the last row.
    pub(crate) wide_column: usize,
}

impl Halves {
    /// Returns whether a cell is two columns wide, on a board with `rows` rows.
    pub(crate) const fn is_wide(&self, column: usize, row: usize, rows: usize) -> bool {
        column == self.wide_column && (row == 0 || row + 1 == rows)
    }
}

/// A gate through the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawnGate {
    /// The letter for the shape of the gate.
    pub(crate) letter: char,
    /// The first and last column of the gate.
    pub(crate) columns: [usize; 2],
    /// For each of these two columns below the bar, a bit mask of the columns above the bar to which the gate
    /// joins this column.
    pub(crate) joined: [u8; 2],
}

impl Grid {
    /// Returns the character for an empty cell on a terminal, which is two columns wide.
    pub(crate) fn empty(self, column: usize, row: usize) -> char {
        match self {
            Self::Squares | Self::Halves(_) => '・',
            Self::Points(diagonals) if diagonals.iter().any(|line| is_on_diagonal(*line, (column, row))) => {
                '※'
            }
            Self::Points(_) => '＋',
        }
    }
}

/// Returns whether a cell is on a diagonal line, which runs one column per row.
fn is_on_diagonal([(from, top), (to, bottom)]: [(usize, usize); 2], (column, row): (usize, usize)) -> bool {
    (top..=bottom).contains(&row) && column.abs_diff(from) == row - top && column.abs_diff(to) == bottom - row
}

/// A piece on a board, as it is drawn.
#[derive(Clone, Debug)]
pub(crate) struct DrawnPiece {
    /// The name of the piece, two columns wide; empty if the piece is face down.
    pub(crate) label: String,
    /// The direction mark of the owner, one column wide.
    pub(crate) mark: char,
    /// Clockwise rotation (quarter turns).
    pub(crate) quarter_turns: u8,
    /// `true` if the piece is drawn faded: the owner is out of the game, or the cell may be empty.
    pub(crate) faded: bool,
}
