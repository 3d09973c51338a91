//! What a ply does on the board of its game.

/// What a ply does, as far as the board tells; nothing where it has no meaning in the game, or is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveFacts {
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
