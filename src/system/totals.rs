//! Running totals of the players' times against the times they are made of.

use crate::finding::Rule;
use crate::record::Clock;
use crate::referee::clock::fits_to_the_second;
use crate::referee::report::{Complaint, Report};
use crate::referee::rules::clock_cumulative_mismatch as mismatch;

/// The totals so far, one for each seat; `None` after a move whose time is not said.
#[derive(Debug)]
pub(super) struct Totals {
    totals: Vec<Option<u64>>,
    is_told: bool,
}

impl Totals {
    /// Nobody has used any time.
    pub(super) fn of(seats: usize) -> Self {
        Self {
            totals: vec![Some(0); seats],
            is_told: false,
        }
    }

    /// Adds the time of a move. What is said of the first total that does not follow from the one before.
    pub(super) fn add(&mut self, seat: usize, clock: Clock) -> Option<(&'static Rule, Complaint)> {
        let player = self.totals.get_mut(seat)?;
        let before = std::mem::replace(player, clock.total_after(*player));
        let (before, spent, total) = (u32::try_from(before?).ok()?, clock.spent?, clock.total?);
        if fits_to_the_second(before, spent, total) || std::mem::replace(&mut self.is_told, true) {
            return None;
        }
        let mut report = Report::default();
        report.say(mismatch::words(total, before.saturating_add(spent), 0));
        report.said().pop().map(|said| (&mismatch::RULE, said))
    }
}
