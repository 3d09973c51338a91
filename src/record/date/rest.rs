//! The text of a date while it is read.

use super::NoDate;
use super::calendar::{Era, FIRST_YEAR, days};

/// Year, month and day as they are written.
#[derive(Clone, Copy)]
pub(super) struct WrittenDate {
    pub(super) era: Option<&'static Era>,
    pub(super) year: u32,
    pub(super) month: Option<u32>,
    pub(super) day: Option<u32>,
    /// In one number: `20240305`.
    pub(super) compact: bool,
}

impl WrittenDate {
    /// A day of the common era.
    pub(super) const fn day(year: u32, month: u32, day: u32) -> Self {
        Self {
            era: None,
            year,
            month: Some(month),
            day: Some(day),
            compact: false,
        }
    }

    /// Takes a day of zeros, and a month of zeros without a day, for not known: `1942/05/00`, `1942/00/00`.
    pub(super) fn forget_zeros(&mut self) {
        self.day = self.day.filter(|&day| day > 0);
        self.month = self.month.filter(|&month| month > 0 || self.day.is_some());
    }

    /// Why there is no such day.
    pub(super) fn fault(&self) -> Option<NoDate> {
        let &Self {
            era,
            year,
            month,
            day,
            ..
        } = self;
        let is_day = match (month, day) {
            (Some(month), Some(day)) => (1..=days(year, month)).contains(&day),
            (month, _) => month.is_none_or(|month| (1..=12).contains(&month)),
        };
        match era {
            Some(era) if year <= era.before => Some(NoDate::Impossible),
            Some(_) if year < FIRST_YEAR => Some(NoDate::Words),
            Some(era) if !era.has((year, month, day)) => Some(NoDate::Impossible),
            _ if year == 0 || !is_day => Some(NoDate::Impossible),
            _ => None,
        }
    }
}

/// What is still to be read.
pub(super) struct Rest<'t>(pub(super) &'t str);

impl<'t> Rest<'t> {
    /// Passes a word, if it stands here, and blanks before it.
    pub(super) fn takes(&mut self, word: &str) -> bool {
        let rest = self.0.trim_start().strip_prefix(word);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Passes a number of so many digits at the most, and blanks before it.
    pub(super) fn number(&mut self, most: usize) -> Option<u32> {
        let (digits, rest) = self.digits();
        let number = (digits.len() <= most).then(|| digits.parse().ok())??;
        self.0 = rest;
        Some(number)
    }

    /// The digits that stand here, and what stands after them.
    pub(super) fn digits(&self) -> (&'t str, &'t str) {
        let text = self.0.trim_start();
        text.split_at(text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len()))
    }

    /// Takes a number of exactly so many digits apart, as `20240305` has none between its parts.
    pub(super) fn part(&mut self, length: usize) -> Option<u32> {
        let text = self.0.trim_start();
        let (part, rest) = text.split_at_checked(length)?;
        let number = part
            .bytes()
            .all(|it| it.is_ascii_digit())
            .then(|| part.parse().ok())??;
        self.0 = rest;
        Some(number)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.0.trim().is_empty()
    }
}
