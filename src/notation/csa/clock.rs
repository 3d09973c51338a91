//! The time of a move.

/// Why a time is not what it seems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// No number, or something beside it.
    Unreadable,
    /// More than can be counted.
    TooLong,
    /// Below zero.
    Negative,
}

/// Reads what stands after `T`: seconds, with or without decimals, as milliseconds. Decimals beyond the third
/// are left out.
pub(super) fn milliseconds(text: &str) -> Result<u32, Fault> {
    let negative = text.starts_with('-');
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (seconds, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if seconds.is_empty() || !digits(seconds) || !digits(decimals) {
        return Err(Fault::Unreadable);
    }
    let thousandths = decimals.bytes().chain(*b"000").take(3);
    let time = seconds
        .bytes()
        .chain(thousandths)
        .try_fold(0_u32, |sum, digit| {
            sum.checked_mul(10)?.checked_add(u32::from(digit - b'0'))
        })
        .ok_or(Fault::TooLong)?;
    if negative && time > 0 {
        Err(Fault::Negative)
    } else {
        Ok(time)
    }
}

/// A time as it stands after `T`: seconds, with as many decimals as it needs.
pub(super) fn seconds(milliseconds: u32) -> String {
    let (seconds, thousandths) = (milliseconds / 1000, milliseconds % 1000);
    if thousandths == 0 {
        return seconds.to_string();
    }
    let text = format!("{seconds}.{thousandths:03}");
    text.trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Fault, milliseconds, seconds};

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
            assert_eq!(seconds(time), text);
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
            ("-600", Err(Fault::Negative)),
            ("-0.5", Err(Fault::Negative)),
            ("4294967.295", Ok(u32::MAX)),
            ("4294967.296", Err(Fault::TooLong)),
            ("99999999999999999999999999", Err(Fault::TooLong)),
            ("-99999999999999999999999999", Err(Fault::TooLong)),
            ("", Err(Fault::Unreadable)),
            ("+", Err(Fault::Unreadable)),
            (".5", Err(Fault::Unreadable)),
            ("1:30", Err(Fault::Unreadable)),
            ("1.2.3", Err(Fault::Unreadable)),
            ("１", Err(Fault::Unreadable)),
            ("--1", Err(Fault::Unreadable)),
        ] {
            assert_eq!(milliseconds(text), time, "{text}");
        }
    }
}
