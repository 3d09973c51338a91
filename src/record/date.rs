//! When a game was played: the date of a header, in whatever spelling.

use std::borrow::Cow;
use std::fmt;

use crate::text::half_width;

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

// Which days there are, and the eras by which years are counted.

/// Year, month and day.
type Day = (u32, u32, u32);

/// An era.
struct Era {
    /// How it is written: in full, as one sign, by its letter.
    pub names: [&'static str; 3],
    /// The year before its first.
    pub before: u32,
    first: Day,
    last: Day,
}

const fn era(names: [&'static str; 3], before: u32, first: Day, last: Day) -> Era {
    Era {
        names,
        before,
        first,
        last,
    }
}

/// The eras whose years are counted in dates.
static ERAS: [Era; 5] = [
    era(["令和", "㋿", "R"], 2018, (2019, 5, 1), (9999, 12, 31)),
    era(["平成", "㍻", "H"], 1988, (1989, 1, 8), (2019, 4, 30)),
    era(["昭和", "㍼", "S"], 1925, (1926, 12, 25), (1989, 1, 7)),
    era(["大正", "㍽", "T"], 1911, (1912, 7, 30), (1926, 12, 25)),
    era(["明治", "㍾", "M"], 1867, (1868, 1, 1), (1912, 7, 30)),
];

/// Before this year, months and days were those of another calendar, and no era tells them.
const FIRST_YEAR: u32 = 1873;

impl Era {
    /// Whether a day may be one of it. What is not said may be the first day as well as the last.
    fn has(&self, (year, month, day): (u32, Option<u32>, Option<u32>)) -> bool {
        let earliest = (year, month.unwrap_or(1), day.unwrap_or(1));
        let latest = (year, month.unwrap_or(12), day.unwrap_or(31));
        year > self.before && latest >= self.first && earliest <= self.last
    }
}

/// How many days a month has; none, where there is no such month.
fn days(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// The day after another.
fn next((year, month, day): Day) -> Day {
    if day < days(year, month) {
        (year, month, day + 1)
    } else if month < 12 {
        (year, month + 1, 1)
    } else {
        (year + 1, 1, 1)
    }
}

// Reading the time of day in a date.

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
type Clock = (u32, u32, Option<u32>, Option<i32>);

/// Whether a text is a time of day and nothing else.
fn is_time(text: &str) -> bool {
    let mut rest = Rest(text);
    rest.time(false).is_some() && rest.is_at_end()
}

impl Rest<'_> {
    /// The time of day, if one stands here.
    fn time_of_day(&mut self, compact: bool) -> Option<(Clock, bool)> {
        let before = self.0;
        let time = self.time(compact);
        self.0 = if time.is_some() { self.0 } else { before };
        time
    }

    /// The name of a clock without a time, after the day and at the end.
    fn zone(&mut self) -> bool {
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

// Dates as they are written in English.

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
fn is_in_english(text: &str) -> bool {
    let numbers = text
        .split(|it: char| !it.is_ascii_digit())
        .filter(|it| !it.is_empty());
    numbers.count() > 1 && words(text).any(|it| number(&MONTHS, it).is_some())
}

/// The text without the words that go with a time of day.
fn without_clock_words(text: &str) -> String {
    let mut plain = text.to_ascii_lowercase();
    for word in OF_CLOCKS {
        plain = plain.replace(word, "");
    }
    plain
}

impl<'t> Rest<'t> {
    /// A day in the order of English: `Mar 5, 2024`, `Tue, 5 March 2024`, `12/30/2018 10:29:48 PM`.
    fn english(&mut self) -> Option<WrittenDate> {
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

// The text of a date while it is read.

/// Year, month and day as they are written.
#[derive(Clone, Copy)]
struct WrittenDate {
    era: Option<&'static Era>,
    year: u32,
    month: Option<u32>,
    day: Option<u32>,
    /// In one number: `20240305`.
    compact: bool,
}

impl WrittenDate {
    /// A day of the common era.
    const fn day(year: u32, month: u32, day: u32) -> Self {
        Self {
            era: None,
            year,
            month: Some(month),
            day: Some(day),
            compact: false,
        }
    }

    /// Takes a day of zeros, and a month of zeros without a day, for not known: `1942/05/00`, `1942/00/00`.
    fn forget_zeros(&mut self) {
        self.day = self.day.filter(|&day| day > 0);
        self.month = self.month.filter(|&month| month > 0 || self.day.is_some());
    }

    /// Why there is no such day.
    fn fault(&self) -> Option<NoDate> {
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
struct Rest<'t>(&'t str);

impl<'t> Rest<'t> {
    /// Passes a word, if it stands here, and blanks before it.
    fn takes(&mut self, word: &str) -> bool {
        let rest = self.0.trim_start().strip_prefix(word);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Passes a number of so many digits at the most, and blanks before it.
    fn number(&mut self, most: usize) -> Option<u32> {
        let (digits, rest) = self.digits();
        let number = (digits.len() <= most).then(|| digits.parse().ok())??;
        self.0 = rest;
        Some(number)
    }

    /// The digits that stand here, and what stands after them.
    fn digits(&self) -> (&'t str, &'t str) {
        let text = self.0.trim_start();
        text.split_at(text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len()))
    }

    /// Takes a number of exactly so many digits apart, as `20240305` has none between its parts.
    fn part(&mut self, length: usize) -> Option<u32> {
        let text = self.0.trim_start();
        let (part, rest) = text.split_at_checked(length)?;
        let number = part
            .bytes()
            .all(|it| it.is_ascii_digit())
            .then(|| part.parse().ok())??;
        self.0 = rest;
        Some(number)
    }

    fn is_at_end(&self) -> bool {
        self.0.trim().is_empty()
    }
}

// Dates as programs write them: `2024/03/05`, `2024-03-05 10:00:00`, `2024/03/05(火) 10:00`.

/// The date, if a text is one of these forms and nothing else, and there is such a day and time. All else is left to the
/// reader of every form, which answers the same.
fn usual(text: &str) -> Option<Date> {
    let mut rest = Rest(text.trim());
    let year = rest.number(4).filter(|&year| year >= 1000)?;
    let sign = ["/", "-"].into_iter().find(|sign| rest.takes(sign))?;
    let month = rest.number(2)?;
    let day = rest.takes(sign).then(|| rest.number(2))??;
    if WrittenDate::day(year, month, day).fault().is_some() {
        return None;
    }
    rest.weekday();
    let time = if rest.is_at_end() {
        None
    } else {
        Some(time(&mut rest)?)
    };
    rest.is_at_end().then_some(Date {
        year,
        month: Some(month),
        day: Some(day),
        time,
        more: false,
        unread: false,
    })
}

/// `10:00`, `10:00:00`.
fn time(rest: &mut Rest<'_>) -> Option<TimeOfDay> {
    let hour = rest.number(2)?;
    let minute = rest.takes(":").then(|| rest.number(2))??;
    let second = if rest.takes(":") {
        Some(rest.number(2)?)
    } else {
        None
    };
    let is_time = hour < 24 && minute < 60 && second.is_none_or(|second| second < 60);
    is_time.then_some(TimeOfDay {
        hour,
        minute,
        second,
        offset: None,
    })
}

// Reading a date.

/// No date is longer.
const LONGEST: usize = 200;

const KANJI_WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/// What stands between the days of a game that took several.
const BETWEEN_DAYS: [&str; 12] = [
    "・",
    "、",
    ",",
    "~",
    "〜",
    "-",
    "–",
    "—",
    "から",
    "及び",
    "および",
    "と",
];

impl Date {
    /// Reads the value of a header.
    ///
    /// Years have four digits, or are those of an era (令和6年, 平成元年, R6.3.5); year, month and day may stand together
    /// (20240305). Numbers may be in kanji, and the months have their names in English (`Mar 5, 2024`); before the day
    /// and the year, the number of a month is read where nothing else can be meant (`12/30/2018 10:29:48 PM`). A weekday
    /// is passed over. A day or a month that is written as zeros is not known (`1942/05/00`). Of a game of several days
    /// (`2016/05/30･31日`) it is the first. Where something beside the day is not understood, the day is kept.
    ///
    /// # Errors
    ///
    /// When there is no such date, or none can be read.
    pub fn read(text: &str) -> Result<Self, NoDate> {
        usual(text).map_or_else(|| of_any_form(text), Ok)
    }

    /// The value of a header as tables have it: in ISO 8601, else as written. A time of day alone is no date.
    pub(crate) fn in_tables(written: &str) -> Option<Cow<'_, str>> {
        match Self::read(written) {
            Ok(date) => Some(date.to_string().into()),
            Err(NoDate::TimeAlone) => None,
            Err(_) => Some(written.into()),
        }
    }
}

/// Words that state that a date is not known.
const UNKNOWN: [&str; 6] = ["不明", "不詳", "未詳", "未定", "unknown", "미상"];

/// The letters of a form that nobody has filled in: `----年--月--日`, `YYYY/MM/DD hh:mm:ss`.
const OF_FORMS: &str = "年月日時分秒YyXxMmDdHhSs";

/// Reads a date in whatever form.
fn of_any_form(text: &str) -> Result<Date, NoDate> {
    if text.len() > LONGEST {
        return Err(NoDate::Words);
    }
    let text = plain(text);
    let text = text.trim();
    // A blank form says nothing.
    if !text.contains(|it| matches!(it, '1'..='9' | '元')) {
        let is_form = |it: char| !it.is_alphabetic() || OF_FORMS.contains(it);
        let lower = text.to_ascii_lowercase();
        let says_nothing = text.contains('0') || text.chars().all(is_form);
        let is_unknown = says_nothing || UNKNOWN.iter().any(|word| lower.contains(word));
        return Err(if is_unknown {
            NoDate::Words
        } else {
            NoDate::Unclear
        });
    }
    let is_in_numbers = without_clock_words(text).chars().all(is_of_numbers);
    let mut rest = Rest(text);
    match rest.whole_date() {
        Some(Ok(date)) if rest.is_at_end() => Ok(date),
        Some(Ok(date)) if date.day.is_some() && !is_in_numbers => Ok(Date {
            more: true,
            unread: true,
            ..date
        }),
        // No calendar mends what stands in words beside it.
        Some(Err(impossible)) => Err(impossible),
        _ if is_time(text) => Err(NoDate::TimeAlone),
        _ if is_in_numbers || is_in_english(text) => Err(NoDate::Unclear),
        _ => Err(NoDate::Words),
    }
}

/// The text with narrow letters, and with numbers in digits: 二〇二四年三月十一日 is 2024年3月11日.
fn plain(text: &str) -> String {
    let text: String = text.chars().map(half_width).map(of_japan).collect();
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find(is_numeral) {
        let (before, from) = rest.split_at(start);
        let (number, after) = from.split_at(from.find(|it| !is_numeral(it)).unwrap_or(from.len()));
        plain.push_str(before);
        match number.split_once('十') {
            None => plain.push_str(&digits(number, "")),
            Some((tens, units)) => plain.extend([digits(tens, "1"), digits(units, "0")]),
        }
        rest = after;
    }
    plain + rest
}

/// 2024년 5월 1일 is 2024年5月1日.
const fn of_japan(letter: char) -> char {
    match letter {
        '년' => '年',
        '월' => '月',
        '일' => '日',
        _ => letter,
    }
}

const NUMERALS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn is_numeral(letter: char) -> bool {
    letter == '十' || NUMERALS.contains(&letter)
}

/// Numerals as digits, and what stands for none.
fn digits(numerals: &str, none: &str) -> String {
    let value = |it| NUMERALS.iter().position(|&numeral| numeral == it);
    let digits = numerals
        .chars()
        .filter_map(|it| char::from_digit(value(it)? as u32, 10));
    let digits: String = digits.collect();
    if digits.is_empty() {
        none.to_owned()
    } else {
        digits
    }
}

/// Whether a letter may stand in a date that is written with numbers.
fn is_of_numbers(letter: char) -> bool {
    letter.is_ascii_digit() || letter.is_whitespace() || "/-.:年月日時分秒".contains(letter)
}

impl Rest<'_> {
    /// A date with what may stand after it; `None` where none stands here.
    fn whole_date(&mut self) -> Option<Result<Date, NoDate>> {
        let mut written = match self.english() {
            Some(written) => written,
            None => self.date()?,
        };
        let is_day_unknown = written.day == Some(0);
        written.forget_zeros();
        if let Some(fault) = written.fault() {
            return Some(Err(fault));
        }
        let mut date = Date {
            year: written.year,
            month: written.month,
            day: written.day,
            time: None,
            more: false,
            unread: false,
        };
        if let (Some(month), Some(day)) = (date.month, date.day) {
            self.weekday();
            date.more = self.other_days();
            date.more |= self.zone();
            let before = self.0;
            // 2008/12/18/19:30
            if self.takes("/") && self.0.find(':').is_none_or(|colon| colon > 2) {
                self.0 = before;
            }
            if let Some((clock, fraction)) = self.time_of_day(written.compact) {
                date.more |= fraction | self.until();
                let (hour, minute, second, offset) = clock;
                let is_midnight = hour == 24 && minute == 0 && second.unwrap_or(0) == 0;
                if is_midnight {
                    let (year, month, day) = next((date.year, month, day));
                    (date.year, date.month, date.day) = (year, Some(month), Some(day));
                } else if hour > 23 || minute > 59 || second.is_some_and(|it| it > 59) {
                    return Some(Err(NoDate::Impossible));
                }
                date.time = Some(TimeOfDay {
                    hour: hour % 24,
                    minute,
                    second,
                    offset,
                });
            }
        } else if is_day_unknown {
            // The time of day of an unknown day says nothing.
            date.more = self.time_of_day(written.compact).is_some();
        }
        Some(Ok(date))
    }

    /// The era whose name stands here, before a number.
    fn era(&mut self) -> Option<&'static Era> {
        let text = self.0.trim_start();
        let (era, rest) = ERAS.iter().find_map(|era| {
            let rest = era.names.iter().find_map(|name| {
                let (start, rest) = text.split_at_checked(name.len())?;
                start.eq_ignore_ascii_case(name).then_some(rest)
            })?;
            Some((era, rest))
        })?;
        let is_counted = rest
            .trim_start()
            .starts_with(|it: char| it.is_ascii_digit() || it == '元');
        self.0 = if is_counted { rest } else { self.0 };
        is_counted.then_some(era)
    }

    /// A date, of which day and month may be missing.
    fn date(&mut self) -> Option<WrittenDate> {
        let era = self.era();
        let length = self.digits().0.len();
        let compact = era.is_none() && matches!(length, 8 | 12 | 14);
        if compact {
            return Some(WrittenDate {
                era,
                year: self.part(4)?,
                month: self.part(2),
                day: self.part(2),
                compact,
            });
        }
        let year = match era {
            Some(era) if self.takes("元") => era.before + 1,
            Some(era) => era.before + self.number(2)?,
            None if length == 4 => self.number(4)?,
            None => return None,
        };
        let (month, day) = self.month_and_day()?;
        Some(WrittenDate {
            era,
            year,
            month,
            day,
            compact,
        })
    }

    fn month_and_day(&mut self) -> Option<(Option<u32>, Option<u32>)> {
        if self.takes("年") {
            let month = self.number(2);
            let named = month.is_none() || self.takes("月");
            let day = month.and_then(|_| self.number(2));
            let counted = day.is_none() || self.takes("日") || self.is_between_days();
            return (named && counted).then_some((month, day));
        }
        let Some(sign) = ["/", "-", "."].into_iter().find(|sign| self.takes(sign)) else {
            return Some((None, None));
        };
        let month = Some(self.number(2)?);
        let day = if self.takes(sign) {
            Some(self.number(2)?)
        } else {
            None
        };
        Some((month, day))
    }

    fn is_between_days(&self) -> bool {
        let text = self.0.trim_start();
        BETWEEN_DAYS.iter().any(|sign| text.starts_with(sign))
    }

    /// The other days of a game that took several, if there are any.
    fn other_days(&mut self) -> bool {
        let before = self.0;
        if !BETWEEN_DAYS.into_iter().any(|sign| self.takes(sign)) {
            return false;
        }
        let is_date = |it: char| it.is_ascii_digit() || "/-.年月日".contains(it);
        let text = self.0.trim_start();
        let rest = text.trim_start_matches(is_date);
        let is_day = text.starts_with(|it: char| it.is_ascii_digit()) && !rest.starts_with(':');
        self.0 = if is_day { rest } else { before };
        self.weekday();
        is_day
    }

    /// When it ended on the same day: `10:00～18:30`.
    fn until(&mut self) -> bool {
        let before = self.0;
        let is_until =
            BETWEEN_DAYS.into_iter().any(|sign| self.takes(sign)) && self.time_of_day(false).is_some();
        self.0 = if is_until { self.0 } else { before };
        is_until
    }

    /// A weekday: `(火)`, `(月・祝)`, `火曜日`, `(Tue)`.
    fn weekday(&mut self) {
        let text = self.0.trim_start();
        let inner = text.strip_prefix('(').and_then(|text| text.split_once(')'));
        if let Some((day, rest)) = inner {
            let is_kanji = !day.is_empty() && day.chars().all(|it| "日月火水木金土曜祝休振・".contains(it));
            if is_kanji || KANJI_WEEKDAYS.iter().any(|name| day.eq_ignore_ascii_case(name)) {
                self.0 = rest;
            }
        } else if let Some(rest) = text.strip_prefix(|it| "日月火水木金土".contains(it))
            && let Some(rest) = rest.strip_prefix("曜")
        {
            self.0 = rest.strip_prefix("日").unwrap_or(rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{of_any_form, usual};
    use proptest::prelude::{ProptestConfig, proptest};

    /// The reader of every form must answer the same wherever this one answers.
    fn agrees(text: &str) -> bool {
        usual(text)
            .inspect(|date| assert_eq!(Ok(*date), of_any_form(text), "{text}"))
            .is_some()
    }

    #[test]
    fn usual_forms_are_read_here_and_others_are_not() {
        for text in [
            "2024/03/05",
            "2024-3-5",
            " 1995/11/22(水) 18:55　",
            "2003/05/03 10:30:00",
            "2000/02/29(Tue)",
        ] {
            assert!(agrees(text), "{text}");
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
            assert!(!agrees(text), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

        #[test]
        fn both_readers_agree(
            text in "[ 　]?[0-9]{3,5}[ ]?[/-][ ]?[0-9]{1,3}[/-][0-9]{1,3}(\\([月水Tue]{1,3}\\)|火曜日?|)[ T]?([0-9]{1,3}:[0-9]{2}(:[0-9]{1,3}|\\.5|)|)[ ]?(Z|JST|\\+0900|午後|~12:00|)"
        ) {
            agrees(&text);
        }
    }
}
