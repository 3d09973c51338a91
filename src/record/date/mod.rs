//! When a game was played: the date of a header, in whatever spelling.

mod calendar;
mod clock;
mod english;
mod read;
mod rest;
mod usual;

use std::fmt;

/// A date of a header, as precise as it is written.
///
/// It is shown in ISO 8601: `2024-03-05T10:00:00`, `2024-03-05T10:00`, `2024-03-05`, `2024-03`, `2024`.
///
/// ```
/// use kifu::record::{Date, NoDate};
///
/// let date = Date::read("令和６年３月５日（火）10:00").expect("a date");
/// assert_eq!(date.to_string(), "2024-03-05T10:00");
/// assert_eq!(date.to_csa().as_deref(), Some("2024/03/05 10:00:00"));
/// assert_eq!(Date::read("2024/02/30"), Err(NoDate::Impossible));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// The year of the common era.
    pub year: u32,
    /// The month, from 1 on.
    pub month: Option<u32>,
    /// The day of the month; none without a month.
    pub day: Option<u32>,
    /// When on that day; none without a day.
    pub time: Option<TimeOfDay>,
    /// Something more is written that is not held here: the other days of a game that took several, or a fraction of
    /// a second.
    pub more: bool,
    /// Something beside the day is not understood.
    pub unread: bool,
}

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOfDay {
    /// From 0 to 23.
    pub hour: u32,
    /// From 0 to 59.
    pub minute: u32,
    /// From 0 to 59, where it is written.
    pub second: Option<u32>,
    /// How many minutes the clock is ahead of UTC, where that is written.
    pub offset: Option<i32>,
}

/// Why a text is no date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDate {
    /// It is written as a date, but the calendar or the clock has no such one: `2024/13/45`.
    Impossible,
    /// It is a time of day alone: `17:13:24`.
    TimeAlone,
    /// It consists of the numbers and signs of a date, but in no known order (`05/03/24`), or has no number at all
    /// (`soon`).
    Unclear,
    /// It says in words what is known (`不明`, `2024年春`), counts by another calendar (`天保10年`), or is a blank form
    /// (`0000/00/00`).
    Words,
}

impl Date {
    /// The known part of the day, which shows as `1942-05-03`, `1942-05` or `1942`.
    #[must_use]
    pub const fn without_time(self) -> Self {
        Self { time: None, ..self }
    }

    /// The date as CSA has it, `2024/03/05` or `2024/03/05 10:00:00`; `None` where the day is not known.
    pub fn to_csa(&self) -> Option<String> {
        let (year, month, day) = (self.year, self.month?, self.day?);
        let day = format!("{year:04}/{month:02}/{day:02}");
        Some(match self.time {
            None => day,
            Some(time) => {
                let second = time.second.unwrap_or(0);
                format!("{day} {:02}:{:02}:{second:02}", time.hour, time.minute)
            }
        })
    }

    /// Whether [`to_csa`](Self::to_csa) leaves nothing out.
    pub fn fits_csa(&self) -> bool {
        self.day.is_some() && !self.more && self.time.is_none_or(|time| time.offset.is_none())
    }

    /// Whether this date says all that another says.
    pub fn says(&self, other: &Self) -> bool {
        !other.more && self.to_string().starts_with(&other.to_string())
    }
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(out, "-{part:02}")?;
        }
        self.time.map_or(Ok(()), |time| write!(out, "T{time}"))
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:02}:{:02}", self.hour, self.minute)?;
        if let Some(second) = self.second {
            write!(out, ":{second:02}")?;
        }
        match self.offset {
            None => Ok(()),
            Some(0) => out.write_str("Z"),
            Some(minutes) => {
                let sign = if minutes < 0 { '-' } else { '+' };
                let minutes = minutes.unsigned_abs();
                write!(out, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}
