//! Somebody who looks on while a record is replayed, so that whoever needs the board need not play it again.

use crate::record::NodeId;
use crate::shogi::{Position, Undo};

/// Looks on while the main line of a record is played.
pub trait Witness {
    /// A move has been made on the board, legal or not. Behind one that could not be made, nothing is seen.
    fn sees(&mut self, node: NodeId, after: &Position, made: &Undo);
}

/// Nobody looks on.
pub(super) struct Nobody;

impl Witness for Nobody {
    fn sees(&mut self, _: NodeId, _: &Position, _: &Undo) {}
}
