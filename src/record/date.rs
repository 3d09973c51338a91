//! Dates in headers, in the spellings that records use.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use pest::Parser as _;
use pest::iterators::Pair;

use crate::text::half_width;
use grammar::{DateParser, Rule};

/// A date of a header, as precise as its text.
///
/// A date is displayed in ISO 8601: `2024-03-05T10:00:00`, `2024-03-05T10:00`, `2024-03-05`, `2024-03`, `2024`.
///
/// ```
/// use kifu::record::{Date, DateError};
///
/// let date = Date::read("令和６年３月５日（火）10:00").expect("a date");
/// assert_eq!(date.to_string(), "2024-03-05T10:00");
/// assert_eq!(date.to_csa().as_deref(), Some("2024/03/05 10:00"));
/// assert_eq!(Date::read("2024/02/30"), Err(DateError::Impossible));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// The year of the common era.
    pub year: u32,
    /// The month, from 1; `None` if it is unknown.
    pub month: Option<u32>,
    /// The day of the month; `None` if the day or the month is unknown.
    pub day: Option<u32>,
    /// The time of day; `None` if the time or the day is unknown.
    pub time: Option<TimeOfDay>,
    /// `true` if the text contains more than the fields hold. Examples are further days of a game, a fraction of a
    /// second, and text that was not read.
    pub more: bool,
    /// `true` if not all of the text after the date was read.
    pub unread: bool,
}

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOfDay {
    /// The hour, from 0 to 23.
    pub hour: u32,
    /// The minute, from 0 to 59.
    pub minute: u32,
    /// The second, from 0 to 59; `None` if it is not written.
    pub second: Option<u32>,
    /// The offset from UTC (minutes, positive to the east); `None` if it is not written.
    pub offset: Option<i32>,
}

/// The reason why a text is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateError {
    /// The text has the form of a date, but the calendar or the clock has no such date or time (`2024/13/45`), or two
    /// years in the text contradict each other.
    Impossible,
    /// The text is a time of day without a date: `17:13:24`.
    TimeAlone,
    /// The order or the form of the numbers is unknown (`05/03/24`), or the text has neither a number nor a word for an
    /// unknown date (`soon`).
    Unclear,
    /// The date is in the calendar before 1873, whose months were not those of today: `天保10年`, `明治5年11月1日`.
    OldCalendar,
    /// The text has a word for an unknown date (`不明`), or is a blank form (`0000/00/00`). A text of more than 200 bytes
    /// also has this error.
    Words,
}

impl Date {
    /// Returns the date without the time of day: `1942-05-03`, `1942-05` or `1942`.
    #[must_use]
    pub const fn without_time(self) -> Self {
        Self { time: None, ..self }
    }

    /// Returns the date in the format of CSA; `None` if the day is not known.
    ///
    /// Examples are `2024/03/05`, `2024/03/05 10:00:00` and, with unknown seconds, `2024/03/05 10:00`.
    pub fn to_csa(&self) -> Option<String> {
        let (year, month, day) = (self.year, self.month?, self.day?);
        let date = format!("{year:04}/{month:02}/{day:02}");
        Some(match self.time {
            None => date,
            Some(time) => {
                let mut text = format!("{date} {:02}:{:02}", time.hour, time.minute);
                // Unknown seconds are left out, so that reading the text again gives an equal time.
                if let Some(second) = time.second {
                    let _ = write!(text, ":{second:02}");
                }
                text
            }
        })
    }

    /// Returns whether [`to_csa`](Self::to_csa) writes the date without loss.
    pub fn fits_csa(&self) -> bool {
        self.day.is_some() && !self.more && self.time.is_none_or(|time| time.offset.is_none())
    }

    /// Returns whether this date is certainly before `other`. Parts that one of them lacks are not compared, and neither
    /// are days and times with different offsets from UTC.
    pub(crate) fn is_before(&self, other: &Self) -> bool {
        let parts = |date: &Self| {
            let time = date.time.filter(|_| date.day.is_some());
            let seconds = time.and_then(|time| time.second);
            [
                date.month,
                date.day,
                time.map(|time| 60 * time.hour + time.minute),
                seconds,
            ]
        };
        let offset = |date: &Self| date.time.and_then(|time| time.offset);
        if self.year != other.year || offset(self) != offset(other) {
            return self.year < other.year;
        }
        let known = parts(self)
            .into_iter()
            .zip(parts(other))
            .map_while(|(one, other)| one.zip(other));
        known
            .into_iter()
            .find(|(one, other)| one != other)
            .is_some_and(|(one, other)| one < other)
    }

    /// Returns the time from this date to a later one (seconds). `None` if the time of day of either is unknown, or if
    /// they have different offsets from UTC.
    pub(crate) fn seconds_until(&self, later: &Self) -> Option<u64> {
        let offset = |date: &Self| date.time?.offset;
        let (start, end) = (self.seconds()?, later.seconds()?);
        end.checked_sub(start).filter(|_| offset(self) == offset(later))
    }

    /// Returns the time since the beginning of the calendar (seconds), without regard to the offset from UTC. `None` if the time
    /// of day is unknown.
    pub(crate) fn seconds(&self) -> Option<u64> {
        let time = self.time.filter(|_| !self.more)?;
        let minutes = (24 * self.day_number()? + u64::from(time.hour)) * 60 + u64::from(time.minute);
        Some(60 * minutes + u64::from(time.second.unwrap_or(0)))
    }

    /// Returns the number of days since the beginning of the calendar; `None` if the day is unknown.
    pub(crate) fn day_number(&self) -> Option<u64> {
        let (years, month) = (u64::from(self.year).checked_sub(1)?, self.month?);
        let months = (1..month).map(|month| u64::from(days_in_month(self.year, month)));
        let leap_days = years / 4 - years / 100 + years / 400;
        Some(365 * years + leap_days + months.sum::<u64>() + u64::from(self.day?))
    }

    /// Returns whether this date contains all information of `other`; `false` if `other` has `more` set.
    pub fn includes(&self, other: &Self) -> bool {
        !other.more && self.to_string().starts_with(&other.to_string())
    }
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}", self.year)?;
        for number in [self.month, self.day].into_iter().flatten() {
            write!(out, "-{number:02}")?;
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

// The calendar and the Japanese eras.

/// A day: year, month and day of the month.
type Day = (u32, u32, u32);

/// A Japanese era, with its first and last day.
struct Era {
    /// The spellings of the era: its full name, its one-character sign, its letter.
    pub names: [&'static str; 3],
    /// The year of the common era before the first year of the era: 2018 for 令和.
    pub base_year: u32,
    first_day: Day,
    last_day: Day,
}

const fn era(names: [&'static str; 3], base_year: u32, first_day: Day, last_day: Day) -> Era {
    Era {
        names,
        base_year,
        first_day,
        last_day,
    }
}

/// The Japanese eras in which a date can give its year, the latest first.
static ERAS: [Era; 5] = [
    era(["令和", "㋿", "R"], 2018, (2019, 5, 1), (9999, 12, 31)),
    era(["平成", "㍻", "H"], 1988, (1989, 1, 8), (2019, 4, 30)),
    era(["昭和", "㍼", "S"], 1925, (1926, 12, 25), (1989, 1, 7)),
    era(["大正", "㍽", "T"], 1911, (1912, 7, 30), (1926, 12, 25)),
    era(["明治", "㍾", "M"], 1867, (1868, 1, 1), (1912, 7, 30)),
];

/// First year of the Gregorian calendar in Japan. Era dates of earlier years belong to another calendar and are not
/// converted.
const FIRST_YEAR: u32 = 1873;

/// Last year that a date can have, because years have four digits.
const LAST_YEAR: u32 = 9999;

impl Era {
    fn is_named(&self, name: &str) -> bool {
        self.names
            .iter()
            .any(|spelling| spelling.eq_ignore_ascii_case(name))
    }

    /// Returns whether a day may be in the era. If the month or the day is unknown, at least one day of the year or
    /// month must be in the era.
    fn may_include(&self, (year, month, day): (u32, Option<u32>, Option<u32>)) -> bool {
        let earliest = (year, month.unwrap_or(1), day.unwrap_or(1));
        let latest = (year, month.unwrap_or(12), day.unwrap_or(31));
        year > self.base_year && latest >= self.first_day && earliest <= self.last_day
    }
}

/// Returns the number of days of a month; 0 if the month does not exist.
fn days_in_month(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// Returns the day after a day.
fn next_day((year, month, day): Day) -> Day {
    if day < days_in_month(year, month) {
        (year, month, day + 1)
    } else if month < 12 {
        (year, month + 1, 1)
    } else {
        (year + 1, 1, 1)
    }
}

/// Words that can accompany a time of day, in lowercase.
const CLOCK_WORDS: [&str; 5] = ["am", "pm", "jst", "utc", "gmt"];

/// Returns the text in lowercase, without [`CLOCK_WORDS`].
fn without_clock_words(text: &str) -> String {
    let mut normalized = text.to_ascii_lowercase();
    for word in CLOCK_WORDS {
        normalized = normalized.replace(word, "");
    }
    normalized
}

// Parsing with `grammar/date.pest`.

mod grammar {
    use pest_derive::Parser;

    #[derive(Parser)]
    #[grammar = "../grammar/date.pest"]
    pub(super) struct DateParser;
}

/// Parses the beginning of a text by a rule of the grammar. Returns `None` if the beginning does not match.
fn parse_start(rule: Rule, text: &str) -> Option<Pair<'_, Rule>> {
    DateParser::parse(rule, text).ok()?.next()
}

/// A date without content, to which the parsed parts are added.
const EMPTY_DATE: Date = Date {
    year: 0,
    month: None,
    day: None,
    time: None,
    more: false,
    unread: false,
};

/// Converts a parsed date. Returns the date, the era of its year, and whether the year contradicts a second year in
/// brackets. The era is `None` for a year of the common era.
///
/// Returns `None` if the order of month and day is uncertain. A day or month written as zeros is kept as 0.
fn convert_day(pair: Pair<'_, Rule>) -> Option<(Date, Option<&'static Era>, bool)> {
    let rule = pair.as_rule();
    let (mut date, mut era, mut second_year) = (EMPTY_DATE, None, None);
    for part in pair.into_inner() {
        let text = part.as_str();
        match part.as_rule() {
            Rule::same_year => second_year = convert_day(part),
            Rule::era => era = ERAS.iter().find(|era| era.is_named(text)),
            Rule::first_year => date.year = 1,
            Rule::month_name => date.month = number_of_month(text),
            Rule::month | Rule::compact_month => date.month = text.parse().ok(),
            Rule::day | Rule::compact_day => date.day = text.parse().ok(),
            _ => date.year = text.parse().ok()?,
        }
    }
    date.year += era.map_or(0, |era| era.base_year);
    // If the second number cannot be a month, the first one is the month.
    let is_month_first = date.day > Some(12) && date.month <= Some(12);
    let is_contradictory = second_year.is_some_and(|(second, ..)| second.year != date.year);
    (rule != Rule::month_first || is_month_first).then_some((date, era, is_contradictory))
}

/// Returns the reason why a date does not exist or is not accepted; `None` if the date is valid.
fn date_error(&Date { year, month, day, .. }: &Date, era: Option<&Era>) -> Option<DateError> {
    let exists = match (month, day) {
        (Some(month), Some(day)) => (1..=days_in_month(year, month)).contains(&day),
        (month, _) => month.is_none_or(|month| (1..=12).contains(&month)),
    };
    match era {
        Some(era) if year <= era.base_year => Some(DateError::Impossible),
        Some(_) if year < FIRST_YEAR => Some(DateError::OldCalendar),
        Some(era) if !era.may_include((year, month, day)) => Some(DateError::Impossible),
        _ if year == 0 || !exists => Some(DateError::Impossible),
        _ => None,
    }
}

/// Returns the number of the month whose English name has the same first three letters as `name`; `None` if there is no
/// such month.
fn number_of_month(name: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let begins_name = |month: &&str| {
        name.get(..3)
            .is_some_and(|start| start.eq_ignore_ascii_case(month))
    };
    (1..)
        .zip(MONTHS)
        .find(|(_, month)| begins_name(month))
        .map(|(number, _)| number)
}

/// Returns the offset of a time zone from UTC (minutes); 0 for a name other than JST, KST, CET and CEST. The grammar
/// accepts only names with a single meaning.
fn utc_offset(zone: &str) -> i32 {
    match zone {
        "JST" | "KST" => 540,
        "CEST" => 120,
        "CET" => 60,
        _ => 0,
    }
}

/// Converts a parsed time of day. The second value is `true` if the time has a fraction of a second other than 0.
///
/// The numbers are not checked, so the hour can be 24 (midnight) or greater.
fn convert_time(pair: Pair<'_, Rule>) -> (TimeOfDay, bool) {
    let (mut half_day_start, mut sign, mut has_fraction) = (None, 1, false);
    let mut time = TimeOfDay {
        hour: 0,
        minute: 0,
        second: None,
        offset: None,
    };
    for part in pair.into_inner().flatten() {
        let text = part.as_str();
        let number = text.parse().unwrap_or_default();
        match part.as_rule() {
            Rule::half => half_day_start = Some(12 * u32::from(matches!(text, "午後" | "PM" | "pm"))),
            Rule::hour | Rule::compact_hour => time.hour = number,
            Rule::minute | Rule::compact_minute => time.minute = number,
            Rule::second | Rule::compact_second => time.second = Some(number),
            Rule::fraction => has_fraction = text.contains(|text| matches!(text, '1'..='9')),
            Rule::clock_name => time.offset = Some(utc_offset(text)),
            Rule::ahead => sign = if text == "-" { -1 } else { 1 },
            Rule::hours => time.offset = Some(sign * 60 * number.cast_signed()),
            Rule::short_minutes | Rule::long_minutes => {
                time.offset = time.offset.map(|hours| hours + sign * number.cast_signed());
            }
            _ => {}
        }
    }
    // With 午前, 午後, AM or PM, the hour 12 means 0, the first hour of the half-day.
    time.hour = half_day_start.map_or(time.hour, |start| time.hour % 12 + start);
    (time, has_fraction)
}

// A fast path for the dates that programs write.

/// Reads a date such as `2024/03/05`, `2024-03-05 10:00:00` or `2024/03/05(火) 10:00`.
///
/// Returns `None` if the text has another form, or an invalid day or time. If a date is returned, [`read_any_form`] returns
/// an equal one.
fn read_common_form(text: &str) -> Option<Date> {
    let (year, rest) = leading_number(text.trim(), 4).filter(|&(year, _)| year >= 1000)?;
    let separator = rest.chars().next().filter(|letter| matches!(letter, '/' | '-'))?;
    let (month, rest) = leading_number(rest.strip_prefix(separator)?, 2)?;
    let (day, rest) = leading_number(rest.strip_prefix(separator)?, 2)?;
    let rest = without_weekday(rest).trim_start();
    let date = Date {
        year,
        month: Some(month),
        day: Some(day),
        time: if rest.is_empty() {
            None
        } else {
            Some(read_common_time(rest)?)
        },
        ..EMPTY_DATE
    };
    date_error(&date, None).is_none().then_some(date)
}

/// Reads a time of day such as `10:00` or `10:00:00`. Returns `None` if the text has another form, or if there is no such
/// time.
fn read_common_time(text: &str) -> Option<TimeOfDay> {
    let (hour, rest) = leading_number(text, 2)?;
    let (minute, rest) = leading_number(rest.strip_prefix(':')?, 2)?;
    let second = match rest.strip_prefix(':') {
        Some(rest) => Some(leading_number(rest, 2).filter(|(_, rest)| rest.is_empty())?.0),
        None => None,
    };
    let is_time = hour < 24 && minute < 60 && second.is_none_or(|second| second < 60);
    (is_time && (second.is_some() || rest.is_empty())).then_some(TimeOfDay {
        hour,
        minute,
        second,
        offset: None,
    })
}

/// Reads a number at the beginning of a text and returns it with the rest of the text.
///
/// Returns `None` if the text does not begin with a digit, or begins with more than `max_digits` digits.
fn leading_number(text: &str, max_digits: usize) -> Option<(u32, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(length);
    (digits.len() <= max_digits).then(|| Some((digits.parse().ok()?, rest)))?
}

/// Returns the text after a weekday such as `(火)` or `(Tue)`. If the text does not begin with a weekday, returns the
/// whole text.
fn without_weekday(text: &str) -> &str {
    const WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    let bracketed = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let is_weekday = |name: &str| {
        "月火水木金土日".contains(name) && !name.is_empty()
            || WEEKDAYS.iter().any(|weekday| name.eq_ignore_ascii_case(weekday))
    };
    bracketed
        .filter(|(name, _)| is_weekday(name))
        .map_or(text, |(_, rest)| rest)
}

/// Maximum length of a text that is read as a date (bytes).
const MAX_DATE_BYTES: usize = 200;

impl Date {
    /// Reads the value of a header as a date.
    ///
    /// Years have four digits or belong to an era (令和6年, 平成元年, R6.3.5). Year, month and day can be written without
    /// separators (20240305). Numbers can be in kanji, and months can have English names (`Mar 5, 2024`). The order month,
    /// day, year is read only if it is unambiguous (`12/30/2018 10:29:48 PM`). A weekday is skipped.
    ///
    /// A day written as zeros, question marks or blanks is unknown (`1942/05/00`), and so is such a month before an unknown
    /// day (`1942/??/??`). A game of several days (`2016/05/30･31日`) has the date of the first day. If words after the day,
    /// month or year cannot be read (`2024年春`), the date is returned without these words, and [`unread`](Self::unread) is
    /// set.
    ///
    /// # Errors
    ///
    /// Returns an error if the date does not exist or cannot be read.
    pub fn read(text: &str) -> Result<Self, DateError> {
        read_common_form(text).map_or_else(|| read_any_form(text), Ok)
    }

    /// Returns the value of a header as tables show it: in ISO 8601 or, if the value cannot be read as a date, as
    /// written.
    ///
    /// Returns `None` for a time of day without a date.
    pub(crate) fn table_value(written: &str) -> Option<Cow<'_, str>> {
        match Self::read(written) {
            Ok(date) => Some(date.to_string().into()),
            Err(DateError::TimeAlone) => None,
            Err(_) => Some(written.into()),
        }
    }
}

/// Words that mean that a date is not known.
const UNKNOWN_WORDS: [&str; 6] = ["不明", "不詳", "未詳", "未定", "unknown", "미상"];

/// Letters that the blank form of a date can contain: `----年--月--日`, `YYYY/MM/DD hh:mm:ss`.
const BLANK_FORM_LETTERS: &str = "年月日時分秒YyXxMmDdHhSs";

/// Reads a date in any spelling that [`Date::read`] accepts. A text longer than `MAX_DATE_BYTES` is not read, and its error
/// is [`DateError::Words`].
fn read_any_form(text: &str) -> Result<Date, DateError> {
    if text.len() > MAX_DATE_BYTES {
        return Err(DateError::Words);
    }
    let text = with_zeros(&normalized(text));
    let text = text.trim();
    // Without a number other than 0, the text is a blank form, or a date in words.
    if !text.contains(|letter| matches!(letter, '1'..='9' | '元')) {
        if is_year_zero(text) {
            return Err(DateError::Impossible);
        }
        let is_form_letter = |letter: char| !letter.is_alphabetic() || BLANK_FORM_LETTERS.contains(letter);
        let lower = text.to_ascii_lowercase();
        let is_blank_form = text.contains('0') || text.chars().all(is_form_letter);
        let is_unknown = is_blank_form || UNKNOWN_WORDS.iter().any(|word| lower.contains(word));
        return Err(if is_unknown {
            DateError::Words
        } else {
            DateError::Unclear
        });
    }
    let is_numeric = without_clock_words(text).chars().all(is_numeric_date_letter);
    match read_date_and_time(text) {
        Some(Ok((date, rest))) if rest.trim().is_empty() => Ok(date),
        Some(Ok((date, rest))) if !is_numeric && is_separate(&date, text, rest) => Ok(Date {
            more: true,
            unread: true,
            ..date
        }),
        // An impossible date is reported as impossible even if words follow it.
        Some(Err(impossible)) => Err(impossible),
        _ if parse_start(Rule::time_alone, text).is_some() => Err(DateError::TimeAlone),
        _ if is_in_old_calendar(text) => Err(DateError::OldCalendar),
        _ => Err(DateError::Unclear),
    }
}

/// Returns whether a date at the beginning of a text is complete without the `rest` of the text, which cannot be read: it has
/// a day, or a blank, a bracket or the unit of its last number separates the date from the rest.
fn is_separate(date: &Date, text: &str, rest: &str) -> bool {
    let read = &text[..text.len() - rest.len()];
    date.day.is_some() || read.ends_with(['年', '月']) || rest.starts_with([' ', '(', '\u{3000}'])
}

/// Returns whether a text begins with two kanji and a year, as in 天保10年. The eras since 明治 have been read before.
fn is_in_old_calendar(text: &str) -> bool {
    let is_kanji = |letter: char| matches!(letter, '\u{4e00}'..='\u{9fff}');
    let digits = text.trim_start_matches(is_kanji);
    let name = &text[..text.len() - digits.len()];
    let (name, is_first_year) = name
        .strip_suffix("元年")
        .map_or((name, false), |name| (name, true));
    let after_year = digits.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let has_year = after_year.len() < digits.len() && after_year.starts_with('年');
    name.chars().count() == 2 && !name.starts_with('第') && (is_first_year || has_year)
}

/// Returns a text in which unknown months and days are zeros: `2024/00/00` for `2024/??/??`, 2024年00月00日 for 2024年 月 日.
fn with_zeros(text: &str) -> String {
    let mut zeros = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '-', '.', '年', '月']) {
        let separator = &rest[at..];
        let length = separator.chars().next().map_or(0, char::len_utf8);
        zeros.push_str(&rest[..at + length]);
        rest = &rest[at + length..];
        let placeholder = match (&separator[..length], rest.trim_start()) {
            ("年", after) if after.starts_with('月') => Some(after),
            ("月", after) if after.starts_with('日') => Some(after),
            _ => after_placeholder(rest),
        };
        // Without a number before it, the separator belongs to a blank form.
        if let Some(after) = placeholder.filter(|_| zeros.contains(|letter| matches!(letter, '1'..='9'))) {
            zeros.push_str("00");
            rest = after;
        }
    }
    zeros + rest
}

/// Returns the text after one or two `?` or `x` in place of a number; `None` for other text.
fn after_placeholder(text: &str) -> Option<&str> {
    let is_mark = |letter: char| matches!(letter, '?' | 'x' | 'X' | '*');
    let after = text.trim_start_matches(is_mark);
    let is_end = after.is_empty() || after.starts_with(['/', '-', '.', '月', '日', ' ']);
    (is_end && (1..=2).contains(&(text.len() - after.len()))).then_some(after)
}

/// Returns whether a text whose digits are all 0 begins with the year of an era, without a month. A blank form such as
/// 令和00年00月00日 has a month.
fn is_year_zero(text: &str) -> bool {
    let date = parse_start(Rule::day_of_year, text).filter(|_| parse_start(Rule::era, text).is_some());
    date.and_then(convert_day)
        .is_some_and(|(date, ..)| date.month.is_none())
}

/// Returns the text with numbers in digits: 二〇二四年三月十一日 becomes 2024年3月11日. Letters become half-width, and
/// [`normalize_letter`] replaces Korean letters and hyphens.
fn normalized(text: &str) -> String {
    let text: String = text.chars().map(half_width).map(normalize_letter).collect();
    let mut normalized = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find(is_numeral) {
        let (before, from_number) = rest.split_at(start);
        let (number, after) = from_number.split_at(
            from_number
                .find(|character| !is_numeral(character))
                .unwrap_or(from_number.len()),
        );
        normalized.push_str(before);
        match number.split_once('十') {
            None => normalized.push_str(&digits(number, "")),
            Some((tens, units)) => normalized.extend([digits(tens, "1"), digits(units, "0")]),
        }
        rest = after;
    }
    normalized + rest
}

/// Replaces Korean date letters and Unicode hyphens: 2024년 5월 1일 becomes 2024年 5月 1日, and 2023‐05‐01 becomes 2023-05-01.
const fn normalize_letter(letter: char) -> char {
    match letter {
        '\u{2010}'..='\u{2014}' | '\u{2212}' => '-',
        '년' => '年',
        '월' => '月',
        '일' => '日',
        _ => letter,
    }
}

/// The kanji of the digits 0 to 9.
const NUMERALS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn is_numeral(letter: char) -> bool {
    letter == '十' || NUMERALS.contains(&letter)
}

/// Converts each kanji digit to an ASCII digit (十 is ignored). Returns `default` if `numerals` has no kanji digit.
fn digits(numerals: &str, default: &str) -> String {
    let value = |character| NUMERALS.iter().position(|&numeral| numeral == character);
    let digits = numerals
        .chars()
        .filter_map(|character| char::from_digit(value(character)? as u32, 10));
    let digits: String = digits.collect();
    if digits.is_empty() {
        default.to_owned()
    } else {
        digits
    }
}

/// Returns whether a letter can occur in a date that is written with numbers: a digit, a blank, a separator or a unit.
fn is_numeric_date_letter(letter: char) -> bool {
    letter.is_ascii_digit() || letter.is_whitespace() || "/-.:年月日時分秒".contains(letter)
}

/// Reads a date with its time at the beginning of a text, and returns it with the rest of the text.
///
/// Returns `None` if the text does not begin with a date whose order of month and day is certain. Returns an error if
/// the date or time does not exist, if two written years contradict each other, or if the date is in another calendar.
fn read_date_and_time(text: &str) -> Option<Result<(Date, &str), DateError>> {
    let date_pair = parse_start(Rule::day_of_year, text)?;
    let rest = &text[date_pair.as_str().len()..];
    let (rest_rule, time_rule) = match date_pair.as_rule() {
        Rule::compact => (Rule::compact_tail, Rule::compact_time),
        _ => (Rule::tail, Rule::time),
    };
    let (mut date, era, is_contradictory) = convert_day(date_pair)?;
    if is_contradictory {
        return Some(Err(DateError::Impossible));
    }
    // A day of zeros is unknown (`1942/05/00`), as is a month of zeros if the day is unknown (`1942/00/00`).
    let is_day_unknown = date.day == Some(0);
    date.day = date.day.filter(|&day| day > 0);
    date.month = date.month.filter(|&month| month > 0 || date.day.is_some());
    if let Some(date_error) = date_error(&date, era) {
        return Some(Err(date_error));
    }
    if let (Some(month), Some(day)) = (date.month, date.day) {
        let tail = parse_start(rest_rule, rest)?;
        let rest = &rest[tail.as_str().len()..];
        for part in tail.into_inner() {
            if part.as_rule() != time_rule {
                date.more = true;
                continue;
            }
            let (time, has_fraction) = convert_time(part);
            date.more |= has_fraction;
            let is_midnight = time.hour == 24 && time.minute == 0 && time.second.unwrap_or(0) == 0;
            if is_midnight {
                let (year, month, day) = next_day((date.year, month, day));
                (date.year, date.month, date.day) = (year, Some(month), Some(day));
                if year > LAST_YEAR {
                    return Some(Err(DateError::Impossible));
                }
            } else if time.hour > 23 || time.minute > 59 || time.second.is_some_and(|second| second > 59) {
                return Some(Err(DateError::Impossible));
            }
            let hour = time.hour % 24;
            date.time = Some(TimeOfDay { hour, ..time });
        }
        return Some(Ok((date, rest)));
    }
    // Without a day, the time of day cannot be kept. After a day of zeros, the time is skipped.
    let time_pair = parse_start(time_rule, rest).filter(|_| is_day_unknown);
    date.more = time_pair.is_some();
    let length = time_pair.map_or(0, |time_pair| time_pair.as_str().len());
    Some(Ok((date, &rest[length..])))
}

#[cfg(test)]
mod tests {
    use super::{read_any_form, read_common_form};
    use proptest::prelude::{ProptestConfig, proptest};

    /// Returns whether the fast path reads a text. If so, asserts that [`read_any_form`] returns an equal date.
    fn is_read_by_fast_path(text: &str) -> bool {
        read_common_form(text)
            .inspect(|date| assert_eq!(Ok(*date), read_any_form(text), "{text}"))
            .is_some()
    }

    #[test]
    fn only_common_dates_are_read_by_the_fast_path() {
        for text in [
            "2024/03/05",
            "2024-3-5",
            " 1995/11/22(水) 18:55　",
            "2003/05/03 10:30:00",
            "2000/02/29(Tue)",
        ] {
            assert!(is_read_by_fast_path(text), "{text}");
        }
        for text in [
            "2024/02/30",
            "2024/03-05",
            "0000/00/00",
            "2024/03/05 24:00",
            "2024/03/05 10:00 JST",
            "2024/03/05 午後1:00",
            "２０２４/03/05",
            "2024/03/05-06",
            "2024/03",
            "令和6年3月5日",
            "",
        ] {
            assert!(!is_read_by_fast_path(text), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

        #[test]
        fn the_fast_path_agrees_with_the_grammar(
            text in "[ 　]?[0-9]{3,5}[ ]?[/-][ ]?[0-9]{1,3}[/-][0-9]{1,3}(\\([月水Tue]{1,3}\\)|火曜日?|)[ T]?([0-9]{1,3}:[0-9]{2}(:[0-9]{1,3}|\\.5|)|)[ ]?(Z|JST|\\+0900|午後|~12:00|)"
        ) {
            is_read_by_fast_path(&text);
        }
    }
}
