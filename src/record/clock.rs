//! The time of a move.

/// The time a move took, in milliseconds, as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// For this move; `None` is "not said", which is not zero.
    pub spent: Option<u32>,
    /// The running total of this player.
    pub total: Option<u32>,
}

impl Clock {
    /// The running total, where the player's total before is known or not: as written, else with the time of this move.
    pub fn total_after(self, before: Option<u64>) -> Option<u64> {
        let written = self.total.map(u64::from);
        written.or_else(|| Some(before? + u64::from(self.spent?)))
    }

    /// The time of the move: as written, else what the total has grown by.
    pub fn spent_after(self, before: Option<u64>) -> Option<u64> {
        let written = self.spent.map(u64::from);
        written.or_else(|| u64::from(self.total?).checked_sub(before?))
    }
}
