//! Times in seconds with running totals, as KIF and JKF write them.

use crate::played::Played;
use crate::record::{NodeId, Times};

/// The times of a record, cut to seconds.
pub(super) struct Seconds<'p, 'r, 't> {
    played: &'p Played<'r, 't>,
    /// Running totals of the times as they are written.
    written: Times,
    /// Running totals of the times as they are, in milliseconds, where the record has totals to be held against them.
    exact: Option<Times>,
}

impl<'p, 'r, 't> Seconds<'p, 'r, 't> {
    /// The times of a record.
    pub(super) fn of(played: &'p Played<'r, 't>) -> Self {
        let record = played.record();
        let mut nodes = record.tree.ids().map(|id| record.tree.node(id));
        let has_totals = nodes.any(|node| node.clock.total.is_some());
        Self {
            played,
            written: Times::of(record, 1000),
            exact: has_totals.then(|| Times::of(record, 1)),
        }
    }

    /// The time of a node, and the total of its side. A total that the record has, and that is not the sum, stays as
    /// it is.
    pub(super) fn at(&self, id: NodeId) -> Option<(u32, u64)> {
        let clock = self.played.record().tree.node(id).clock;
        let spent = clock.spent? / 1000;
        let sum = self.exact.as_ref().map(|exact| exact.total(id) / 1000);
        let total = match clock.total.map(|total| u64::from(total / 1000)) {
            Some(total) if Some(total) != sum => total,
            _ => self.written.total(id) / 1000,
        };
        Some((spent, total))
    }
}
