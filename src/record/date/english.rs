//! Dates as they are written in English.

use super::rest::{Rest, WrittenDate};

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] = [
    "sunday",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
];

/// The words that stand beside the numbers of a time of day.
const OF_CLOCKS: [&str; 5] = ["am", "pm", "jst", "utc", "gmt"];

/// The number of a name in a list, the first being 1, in full or in its first three letters (four in Sept).
fn number(names: &[&str], word: &str) -> Option<u32> {
    let word = word.to_ascii_lowercase();
    let at = names
        .iter()
        .position(|name| matches!(word.len(), 3 | 4) && name.starts_with(&word) || *name == word)?;
    u32::try_from(at + 1).ok()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_ascii_alphabetic())
        .filter(|it| !it.is_empty())
}

/// Whether a text has the name of a month and a number for each of the day and the year.
pub(super) fn is_in_english(text: &str) -> bool {
    let numbers = text
        .split(|it: char| !it.is_ascii_digit())
        .filter(|it| !it.is_empty());
    numbers.count() > 1 && words(text).any(|it| number(&MONTHS, it).is_some())
}

/// The text without the words that go with a time of day.
pub(super) fn without_clock_words(text: &str) -> String {
    let mut plain = text.to_ascii_lowercase();
    for word in OF_CLOCKS {
        plain = plain.replace(word, "");
    }
    plain
}

impl<'t> Rest<'t> {
    /// A day in the order of English: `Mar 5, 2024`, `Tue, 5 March 2024`, `12/30/2018 10:29:48 PM`.
    pub(super) fn english(&mut self) -> Option<WrittenDate> {
        let before = self.0;
        let written = self.in_words().or_else(|| {
            self.0 = before;
            self.month_first()
        });
        self.0 = if written.is_some() { self.0 } else { before };
        written
    }

    /// A day with the name of its month.
    fn in_words(&mut self) -> Option<WrittenDate> {
        self.name(&WEEKDAYS);
        let (month, day) = if let Some(month) = self.name(&MONTHS) {
            (month, self.ordinal()?)
        } else {
            let day = self.ordinal()?;
            let _ = self.takes("-") || self.takes("of ");
            (self.name(&MONTHS)?, day)
        };
        let _ = self.takes(",") || self.takes("-");
        let year = self.year()?;
        // Before the time of day.
        let _ = self.takes(",") || self.takes("at ");
        Some(WrittenDate::day(year, month, day))
    }

    /// Month, day and year in numbers. That the month comes first is certain where the second number can be no month
    /// and the half of the day is told as in English.
    fn month_first(&mut self) -> Option<WrittenDate> {
        let month = self.number(2)?;
        let sign = ["/", "-"].into_iter().find(|sign| self.takes(sign))?;
        let day = self.number(2).filter(|&day| day > 12)?;
        let year = self.takes(sign).then(|| self.year())??;
        let is_english = words(self.0).any(|it| ["am", "pm"].contains(&&*it.to_ascii_lowercase()));
        (is_english && month <= 12).then(|| WrittenDate::day(year, month, day))
    }

    /// Four digits.
    fn year(&mut self) -> Option<u32> {
        let is_year = self.digits().0.len() == 4;
        if is_year { self.number(4) } else { None }
    }

    /// The number of a day, also as `5th`.
    fn ordinal(&mut self) -> Option<u32> {
        let day = self.number(2)?;
        let ending = ["st", "nd", "rd", "th"]
            .into_iter()
            .find_map(|it| self.0.strip_prefix(it));
        self.0 = ending.unwrap_or(self.0);
        Some(day)
    }

    /// The number of the name that stands here, with the stop or comma after it; none, and nothing is passed, where
    /// no name of the list does.
    fn name(&mut self, names: &[&str]) -> Option<u32> {
        let text = self.0.trim_start();
        let end = text
            .find(|it: char| !it.is_ascii_alphabetic())
            .unwrap_or(text.len());
        let number = number(names, &text[..end])?;
        let rest: &'t str = &text[end..];
        self.0 = rest.strip_prefix(['.', ',', '-']).unwrap_or(rest);
        Some(number)
    }
}
