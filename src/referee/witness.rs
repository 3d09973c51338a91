//! Somebody who looks on while a record is replayed, so that whoever needs the board need not play it again.

use crate::record::NodeId;
use crate::shogi::{Position, Undo};

/// Looks on while the main line of a record is played.
pub trait Witness {
    /// A move has been made on the board, legal or not. After one that could not be made, nothing is seen.
    fn sees(&mut self, ply: u32, node: NodeId, after: &Position, made: &Undo);
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Witness for Nobody {
    fn sees(&mut self, _: u32, _: NodeId, _: &Position, _: &Undo) {}
}
