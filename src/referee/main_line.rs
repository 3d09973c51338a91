//! What the replay of the main line has shown.

use super::doubt::Doubt;
use super::ends::Ends;
use super::rules::opponent_piece_moved;
use crate::finding::{Rule, Span};
use crate::shogi::{Color, Position};

/// A foul on the main line.
#[derive(Clone, Copy, Debug)]
pub struct Foul {
    /// The ply it was made at.
    pub ply: u32,
    /// Who made it.
    pub side: Color,
    /// The rule it breaks.
    pub rule: &'static Rule,
    /// The move.
    pub span: Span,
    /// No move before it contradicts the board.
    pub certain: bool,
}

impl Foul {
    /// Whether this side may be blamed for it. A piece that was moved out of turn may have been moved by its owner.
    pub(crate) fn may_be_of(&self, side: Color) -> bool {
        self.side == side || *self.rule == opponent_piece_moved::RULE
    }
}

/// The first time that a position of the main line came about as often as ends a game.
#[derive(Clone, Copy, Debug)]
pub struct Repetition {
    /// The ply that completes it.
    pub ply: u32,
    /// The move that completes it.
    pub span: Span,
    /// Who gave check with every move.
    pub perpetual: Option<Color>,
    /// By side: its first move since the first occurrence that gave no check.
    pub quiet: [Option<u32>; 2],
}

/// A position of the main line in which its side to move had no legal move, though the record goes on.
#[derive(Clone, Copy, Debug)]
pub struct Mate {
    /// The ply that led to it.
    pub ply: u32,
    /// Who had no move.
    pub loser: Color,
    /// Whether that side was in check.
    pub checked: bool,
}

/// What the replay of the main line has shown.
#[derive(Clone, Debug, Default)]
pub(super) struct MainLine {
    /// Its fouls, in order.
    pub fouls: Vec<Foul>,
    pub repetition: Option<Repetition>,
    /// How often the position that came about most often did.
    pub most_occurrences: u32,
    /// The ply that took a king, and whose move it was.
    pub king_captured: Option<(u32, Color)>,
    /// The mate after which the record goes on.
    pub mated: Option<Mate>,
    /// What came about that ends a game by itself.
    pub ends: Ends,
    /// A move could not be put on the board: nothing after it is known.
    pub broken: bool,
    /// What is in doubt of the position it leads to.
    pub doubt: Doubt,
    /// The position at the first end of the line.
    pub end: Option<Position>,
}
