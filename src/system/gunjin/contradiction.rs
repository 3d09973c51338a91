//! What cannot be, in a record of hidden pieces.

/// What a record contradicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contradiction {
    /// The piece of this number can be of no kind.
    Piece(usize),
    /// The pieces of this seat cannot all be what they must be: it has too few of a kind.
    Roster(usize),
}
