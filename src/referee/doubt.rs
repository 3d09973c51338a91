//! What a move that contradicts the board leaves in doubt.

/// What may not be as the players had it before them, since a move contradicts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// Nothing.
    #[default]
    None,
    /// The hands: a piece was dropped that was not there.
    Hands,
    /// The board.
    Board,
}
