//! The time of a move: the text after `T`.

use crate::notation::TextBuilder;

/// The reason why a time is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeError {
    /// The text is not a number, or has extra characters.
    Unreadable,
    /// The time does not fit into 32 bits (milliseconds).
    TooLong,
    /// The time is negative.
    Negative,
}

/// Reads the text after `T`, seconds with or without decimals, as milliseconds.
///
/// Decimals after the third are ignored. Returns the reason as an error if the text is not a valid time.
pub(super) fn milliseconds(text: &str) -> Result<u32, TimeError> {
    if let Some((seconds, [])) = whole_seconds(text.as_bytes()) {
        return Ok(seconds * 1000);
    }
    let is_negative = text.starts_with('-');
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (seconds, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if seconds.is_empty() || !is_digits(seconds) || !is_digits(decimals) {
        return Err(TimeError::Unreadable);
    }
    let thousandths = decimals.bytes().chain(*b"000").take(3);
    let time = seconds
        .bytes()
        .chain(thousandths)
        .try_fold(0_u32, |sum, digit| {
            sum.checked_mul(10)?.checked_add(u32::from(digit - b'0'))
        })
        .ok_or(TimeError::TooLong)?;
    if is_negative && time > 0 {
        Err(TimeError::Negative)
    } else {
        Ok(time)
    }
}

/// Writes a time as it appears after `T`: seconds, with as few decimals as possible.
pub(super) fn write_seconds(milliseconds: u32, draft: &mut TextBuilder) {
    let (seconds, thousandths) = (milliseconds / 1000, milliseconds % 1000);
    draft.number(seconds.into(), 0, ' ');
    if thousandths > 0 {
        draft.text.push('.');
        draft.number(thousandths.into(), 3, '0');
        draft.text.truncate(draft.text.trim_end_matches('0').len());
    }
}

/// Reads one to six digits at the beginning of a text, the number of seconds in almost all records. Returns the number and
/// the bytes after it; `None` for any other text.
#[inline]
pub(super) fn whole_seconds(bytes: &[u8]) -> Option<(u32, &[u8])> {
    const MAX_DIGITS: usize = 6;
    let mut rest = bytes;
    let mut seconds = 0;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        seconds = seconds * 10 + u32::from(digit - b'0');
        rest = after;
        if bytes.len() - rest.len() > MAX_DIGITS {
            return None;
        }
    }
    (rest.len() < bytes.len()).then_some((seconds, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_with_as_few_decimals_as_possible() {
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
            ("-600", Err(TimeError::Negative)),
            ("-0.5", Err(TimeError::Negative)),
            ("4294967.295", Ok(u32::MAX)),
            ("4294967.296", Err(TimeError::TooLong)),
            ("99999999999999999999999999", Err(TimeError::TooLong)),
            ("-99999999999999999999999999", Err(TimeError::TooLong)),
            ("", Err(TimeError::Unreadable)),
            ("+", Err(TimeError::Unreadable)),
            (".5", Err(TimeError::Unreadable)),
            ("1:30", Err(TimeError::Unreadable)),
            ("1.2.3", Err(TimeError::Unreadable)),
            ("１", Err(TimeError::Unreadable)),
            ("--1", Err(TimeError::Unreadable)),
        ] {
            assert_eq!(milliseconds(text), time, "{text}");
        }
    }
}
