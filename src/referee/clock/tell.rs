//! Times in words.

use std::fmt::{self, Formatter};

use crate::finding::{Language, Speak};

/// A time in whole seconds: `1:05:09`, `0:32`; 1時間5分9秒, 32秒.
#[derive(Clone, Copy, Debug)]
pub(in crate::referee) struct Time {
    hours: u64,
    minutes: u64,
    seconds: u64,
}

impl Time {
    pub(in crate::referee) fn of(millis: impl Into<u64>) -> Self {
        let seconds = millis.into() / 1000;
        Self {
            hours: seconds / 3600,
            minutes: seconds / 60 % 60,
            seconds: seconds % 60,
        }
    }
}

impl Speak for Time {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let Self {
            hours,
            minutes,
            seconds,
        } = *self;
        match (language, (hours, minutes, seconds)) {
            (Language::English, (0, ..)) => write!(f, "{minutes}:{seconds:02}"),
            (Language::English, _) => write!(f, "{hours}:{minutes:02}:{seconds:02}"),
            (Language::Japanese, (0, 0, 0)) => f.write_str("0秒"),
            (Language::Japanese, _) => [(hours, "時間"), (minutes, "分"), (seconds, "秒")]
                .into_iter()
                .filter(|(count, _)| *count > 0)
                .try_for_each(|(count, unit)| write!(f, "{count}{unit}")),
        }
    }
}

/// What is added to a message that stands for so many others.
#[derive(Clone, Copy, Debug)]
pub(in crate::referee) struct More(pub usize);

impl Speak for More {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        match (language, self.0) {
            (_, 0) => Ok(()),
            (Language::English, 1) => f.write_str(" (and at 1 later ply)"),
            (Language::English, others) => write!(f, " (and at {others} later plies)"),
            (Language::Japanese, others) => write!(f, "（ほか{others}手）"),
        }
    }
}
