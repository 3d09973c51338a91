//! The clocks: a base time, then byoyomi (초읽기) in periods. A period is lost when it is used up.

use crate::finding::Span;
use crate::record::Node;

/// One second (milliseconds).
const SECOND_MS: u32 = 1_000;
/// One minute (milliseconds).
const MINUTE_MS: u32 = 60 * SECOND_MS;

/// The time limit of each player: the base time and the byoyomi (milliseconds), and the number of byoyomi
/// periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    base_ms: u32,
    byoyomi_ms: u32,
    periods: u32,
}

impl Limit {
    /// Parses 제한시간: `5분 30초 3회`, `각 10분, 초읽기 30초 3회`.
    ///
    /// Returns `None` if the text has other words, or no byoyomi: the meaning of a base time alone is not known.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let filler_words = [
            ("자유시간", " "),
            ("초읽기", " "),
            ("각", " "),
            ("씩", " "),
            (",", " "),
            ("+", " "),
        ];
        let without_fillers = filler_words
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        let (mut base_ms, mut byoyomi_ms, mut periods) = (0_u32, None, 1);
        let mut rest = without_fillers.trim();
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_digit())?;
            let number: u32 = rest[..end].parse().ok()?;
            let unit = rest[end..].trim_start();
            rest = if let Some(rest) = unit.strip_prefix("시간") {
                base_ms = base_ms.checked_add(number.checked_mul(60 * MINUTE_MS)?)?;
                rest
            } else if let Some(rest) = unit.strip_prefix('분') {
                base_ms = base_ms.checked_add(number.checked_mul(MINUTE_MS)?)?;
                rest
            } else if let Some(rest) = unit.strip_prefix('초') {
                byoyomi_ms = Some(number.checked_mul(SECOND_MS)?);
                rest
            } else {
                periods = number;
                unit.strip_prefix('회')?
            };
            rest = rest.trim_start();
        }
        let byoyomi_ms = byoyomi_ms.filter(|&byoyomi| byoyomi > 0)?;
        (periods > 0).then_some(Self {
            base_ms,
            byoyomi_ms,
            periods,
        })
    }
}

/// The clock of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    limit: Limit,
    /// The base time and the periods left.
    left: Limit,
    /// Lower bound of the base time left (milliseconds). Recorded times are rounded.
    min_left_ms: u32,
    /// Number of plies with a known time.
    plies: u32,
    /// `true` if the times of all plies so far are known. `false` also once the time is used up.
    is_known: bool,
}

/// The ply at which a player's time was used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeExceeded {
    pub seat: usize,
    pub ply: u32,
    /// The span of the time in the text; `None` if the ply has no span.
    pub span: Option<Span>,
    /// Excess over the available time (milliseconds).
    pub excess_ms: u32,
}

impl Clock {
    pub(super) const fn new(limit: Limit) -> Self {
        Self {
            limit,
            left: limit,
            min_left_ms: limit.base_ms,
            plies: 0,
            is_known: true,
        }
    }

    /// Returns a lower bound of the base time left (milliseconds). `None` if the bound is below half of the
    /// base time, a period was lost, a time is unknown, or there are no plies.
    pub(super) fn remaining(&self) -> Option<u32> {
        let is_bound_valid = self.is_known && self.plies > 0 && self.left.periods == self.limit.periods;
        (is_bound_valid && self.min_left_ms >= self.limit.base_ms / 2).then_some(self.min_left_ms)
    }

    /// Charges the time of a ply. Recorded times are rounded, so one second of each is not charged.
    ///
    /// Returns the excess at the ply that uses up the time of the player; `None` for any other ply.
    pub(super) fn charge(&mut self, seat: usize, node: &Node<'_>) -> Option<TimeExceeded> {
        let spent = node.clock.spent.filter(|_| self.is_known);
        let Some(spent) = spent else {
            self.is_known = false;
            return None;
        };
        self.plies += 1;
        self.min_left_ms = self.min_left_ms.saturating_sub(spent.saturating_add(SECOND_MS));
        let spent = spent.saturating_sub(SECOND_MS);
        let Limit {
            base_ms,
            byoyomi_ms,
            periods,
        } = self.left;
        self.left.base_ms = base_ms.saturating_sub(spent);
        let byoyomi_used = spent.saturating_sub(base_ms);
        let periods_lost = byoyomi_used.saturating_sub(1) / byoyomi_ms;
        self.left.periods = periods.saturating_sub(periods_lost);
        (self.left.periods == 0).then(|| {
            self.is_known = false;
            TimeExceeded {
                seat,
                ply: node.ply,
                span: node.clock_place(),
                excess_ms: byoyomi_used.saturating_sub(periods.saturating_mul(byoyomi_ms)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unambiguous_time_limits_are_read() {
        let limit = |base_minutes, byoyomi_seconds, periods| {
            Some(Limit {
                base_ms: base_minutes * MINUTE_MS,
                byoyomi_ms: byoyomi_seconds * SECOND_MS,
                periods,
            })
        };
        assert_eq!(Limit::parse("5분 30초 3회"), limit(5, 30, 3));
        assert_eq!(Limit::parse("각 10분, 초읽기 30초3회"), limit(10, 30, 3));
        assert_eq!(Limit::parse("1시간 30분 40초"), limit(90, 40, 1));
        for text in ["", "20분", "무제한", "30초 0회", "5분 30초 3회 후 판정", "5"] {
            assert_eq!(Limit::parse(text), None, "{text}");
        }
    }
}
