//! Times and time limits, as the formats write them.

use std::fmt::Write as _;

use super::time_words::certain_limit;
use crate::played::Played;
use crate::record::{NodeId, Times};

/// How much time each side has, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimit {
    /// The time for the game.
    pub base: u32,
    /// 秒読み: the time for every move when that is used up.
    pub byoyomi: u32,
    /// What every move adds (Fischer).
    pub increment: u32,
}

pub(super) const SECOND: u32 = 1_000;
pub(super) const MINUTE: u32 = 60 * SECOND;
pub(super) const HOUR: u32 = 60 * MINUTE;

impl TimeLimit {
    /// Reads 持ち時間: `6時間`, `各５時間`, `1時間30分`, `15分+60秒`, `30分60秒`, and the forms of CSA, which some
    /// programs copy; also other words with byoyomi or an increment, such as `10分+30秒加算`. `None` for `05:00+10`, which may be hours or minutes.
    ///
    /// ```
    /// use kifu::notation::times::TimeLimit;
    /// let limit = TimeLimit::from_japanese("各１５分＋６０秒").expect("a time limit");
    /// assert_eq!(limit.to_csa_3(), "900+60+0");
    /// assert_eq!(limit.to_csa_2().as_deref(), Some("00:15+60"));
    /// assert_eq!(limit.to_japanese(), "15分+60秒");
    /// assert_eq!(TimeLimit::from_japanese("10分切れ負け"), None);
    /// ```
    pub fn from_japanese(text: &str) -> Option<Self> {
        let text: String = text.trim().chars().map(half_width).collect();
        let colon = || ColonLimit::read(&text, false)?.certain();
        if let Some(limit) = Self::from_csa_3(&text).or_else(colon) {
            return Some(limit);
        }
        Self::from_usual_words(&text).or_else(|| certain_limit(&text))
    }

    /// Reads `6時間`, `各5時間`, `1時間30分`, `15分+60秒`, `30分60秒`.
    fn from_usual_words(text: &str) -> Option<Self> {
        let rest = text.strip_prefix('各').unwrap_or(text);
        let (hours, rest) = part(rest, "時間", HOUR);
        let (minutes, rest) = part(rest, "分", MINUTE);
        if hours.is_none() && minutes.is_none() {
            // Seconds alone may be for the game or for a move.
            return None;
        }
        let base = hours.unwrap_or(0).checked_add(minutes.unwrap_or(0))?;
        let plus = rest.strip_prefix('+');
        let (seconds, rest) = part(plus.unwrap_or(rest), "秒", SECOND);
        let byoyomi = if plus.is_some() {
            seconds?
        } else {
            seconds.unwrap_or(0)
        };
        rest.is_empty().then_some(Self {
            base,
            byoyomi,
            increment: 0,
        })
    }

    /// The same with 秒読み, which KIF may have as a header of its own; `None` where that is no number of seconds, or
    /// the limit has its own already.
    #[must_use]
    pub fn with_byoyomi(self, text: &str) -> Option<Self> {
        let byoyomi = Self::from_japanese(&format!("0分+{}", text.trim()))?.byoyomi;
        let is_open = self.byoyomi == 0 && self.increment == 0;
        is_open.then_some(Self { byoyomi, ..self })
    }

    /// Writes 持ち時間: in hours and minutes where it can be, else as `$TIME` has it.
    pub fn to_japanese(self) -> String {
        if self.increment > 0 || !self.base.is_multiple_of(MINUTE) || !self.byoyomi.is_multiple_of(SECOND) {
            return self.to_csa_3();
        }
        let (hours, minutes) = (self.base / HOUR, self.base % HOUR / MINUTE);
        let mut text = String::new();
        if hours > 0 {
            let _ = write!(text, "{hours}時間");
        }
        if minutes > 0 || hours == 0 {
            let _ = write!(text, "{minutes}分");
        }
        if self.byoyomi > 0 {
            let _ = write!(text, "+{}秒", self.byoyomi / SECOND);
        }
        text
    }

    /// Reads `$TIME_LIMIT` of CSA V2: `HH:MM+SS`. `None` also if it may be minutes and seconds: some programs write
    /// five minutes as `05:00+10`. More than 24 hours are minutes.
    pub fn from_csa_2(text: &str) -> Option<Self> {
        ColonLimit::read(text, true)?.certain()
    }

    /// Writes `$TIME_LIMIT` of CSA V2; `None` if that has no room for the increment or for parts of a minute, or if
    /// there are so many hours that they would be read as minutes.
    pub fn to_csa_2(self) -> Option<String> {
        let fits =
            self.increment == 0 && self.base.is_multiple_of(MINUTE) && self.byoyomi.is_multiple_of(SECOND);
        let (hours, minutes) = (self.base / HOUR, self.base % HOUR / MINUTE);
        let fits = fits && hours <= MOST_HOURS;
        fits.then(|| format!("{hours:02}:{minutes:02}+{:02}", self.byoyomi / SECOND))
    }

    /// Reads `$TIME` of CSA V3: seconds for the game, for a move when they are used up, and added by every move, with
    /// up to three decimals.
    pub fn from_csa_3(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('+').map(decimal);
        let limit = Self {
            base: parts.next()??,
            byoyomi: parts.next()??,
            increment: parts.next()??,
        };
        parts.next().is_none().then_some(limit)
    }

    /// Writes `$TIME` of CSA V3, decimals only where they are needed.
    pub fn to_csa_3(self) -> String {
        [self.base, self.byoyomi, self.increment].map(seconds).join("+")
    }
}

// `NN:NN`, which may be hours and minutes or minutes and seconds.

/// Maximum number before the colon that is read as hours.
const MOST_HOURS: u32 = 24;

/// A time limit of the form `NN:NN` or `NN:NN+NN`. CSA defines it as hours and minutes, but some programs write minutes
/// and seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColonLimit {
    /// Hours and minutes.
    Hours(TimeLimit),
    /// Minutes and seconds.
    Minutes(TimeLimit),
    /// Either of them.
    Either {
        /// The limit in hours and minutes.
        hours: TimeLimit,
        /// The limit in minutes and seconds.
        minutes: TimeLimit,
    },
}

impl ColonLimit {
    /// Reads the form. In CSA `00:10` is ten minutes, by the standard.
    pub(crate) fn read(text: &str, is_csa: bool) -> Option<Self> {
        let text = text.trim();
        let (base, byoyomi) = text.split_once('+').unwrap_or((text, "0"));
        let (first, second) = base.split_once(':')?;
        let first = whole(first)?;
        let second = whole(second).filter(|&second| second < 60)?;
        let byoyomi = whole(byoyomi)?.checked_mul(SECOND)?;
        let limit = |unit: u32| {
            let base = first.checked_mul(unit)?.checked_add(second * (unit / 60))?;
            Some(TimeLimit {
                base,
                byoyomi,
                increment: 0,
            })
        };
        let minutes = limit(MINUTE)?;
        if first > MOST_HOURS {
            return Some(Self::Minutes(minutes));
        }
        let hours = limit(HOUR)?;
        let is_certain = first == 0 && (is_csa || second == 0);
        Some(if is_certain {
            Self::Hours(hours)
        } else {
            Self::Either { hours, minutes }
        })
    }

    /// The limit, unless there are two.
    fn certain(self) -> Option<TimeLimit> {
        match self {
            Self::Hours(limit) | Self::Minutes(limit) => Some(limit),
            Self::Either { .. } => None,
        }
    }
}

fn half_width(character: char) -> char {
    match character {
        '０'..='９' => char::from_digit(character as u32 - '０' as u32, 10).unwrap_or(character),
        '＋' => '+',
        '：' => ':',
        other => other,
    }
}

/// The number before a unit at the beginning of a text, as milliseconds, and what follows. Where there is none, nothing
/// is taken.
fn part<'t>(text: &'t str, unit: &str, worth: u32) -> (Option<u32>, &'t str) {
    let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let number = whole(&text[..digits]).and_then(|number| number.checked_mul(worth));
    match (number, text[digits..].strip_prefix(unit)) {
        (Some(number), Some(rest)) => (Some(number), rest),
        _ => (None, text),
    }
}

fn whole(text: &str) -> Option<u32> {
    // A sign would be read too.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

fn decimal(text: &str) -> Option<u32> {
    let (number, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if decimals.len() > 3 {
        return None;
    }
    let thousandths = whole(&format!("{decimals:0<3}")).filter(|_| !decimals.is_empty())?;
    whole(number)?.checked_mul(SECOND)?.checked_add(thousandths)
}

fn seconds(time: u32) -> String {
    let text = format!("{}.{:03}", time / SECOND, time % SECOND);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

// Times in seconds with running totals, as KIF and JKF write them.

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
