//! What is not judged, since a move before it cannot be put on the board.

/// So many plies after one that cannot be put on the board.
#[derive(Debug)]
pub(super) struct Unjudged {
    /// The ply after which nothing is judged.
    pub after: u32,
    /// How many follow in its line.
    pub line: usize,
    /// How many there are in the variations that leave the line there.
    pub variations: usize,
}
