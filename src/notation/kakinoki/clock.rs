//! A time beside a move: `( 0:16/00:00:16)`.

use super::cursor::{Cursor, digit};
use super::move_text::is_close;
use crate::record::Clock;

/// The time that a whole text is; `None` where it is none.
pub(crate) fn read(text: &str) -> Option<Clock> {
    let mut cursor = Cursor::new(text);
    time_group(&mut cursor).filter(|_| cursor.rest().is_empty())
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

/// `( 0:16/00:00:16)` and its dialects: blanks anywhere between the parts, an empty or missing total,
/// fractions of a second, hours in the first part.
pub(crate) fn time_group(cursor: &mut Cursor<'_>) -> Option<Clock> {
    cursor.take(Some);
    cursor.skip_blanks();
    let spent = Some(time(cursor)?);
    cursor.skip_blanks();
    let mut total = None;
    if cursor.eat('/') || cursor.eat('／') {
        cursor.skip_blanks();
        if !cursor.peek().is_some_and(is_close) {
            total = Some(time(cursor)?);
            cursor.skip_blanks();
        }
    }
    cursor.take(|c| is_close(c).then_some(Clock { spent, total }))
}

/// `[hours:]minutes:seconds[.fraction]` in milliseconds.
fn time(cursor: &mut Cursor<'_>) -> Option<u32> {
    let mut seconds = cursor.number()?;
    let mut parts = 1;
    while parts < 3 && (cursor.eat(':') || cursor.eat('：')) {
        seconds = seconds.checked_mul(60)?.checked_add(cursor.number()?)?;
        parts += 1;
    }
    if parts == 1 {
        return None;
    }
    let mut millis = seconds.checked_mul(1000)?;
    if cursor.eat('.') {
        let mut unit = 100;
        while let Some(tenth) = cursor.take(digit) {
            millis = millis.checked_add(tenth * unit)?;
            unit /= 10;
        }
    }
    Some(millis)
}
