//! A time beside a move: `( 0:16/00:00:16)`.

use pest::Parser as _;
use pest::iterators::Pair;

use super::parser::{KakinokiParser, Rule as Part};
use super::words;
use crate::record::Clock;

/// The time that a whole text is; `None` where it is none.
pub(crate) fn read(text: &str) -> Option<Clock> {
    let time = KakinokiParser::parse(Part::time, text).ok()?.next()?;
    let mut clocks = time.into_inner().filter(|part| part.as_rule() == Part::clock);
    Some(Clock {
        spent: Some(millis(clocks.next()?)?),
        total: match clocks.next() {
            Some(total) => Some(millis(total)?),
            None => None,
        },
    })
}

/// `[hours:]minutes:seconds[.fraction]` in milliseconds; `None` where no clock can show it.
fn millis(clock: Pair<'_, Part>) -> Option<u32> {
    let (mut seconds, mut fraction) = (0_u32, 0);
    for part in clock.into_inner() {
        if part.as_rule() == Part::number {
            seconds = seconds
                .checked_mul(60)?
                .checked_add(words::number(part.as_str()))?;
        } else {
            let digits = part.as_str().chars().filter_map(words::digit);
            fraction = digits.zip([100, 10, 1]).map(|(digit, unit)| digit * unit).sum();
        }
    }
    seconds.checked_mul(1000)?.checked_add(fraction)
}

/// A time as it is written: `(0:05/00:01:20)`, without the total where there is none. `None` where nothing is known.
pub(crate) fn text(clock: Clock) -> Option<String> {
    let spent = clock.spent?;
    let fraction = match spent % 1000 {
        0 => String::new(),
        millis => format!(".{millis:03}"),
    };
    let total = clock.total.map_or_else(String::new, |total| {
        let seconds = total / 1000;
        format!(
            "/{:02}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        )
    });
    Some(format!(
        "({}:{:02}{fraction}{total})",
        spent / 60_000,
        spent / 1000 % 60
    ))
}
