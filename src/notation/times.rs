//! Times and time limits, as each format writes them.

use std::fmt::Write as _;

use crate::played::Played;
use crate::record::{NodeId, Times};

/// The time limit of each side (milliseconds).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimit {
    /// The main time, which is used before any byoyomi.
    pub base: u32,
    /// 秒読み: the time for each move after the main time is used up.
    pub byoyomi: u32,
    /// The time that is added per move (Fischer).
    pub increment: u32,
}

pub(super) const SECOND_MS: u32 = 1_000;
pub(super) const MINUTE_MS: u32 = 60 * SECOND_MS;
pub(super) const HOUR_MS: u32 = 60 * MINUTE_MS;

impl TimeLimit {
    /// Formats the limit as 持ち時間: in hours, minutes and byoyomi (`1時間30分+60秒`), or in the form of `$TIME` if the limit
    /// has an increment or parts of these units.
    pub fn to_japanese(self) -> String {
        if self.increment > 0
            || !self.base.is_multiple_of(MINUTE_MS)
            || !self.byoyomi.is_multiple_of(SECOND_MS)
        {
            return self.to_csa_3();
        }
        let (hours, minutes) = (self.base / HOUR_MS, self.base % HOUR_MS / MINUTE_MS);
        let mut text = String::new();
        if hours > 0 {
            let _ = write!(text, "{hours}時間");
        }
        if minutes > 0 || hours == 0 {
            let _ = write!(text, "{minutes}分");
        }
        if self.byoyomi > 0 {
            let _ = write!(text, "+{}秒", self.byoyomi / SECOND_MS);
        }
        text
    }

    /// Reads `$TIME_LIMIT` of CSA V2: `HH:MM+SS`.
    ///
    /// Returns `None` for any other text. Also returns `None` if the text may be minutes and seconds: some programs
    /// write five minutes as `05:00+10`. A number over 24 before the colon is read as minutes.
    pub fn from_csa_2(text: &str) -> Option<Self> {
        ColonLimit::read(text, true)?.certain()
    }

    /// Formats the limit as `$TIME_LIMIT` of CSA V2.
    ///
    /// Returns `None` if that form cannot express the limit: an increment, a main time in parts of a minute, or a
    /// byoyomi in parts of a second. Also returns `None` for 25 hours or more, which would be read as minutes.
    pub fn to_csa_2(self) -> Option<String> {
        let has_whole_units = self.increment == 0
            && self.base.is_multiple_of(MINUTE_MS)
            && self.byoyomi.is_multiple_of(SECOND_MS);
        let (hours, minutes) = (self.base / HOUR_MS, self.base % HOUR_MS / MINUTE_MS);
        let is_expressible = has_whole_units && hours <= MAX_HOURS;
        is_expressible.then(|| format!("{hours:02}:{minutes:02}+{:02}", self.byoyomi / SECOND_MS))
    }

    /// Reads `$TIME` of CSA V3: main time, byoyomi and increment, in seconds with up to three decimals. Returns
    /// `None` for any other text.
    pub fn from_csa_3(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('+').map(parse_decimal_seconds);
        let limit = Self {
            base: parts.next()??,
            byoyomi: parts.next()??,
            increment: parts.next()??,
        };
        parts.next().is_none().then_some(limit)
    }

    /// Formats the limit as `$TIME` of CSA V3, with decimals only if necessary.
    pub fn to_csa_3(self) -> String {
        [self.base, self.byoyomi, self.increment]
            .map(format_seconds)
            .join("+")
    }
}

// Limits `NN:NN`, which may be hours and minutes or minutes and seconds.

/// Maximum number before the colon that is read as hours.
const MAX_HOURS: u32 = 24;

/// A time limit of the form `NN:NN` or `NN:NN+NN`.
///
/// CSA defines this form as hours and minutes, but some programs write minutes and seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColonLimit {
    /// Hours and minutes.
    Hours(TimeLimit),
    /// Minutes and seconds.
    Minutes(TimeLimit),
    /// Either hours and minutes or minutes and seconds.
    Either {
        /// The limit in hours and minutes.
        hours: TimeLimit,
        /// The limit in minutes and seconds.
        minutes: TimeLimit,
    },
}

impl ColonLimit {
    /// Reads a limit of the form `NN:NN` or `NN:NN+NN`; returns `None` for any other text. In CSA, `00:10` is certainly
    /// ten minutes; in other formats, this text may also be ten seconds. A number over 24 before the colon is read as
    /// minutes.
    pub(crate) fn read(text: &str, is_csa: bool) -> Option<Self> {
        let text = text.trim();
        let (base, byoyomi) = text.split_once('+').unwrap_or((text, "0"));
        let (first, second) = base.split_once(':')?;
        let first = whole_number(first)?;
        let second = whole_number(second).filter(|&second| second < 60)?;
        let byoyomi = whole_number(byoyomi)?.checked_mul(SECOND_MS)?;
        let limit = |unit: u32| {
            let base = first.checked_mul(unit)?.checked_add(second * (unit / 60))?;
            Some(TimeLimit {
                base,
                byoyomi,
                increment: 0,
            })
        };
        let minutes = limit(MINUTE_MS)?;
        if first > MAX_HOURS {
            return Some(Self::Minutes(minutes));
        }
        let hours = limit(HOUR_MS)?;
        let is_certain = first == 0 && (is_csa || second == 0);
        Some(if is_certain {
            Self::Hours(hours)
        } else {
            Self::Either { hours, minutes }
        })
    }

    /// Returns the limit if it has a single possible meaning; `None` for [`Self::Either`].
    pub(super) fn certain(self) -> Option<TimeLimit> {
        match self {
            Self::Hours(limit) | Self::Minutes(limit) => Some(limit),
            Self::Either { .. } => None,
        }
    }
}

pub(super) fn whole_number(text: &str) -> Option<u32> {
    // `parse` would also accept a sign.
    let has_only_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| has_only_digits)
}

fn parse_decimal_seconds(text: &str) -> Option<u32> {
    let (number, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if decimals.len() > 3 {
        return None;
    }
    let thousandths = whole_number(&format!("{decimals:0<3}")).filter(|_| !decimals.is_empty())?;
    whole_number(number)?
        .checked_mul(SECOND_MS)?
        .checked_add(thousandths)
}

fn format_seconds(time: u32) -> String {
    let text = format!("{}.{:03}", time / SECOND_MS, time % SECOND_MS);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

// Times in seconds with running totals, as in KIF and JKF.

/// The times of a record, truncated to seconds.
pub(super) struct Seconds<'p, 'r, 't> {
    played: &'p Played<'r, 't>,
    /// Running totals of the times as written (truncated to seconds).
    written: Times,
    /// Running totals of the exact times (milliseconds); `None` if the record states no totals, with which these totals
    /// would be compared.
    exact: Option<Times>,
}

impl<'p, 'r, 't> Seconds<'p, 'r, 't> {
    /// Collects the times of a record.
    pub(super) fn new(played: &'p Played<'r, 't>) -> Self {
        let record = played.record();
        let mut nodes = record.tree.ids().map(|id| record.tree.node(id));
        let has_totals = nodes.any(|node| node.clock.total.is_some());
        Self {
            played,
            written: Times::from_record(record, 1000),
            exact: has_totals.then(|| Times::from_record(record, 1)),
        }
    }

    /// Returns the time of a node and the total of its side (seconds); `None` if the time is unknown.
    ///
    /// If the record states a total that differs from the sum of its times, the stated total is returned.
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
