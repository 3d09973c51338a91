//! The time of one side under one reading of its limit.

use super::control::Charging;
use crate::notation::time_limit::TimeLimit;

/// How far a time may be from what it is written as. Most are cut or rounded to seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// Not at all.
    None,
    /// It may have been a second less.
    Less,
    /// It may have been a second more.
    More,
}

impl Doubt {
    const SECOND: u64 = 1000;

    fn applied(self, spent: u64) -> u64 {
        match self {
            Self::None => spent,
            Self::Less => spent.saturating_sub(Self::SECOND),
            Self::More => spent.saturating_add(Self::SECOND),
        }
    }
}

const MINUTE: u64 = 60_000;

/// What is left to one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeBudget {
    limit: TimeLimit,
    doubt: Doubt,
    charging: Charging,
    /// Whether a stop-watch stops the game when the main time is reached, not when it is passed.
    reaching: bool,
    /// Seconds that a move is charged at least, in milliseconds.
    least: u64,
    /// Main time that is left; `None` where that is not known.
    pub left: Option<u64>,
}

impl TimeBudget {
    pub(super) fn new(
        limit: TimeLimit,
        doubt: Doubt,
        charging: Charging,
        reaching: bool,
        least_seconds: u32,
    ) -> Self {
        Self {
            limit,
            doubt,
            charging,
            reaching,
            least: u64::from(least_seconds) * 1000,
            left: Some(limit.base.into()),
        }
    }

    /// The side had used so much before its first move.
    pub(super) fn begin_at(&mut self, used: u64) {
        self.left = Some(u64::from(self.limit.base).saturating_sub(used));
    }

    /// What a move that took so long is charged.
    fn charge(&self, spent: u64) -> u64 {
        let charge = self.charging.charge(spent / 1000 * 1000);
        match self.charging {
            Charging::Seconds => charge.max(self.least),
            Charging::WholeMinutes => charge,
        }
    }

    /// What the next move may take: reaching it is too long. `None` where that is not known.
    pub(super) fn allowance(&self) -> Option<u64> {
        let each = u64::from(self.limit.byoyomi) + u64::from(self.limit.increment);
        let left = self.left?;
        Some(match self.charging {
            Charging::Seconds => left + each,
            // A fraction of a minute is free, also after the main time.
            Charging::WholeMinutes if self.reaching => left.max(if each > 0 { each } else { MINUTE }),
            Charging::WholeMinutes => (left + MINUTE).max(each),
        })
    }

    /// Takes the time of a move. After a move that took too long nothing is left.
    pub(super) fn pay(&mut self, spent: u64) {
        let charge = self.charge(self.doubt.applied(spent));
        let increment = u64::from(self.limit.increment);
        self.left = self.left.map(|left| (left + increment).saturating_sub(charge));
    }

    /// By how much a move that took so long passes what it may take; 0 where it reaches that. `None` where it does
    /// not, or nothing is known.
    pub(super) fn excess(&self, spent: u64) -> Option<u64> {
        let allowance = self.allowance()?;
        let time = self.doubt.applied(spent);
        let time = match self.charging {
            Charging::Seconds => self.charge(time),
            Charging::WholeMinutes => time,
        };
        (time >= allowance && time > 0).then(|| time - allowance)
    }

    /// How much of what a move may take is not taken by one that took so long.
    pub(super) fn spare(&self, spent: u64) -> Option<u64> {
        let spare = self.allowance()?.checked_sub(self.doubt.applied(spent))?;
        (spare > 0).then_some(spare)
    }
}
