//! Reading the time of day in a date.

use super::NoDate;
use super::rest::Rest;

/// Clocks that have one meaning alone, and how many minutes they are ahead of UTC.
const CLOCKS: [(&str, i32); 8] = [
    ("JST", 540),
    ("KST", 540),
    ("UTC", 0),
    ("GMT", 0),
    ("CET", 60),
    ("CEST", 120),
    ("Z", 0),
    ("z", 0),
];

/// The halves of a day, and the hour at which each begins.
const HALVES: [(&str, u32); 6] = [
    ("午前", 0),
    ("午後", 12),
    ("AM", 0),
    ("PM", 12),
    ("am", 0),
    ("pm", 12),
];

/// A time of day as it is written: hours, minutes, seconds, and how far the clock is ahead of UTC.
pub(super) type Clock = (u32, u32, Option<u32>, Option<i32>);

/// Whether a text is a time of day and nothing else.
pub(super) fn is_time(text: &str) -> bool {
    let mut rest = Rest(text);
    rest.time(false).is_some() && rest.is_at_end()
}

impl Rest<'_> {
    /// The time of day, if one stands here.
    pub(super) fn time_of_day(&mut self, compact: bool) -> Option<(Clock, bool)> {
        let before = self.0;
        let time = self.time(compact);
        self.0 = if time.is_some() { self.0 } else { before };
        time
    }

    /// The name of a clock without a time, after the day and at the end.
    pub(super) fn zone(&mut self) -> bool {
        let before = self.0;
        let is_zone = matches!(self.offset(), Ok(Some(_))) && self.is_at_end();
        self.0 = if is_zone { self.0 } else { before };
        is_zone
    }

    /// A time of day, and whether a fraction of a second stands in it. After a date in one number, it may be one too.
    fn time(&mut self, compact: bool) -> Option<(Clock, bool)> {
        self.0 = self.0.strip_prefix(['T', 't']).unwrap_or(self.0);
        if compact && matches!(self.digits().0.len(), 4 | 6) {
            let (hour, minute) = (self.part(2)?, self.part(2)?);
            let clock = (hour, minute, self.part(2), self.offset().ok()?);
            return Some((clock, false));
        }
        let early_or_late = self.half();
        let hour = self.number(2)?;
        let (minute, second) = if self.takes("時") {
            (self.counted("分").unwrap_or(0), self.counted("秒"))
        } else {
            (self.after_colon()?, self.after_colon())
        };
        let fraction = second.is_some() && self.takes(".") && {
            let (digits, rest) = self.digits();
            self.0 = rest;
            digits.bytes().any(|digit| digit != b'0')
        };
        let hour = match early_or_late.or_else(|| self.half()) {
            None => hour,
            // Noon and midnight are the twelfth hours, or those before the first.
            Some(half) => (hour <= 12).then_some(hour % 12 + half)?,
        };
        Some(((hour, minute, second, self.offset().ok()?), fraction))
    }

    /// The hour at which the half of a day begins that is named here.
    fn half(&mut self) -> Option<u32> {
        let found = HALVES.into_iter().find(|(word, _)| self.takes(word));
        found.map(|(_, hour)| hour)
    }

    /// Passes a word that does not go on in other letters.
    fn takes_word(&mut self, word: &str) -> bool {
        let before = self.0;
        let is_whole = self.takes(word) && !self.0.starts_with(|it: char| it.is_ascii_alphanumeric());
        self.0 = if is_whole { self.0 } else { before };
        is_whole
    }

    /// A number with its unit, where both stand here.
    fn counted(&mut self, unit: &str) -> Option<u32> {
        let before = self.0;
        let number = self.number(2).filter(|_| self.takes(unit));
        self.0 = if number.is_some() { self.0 } else { before };
        number
    }

    /// A number after a colon, where both stand here.
    fn after_colon(&mut self) -> Option<u32> {
        let before = self.0;
        let number = if self.takes(":") { self.number(2) } else { None };
        self.0 = if number.is_some() { self.0 } else { before };
        number
    }

    /// How many minutes the clock is ahead of UTC: `Z`, `JST`, `+09:00`, `+0900`; none where nothing is said.
    fn offset(&mut self) -> Result<Option<i32>, NoDate> {
        let is_enclosed = self.takes("(");
        if let Some(&(_, minutes)) = CLOCKS.iter().find(|(name, _)| self.takes_word(name)) {
            if minutes == 0 && !is_enclosed && self.0.starts_with(['+', '-']) {
                // GMT+0900
                return self.offset();
            }
            let is_whole = !is_enclosed || self.takes(")");
            return is_whole.then_some(Some(minutes)).ok_or(NoDate::Words);
        }
        let sign = match (is_enclosed, self.takes("+"), self.takes("-")) {
            (true, ..) => return Err(NoDate::Words),
            (_, true, _) => 1,
            (_, _, true) => -1,
            _ => return Ok(None),
        };
        let hours = self.part(2).filter(|&hours| hours <= 14);
        let minutes = self.after_colon().or_else(|| self.part(2)).unwrap_or(0);
        let ahead = hours.filter(|_| minutes < 60).map(|hours| 60 * hours + minutes);
        let ahead = ahead.and_then(|ahead| i32::try_from(ahead).ok());
        ahead.map(|ahead| Some(sign * ahead)).ok_or(NoDate::Words)
    }
}
