//! The time of a move.

use crate::notation::TextBuilder;

/// Why a time is not what it seems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClockFault {
    /// No number, or something beside it.
    Unreadable,
    /// More than can be counted.
    TooLong,
    /// Below zero.
    Negative,
}

/// Reads what stands after `T`: seconds, with or without decimals, as milliseconds. Decimals beyond the third
/// are left out.
pub(super) fn milliseconds(text: &str) -> Result<u32, ClockFault> {
    if let Some(seconds) = whole_seconds(text) {
        return Ok(seconds * 1000);
    }
    let negative = text.starts_with('-');
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (seconds, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if seconds.is_empty() || !digits(seconds) || !digits(decimals) {
        return Err(ClockFault::Unreadable);
    }
    let thousandths = decimals.bytes().chain(*b"000").take(3);
    let time = seconds
        .bytes()
        .chain(thousandths)
        .try_fold(0_u32, |sum, digit| {
            sum.checked_mul(10)?.checked_add(u32::from(digit - b'0'))
        })
        .ok_or(ClockFault::TooLong)?;
    if negative && time > 0 {
        Err(ClockFault::Negative)
    } else {
        Ok(time)
    }
}

/// Seconds as nearly all times are written: a few digits.
fn whole_seconds(text: &str) -> Option<u32> {
    const MOST: usize = 6;
    let digits = || text.bytes().map(|byte| byte.wrapping_sub(b'0'));
    let is_plain = (1..=MOST).contains(&text.len()) && digits().all(|digit| digit < 10);
    is_plain.then(|| digits().fold(0, |sum, digit| sum * 10 + u32::from(digit)))
}

/// Adds a time as it stands after `T`: seconds, with as many decimals as it needs.
pub(super) fn write_seconds(milliseconds: u32, draft: &mut TextBuilder) {
    let (seconds, thousandths) = (milliseconds / 1000, milliseconds % 1000);
    draft.number(seconds.into(), 0, ' ');
    if thousandths > 0 {
        draft.text.push('.');
        draft.number(thousandths.into(), 3, '0');
        draft.text.truncate(draft.text.trim_end_matches('0').len());
    }
}

#[cfg(test)]
mod tests {
    use super::{ClockFault, TextBuilder, milliseconds, write_seconds};

    #[test]
    fn times_are_written_as_short_as_can_be() {
        for (time, text) in [
            (0, "0"),
            (60_000, "60"),
            (1, "0.001"),
            (20, "0.02"),
            (6_100, "6.1"),
            (12_345, "12.345"),
            (u32::MAX, "4294967.295"),
        ] {
            let mut draft = TextBuilder::default();
            write_seconds(time, &mut draft);
            assert_eq!(draft.text, text);
            assert_eq!(milliseconds(text), Ok(time));
        }
    }

    #[test]
    fn times_are_read_or_refused() {
        for (text, time) in [
            ("0", Ok(0)),
            ("12", Ok(12_000)),
            ("0012", Ok(12_000)),
            ("12.345", Ok(12_345)),
            ("6.1", Ok(6_100)),
            ("6.12399", Ok(6_123)),
            ("1.", Ok(1_000)),
            ("+600", Ok(600_000)),
            ("-0", Ok(0)),
            ("-600", Err(ClockFault::Negative)),
            ("-0.5", Err(ClockFault::Negative)),
            ("4294967.295", Ok(u32::MAX)),
            ("4294967.296", Err(ClockFault::TooLong)),
            ("99999999999999999999999999", Err(ClockFault::TooLong)),
            ("-99999999999999999999999999", Err(ClockFault::TooLong)),
            ("", Err(ClockFault::Unreadable)),
            ("+", Err(ClockFault::Unreadable)),
            (".5", Err(ClockFault::Unreadable)),
            ("1:30", Err(ClockFault::Unreadable)),
            ("1.2.3", Err(ClockFault::Unreadable)),
            ("１", Err(ClockFault::Unreadable)),
            ("--1", Err(ClockFault::Unreadable)),
        ] {
            assert_eq!(milliseconds(text), time, "{text}");
        }
    }
}
