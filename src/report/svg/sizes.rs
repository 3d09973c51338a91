//! The measures of the boards of other games.

/// The side of a cell.
pub(super) const CELL: usize = 60;
/// What is left around the board.
pub(super) const EDGE: usize = 48;
/// How high a bar between two halves is.
pub(super) const BAR: usize = 30;
