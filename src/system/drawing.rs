//! A board as it is drawn, on a terminal and in a picture.

use crate::finding::Message;

/// The board of a game at a ply.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The names of the columns, from left to right.
    pub columns: Vec<String>,
    /// The rows from top to bottom: their names, and what stands in their cells.
    pub rows: Vec<(String, Vec<Option<DrawnPiece>>)>,
    /// What stands beside the board: hands, whose turn it is.
    pub beside: Vec<Message>,
}

/// A piece on a board.
#[derive(Clone, Copy, Debug)]
pub struct DrawnPiece {
    /// Its character, two columns wide.
    pub character: char,
    /// The way its player looks, one column wide.
    pub mark: char,
    /// By so many quarters it is turned clockwise.
    pub quarters: u8,
    /// Its player is out of the game.
    pub faded: bool,
}
