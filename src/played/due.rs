//! What a playback yields: what is due at a node, and the move that was made there.

use super::resolve::Unclear;
use crate::finding::Span;
use crate::record::{NodeId, Terminal, Written};
use crate::shogi::{Move, Position, Undo};

/// What stands at a node, looked up on the board and not played yet.
#[derive(Debug)]
pub enum Due<'r> {
    /// A move.
    Move {
        /// As the record has it.
        written: &'r Written,
        /// The same with what the record leaves to the board.
        resolved: Written,
        /// The move that it is, if it is legal and written without contradiction.
        legal: Option<Move>,
        /// Whether several pieces fit it, and only with this one the rest of the line can be legally played.
        by_rest: bool,
    },
    /// A move of which the board does not tell which piece it means.
    Unclear(&'r Written, Unclear),
    /// A turn that is let pass.
    Pass(Span),
    /// Something that cannot be read.
    Illegible(Span),
    /// The end of a line of play.
    End(Terminal),
}

/// A move that has been made on the board, legal or not.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'p> {
    /// Its node.
    pub node: NodeId,
    /// Distance from the start.
    pub ply: u32,
    /// The position after it.
    pub after: &'p Position,
    /// What it did, and how it is taken back.
    pub undo: &'p Undo,
    /// Whether it is legal and written without contradiction.
    pub legal: bool,
}

impl PlayedMove<'_> {
    /// The position before it.
    pub fn before(&self) -> Position {
        let mut before = self.after.clone();
        before.undo(self.undo.clone());
        before
    }
}
