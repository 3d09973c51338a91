//! The clocks: a time for the game, then byoyomi (초읽기) in periods, each lost when it is used up.

use crate::finding::Span;
use crate::record::Node;

const SECOND: u32 = 1_000;
const MINUTE: u32 = 60 * SECOND;

/// What each player has, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    base: u32,
    byoyomi: u32,
    periods: u32,
}

impl Limit {
    /// Reads 제한시간: `5분 30초 3회`, `각 10분, 초읽기 30초 3회`. `None` where it has other words, or no byoyomi: what a time
    /// alone means is not known.
    pub(super) fn of(text: &str) -> Option<Self> {
        let words = [
            ("자유시간", " "),
            ("초읽기", " "),
            ("각", " "),
            ("씩", " "),
            (",", " "),
            ("+", " "),
        ];
        let plain = words
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        let (mut base, mut byoyomi, mut periods) = (0_u32, None, 1);
        let mut rest = plain.trim();
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_digit())?;
            let number: u32 = rest[..end].parse().ok()?;
            let unit = rest[end..].trim_start();
            rest = if let Some(rest) = unit.strip_prefix("시간") {
                base = base.checked_add(number.checked_mul(60 * MINUTE)?)?;
                rest
            } else if let Some(rest) = unit.strip_prefix('분') {
                base = base.checked_add(number.checked_mul(MINUTE)?)?;
                rest
            } else if let Some(rest) = unit.strip_prefix('초') {
                byoyomi = Some(number.checked_mul(SECOND)?);
                rest
            } else {
                periods = number;
                unit.strip_prefix('회')?
            };
            rest = rest.trim_start();
        }
        let byoyomi = byoyomi.filter(|&it| it > 0)?;
        (periods > 0).then_some(Self {
            base,
            byoyomi,
            periods,
        })
    }
}

/// The clock of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    limit: Limit,
    left: Limit,
    /// What is left of the base at least: times are rounded.
    least: u32,
    plies: u32,
    /// Every time so far is known.
    is_known: bool,
}

/// Where a player's time was used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fallen {
    pub seat: usize,
    pub ply: u32,
    /// Where the time stands.
    pub span: Option<Span>,
    /// So many milliseconds are more than there was.
    pub by: u32,
}

impl Clock {
    pub(super) const fn of(limit: Limit) -> Self {
        Self {
            limit,
            left: limit,
            least: limit.base,
            plies: 0,
            is_known: true,
        }
    }

    /// Returns what is left of the time before byoyomi if that is at least half of it and every time is known.
    pub(super) fn spare(&self) -> Option<u32> {
        let is_known = self.is_known && self.plies > 0 && self.left.periods == self.limit.periods;
        (is_known && self.least >= self.limit.base / 2).then_some(self.least)
    }

    /// Charges a ply. Times are rounded, so that a second of each is free.
    pub(super) fn charge(&mut self, seat: usize, node: &Node<'_>) -> Option<Fallen> {
        let spent = node.clock.spent.filter(|_| self.is_known);
        let Some(spent) = spent else {
            self.is_known = false;
            return None;
        };
        self.plies += 1;
        self.least = self.least.saturating_sub(spent.saturating_add(SECOND));
        let spent = spent.saturating_sub(SECOND);
        let Limit {
            base,
            byoyomi,
            periods,
        } = self.left;
        self.left.base = base.saturating_sub(spent);
        let over = spent.saturating_sub(base);
        let lost = over.saturating_sub(1) / byoyomi;
        self.left.periods = periods.saturating_sub(lost);
        (self.left.periods == 0).then(|| {
            self.is_known = false;
            Fallen {
                seat,
                ply: node.ply,
                span: node.clock_place(),
                by: over.saturating_sub(periods.saturating_mul(byoyomi)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_where_they_can_mean_but_one_thing() {
        let limit = |base, byoyomi, periods| {
            Some(Limit {
                base: base * MINUTE,
                byoyomi: byoyomi * SECOND,
                periods,
            })
        };
        assert_eq!(Limit::of("5분 30초 3회"), limit(5, 30, 3));
        assert_eq!(Limit::of("각 10분, 초읽기 30초3회"), limit(10, 30, 3));
        assert_eq!(Limit::of("1시간 30분 40초"), limit(90, 40, 1));
        for text in ["", "20분", "무제한", "30초 0회", "5분 30초 3회 후 판정", "5"] {
            assert_eq!(Limit::of(text), None, "{text}");
        }
    }
}
