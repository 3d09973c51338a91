//! What a playback remembers of a node that was played, so that it can be taken back.

use crate::record::NodeId;
use crate::shogi::{Color, Position, Undo};

/// A node that was played.
#[derive(Debug)]
pub(super) struct Frame {
    pub node: NodeId,
    pub before: Before,
    pub previous_mover: Option<Color>,
    /// Whether it is a ply of the game: a move or a pass that was not taken back by the players.
    pub counts: bool,
    /// Whether it is a move that is legal and written without contradiction.
    pub legal: bool,
}

/// How the board was before a node.
#[derive(Debug)]
pub(super) enum Before {
    /// A move was made.
    Move(Undo),
    /// Nothing but the turn may have changed; it was this side's.
    Turn(Color),
    /// A move was put on the board by force.
    Forced(Box<Position>),
    /// The players took moves back.
    TakenBack(Box<TakenBack>),
}

/// What was on the board before moves were taken back.
#[derive(Debug)]
pub(super) struct TakenBack {
    pub position: Position,
    /// The plies taken back, the latest first.
    pub plies: Vec<TakenPly>,
}

/// A ply that was taken back: its frame, and what the history held of it.
#[derive(Debug)]
pub(super) struct TakenPly {
    pub frame: usize,
    pub key: u64,
    pub mover: Color,
    pub checked: bool,
}
