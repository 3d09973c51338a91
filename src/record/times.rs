//! What the times of a record come to.

use super::{NodeId, Record};

/// What the times of each side come to, by node.
#[derive(Clone, Debug)]
pub struct Times(Vec<u64>);

impl Times {
    /// Adds up the times of a record: every one is cut to a multiple of `unit`, and one that is not said counts as none.
    pub fn of(record: &Record<'_>, unit: u32) -> Self {
        let tree = &record.tree;
        let mut sums = vec![[0_u64; 2]; tree.len()];
        let mut totals = vec![0; tree.len()];
        // A parent comes before its children.
        for id in tree.ids().skip(1) {
            let node = tree.node(id);
            let mut sum = tree.parent(id).map_or([0; 2], |parent| sums[parent.index()]);
            // Clocks go by turns, whoever's piece it is that moves.
            let side = usize::from(node.ply.is_multiple_of(2));
            let spent = node.clock.spent.unwrap_or(0);
            sum[side] += u64::from(spent - spent % unit.max(1));
            totals[id.index()] = sum[side];
            sums[id.index()] = sum;
        }
        Self(totals)
    }

    /// How long the side that acts at a node has thought so far, this node counted, in milliseconds.
    pub fn total(&self, id: NodeId) -> u64 {
        self.0[id.index()]
    }
}
