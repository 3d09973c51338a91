//! The time left to one side under a time limit.

use super::time_words::Charging;
use super::times::TimeLimit;

/// One minute (milliseconds).
const MINUTE_MS: u64 = 60_000;

/// The time left to one side under one reading of its time limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeBudget {
    pub limit: TimeLimit,
    /// The correction that is added to a written time (milliseconds; negative for the most generous reading).
    /// Most times are cut or rounded to seconds, so the exact time is uncertain.
    rounding_ms: i64,
    charging: Charging,
    /// `true` if the main time is used up as soon as it is reached, not only when it is passed. This matters
    /// only if moves are charged in whole minutes.
    ends_at_limit: bool,
    /// Minimum charge for a move (milliseconds); not applied if moves are charged in whole minutes.
    least_charge: u64,
    /// `true` if the limit has fractions of a second, so that fractions of the times are charged too.
    pub has_fractions: bool,
    /// The main time left (milliseconds); `None` if unknown.
    pub left: Option<u64>,
}

impl TimeBudget {
    pub(crate) fn new(
        limit: TimeLimit,
        rounding_ms: i64,
        charging: Charging,
        ends_at_limit: bool,
        least_seconds: u32,
    ) -> Self {
        Self {
            limit,
            rounding_ms,
            charging,
            ends_at_limit,
            least_charge: u64::from(least_seconds) * 1000,
            has_fractions: [limit.base, limit.byoyomi, limit.increment]
                .iter()
                .any(|part| !part.is_multiple_of(1000)),
            left: Some(limit.base.into()),
        }
    }

    /// Returns the charge for a move of this duration (milliseconds).
    fn charge(&self, spent: u64) -> u64 {
        let counted_time = if self.has_fractions {
            spent
        } else {
            spent / 1000 * 1000
        };
        let charge = self.charging.charge(counted_time);
        match self.charging {
            Charging::Seconds => charge.max(self.least_charge),
            Charging::WholeMinutes => charge,
        }
    }

    /// Returns the time limit of the next move (milliseconds); `None` if unknown.
    ///
    /// A move that reaches the limit is already too long, unless fractions of a second are charged.
    pub(crate) fn allowance(&self) -> Option<u64> {
        let time_per_move = u64::from(self.limit.byoyomi) + u64::from(self.limit.increment);
        let left = self.left?;
        Some(match self.charging {
            Charging::Seconds => left + time_per_move,
            // An incomplete minute is not charged, even after the main time.
            Charging::WholeMinutes if self.ends_at_limit => left.max(if time_per_move > 0 {
                time_per_move
            } else {
                MINUTE_MS
            }),
            Charging::WholeMinutes => (left + MINUTE_MS).max(time_per_move),
        })
    }

    /// Adds the increment to the time left and subtracts the charge of a move. The time left is never below zero.
    pub(crate) fn spend(&mut self, spent: u64) {
        let charge = self.charge(spent.saturating_add_signed(self.rounding_ms));
        let increment = u64::from(self.limit.increment);
        self.left = self.left.map(|left| (left + increment).saturating_sub(charge));
    }

    /// Returns the time by which a move exceeds its limit; 0 if the move only reaches the limit.
    ///
    /// Returns `None` if the limit is unknown, or if the move stays below the limit. If fractions of a second
    /// are charged, a move that only reaches the limit gives `None`, too.
    pub(crate) fn excess(&self, spent: u64) -> Option<u64> {
        let allowance = self.allowance()?;
        let time = spent.saturating_add_signed(self.rounding_ms);
        let time = match self.charging {
            Charging::Seconds => self.charge(time),
            Charging::WholeMinutes => time,
        };
        let exceeds = if self.has_fractions {
            time > allowance
        } else {
            time >= allowance && time > 0
        };
        exceeds.then(|| time - allowance)
    }

    /// Returns the unused part of the time limit after a move of this duration. `None` if no time is left or the
    /// limit is unknown.
    pub(crate) fn remaining(&self, spent: u64) -> Option<u64> {
        let unused = self
            .allowance()?
            .checked_sub(spent.saturating_add_signed(self.rounding_ms))?;
        (unused > 0).then_some(unused)
    }
}
