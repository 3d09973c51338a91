//! What a rule has against a move: a [`Fault`].

use crate::finding::Message;
use crate::shogi::Square;

/// A broken rule: the reason in words, and the squares that show it.
#[derive(Debug)]
pub(super) struct Fault {
    pub message: Message,
    /// Squares to mark beside those of the move itself.
    pub squares: Vec<Square>,
}

impl Fault {
    /// The same fault, shown by squares of the board.
    #[must_use]
    pub fn marking(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.squares.extend(squares);
        self
    }
}

impl From<Message> for Fault {
    fn from(message: Message) -> Self {
        Self {
            message,
            squares: Vec::new(),
        }
    }
}
