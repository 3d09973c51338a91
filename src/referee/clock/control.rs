//! A time control as far as a record tells it.

use crate::finding::Span;
use crate::notation::time_limit::TimeLimit;

/// How a move is charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charging {
    /// チェスクロック: the seconds that it took.
    #[default]
    Seconds,
    /// ストップウォッチ: whole minutes, a fraction being free.
    WholeMinutes,
}

impl Charging {
    /// What a move that took so many milliseconds is charged.
    pub const fn charge(self, spent: u64) -> u64 {
        match self {
            Self::Seconds => spent,
            Self::WholeMinutes => spent / 60_000 * 60_000,
        }
    }
}

/// How it is known how moves are charged, the best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// The running totals fit no other way.
    Totals,
    /// A header says so.
    Header,
    /// The rules of the event know no other way.
    Profile,
    /// Nothing tells: seconds are the usual way.
    #[default]
    Usual,
}

/// The time that a record gives to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// What its words say, read in the likeliest way.
    pub limit: TimeLimit,
    /// The least that they may mean.
    pub least: TimeLimit,
    /// The most that they may mean.
    pub most: TimeLimit,
    /// Whether the clock of a game server ran: times are to the second, and who reaches the limit has lost.
    pub exact: bool,
    /// How moves are charged, where the words tell.
    pub charging: Option<Charging>,
    /// Where it stands.
    pub span: Option<Span>,
}

/// What a byoyomi that nobody names is at the most: the longest that is in use, in milliseconds.
const LONGEST_BYOYOMI: u32 = 600_000;

impl Control {
    /// A control whose words can mean but one thing.
    pub const fn of(limit: TimeLimit) -> Self {
        Self {
            limit,
            least: limit,
            most: limit,
            exact: false,
            charging: None,
            span: None,
        }
    }

    /// A control of which only the main time is told: what comes after it may have gone without saying.
    pub(super) const fn main_time(base: u32) -> Self {
        let limit = TimeLimit {
            base,
            byoyomi: 0,
            increment: 0,
        };
        let most = TimeLimit {
            byoyomi: LONGEST_BYOYOMI,
            ..limit
        };
        Self {
            most,
            ..Self::of(limit)
        }
    }

    /// The same control, in which seconds that are named after the main time may be byoyomi, or added by every move.
    /// The second is more: what can be played with byoyomi can be played with that.
    pub(super) const fn or_increment(self) -> Self {
        let most = TimeLimit {
            base: self.most.base,
            byoyomi: 0,
            increment: self.most.byoyomi,
        };
        Self { most, ..self }
    }

    /// Whether the words can mean but one thing.
    pub fn is_certain(&self) -> bool {
        self.least == self.most
    }

    /// Two statements about the same game. Where they differ, either may be right.
    pub(super) fn beside(self, other: Self) -> Self {
        let differ = self.limit != other.limit;
        Self {
            least: each(self.least, other.least, u32::min),
            most: each(self.most, other.most, u32::max),
            exact: (self.exact || other.exact) && !differ,
            charging: self.charging.or(other.charging),
            ..self
        }
    }

    /// Whether any time is limited.
    pub(super) fn limits(&self) -> bool {
        let TimeLimit {
            base,
            byoyomi,
            increment,
        } = self.limit;
        base > 0 || byoyomi > 0 || increment > 0
    }
}

fn each(one: TimeLimit, other: TimeLimit, choose: fn(u32, u32) -> u32) -> TimeLimit {
    TimeLimit {
        base: choose(one.base, other.base),
        byoyomi: choose(one.byoyomi, other.byoyomi),
        increment: choose(one.increment, other.increment),
    }
}
