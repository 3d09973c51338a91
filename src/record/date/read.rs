//! Reading a date.

use std::borrow::Cow;

use super::calendar::{ERAS, Era, next};
use super::clock::is_time;
use super::english::{is_in_english, without_clock_words};
use super::rest::{Rest, WrittenDate};
use super::usual::usual;
use super::{Date, NoDate, TimeOfDay};
use crate::text::half_width;

/// No date is longer.
const LONGEST: usize = 200;

const WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

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
    pub fn in_tables(written: &str) -> Option<Cow<'_, str>> {
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
pub(super) fn of_any_form(text: &str) -> Result<Date, NoDate> {
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
    pub(super) fn weekday(&mut self) {
        let text = self.0.trim_start();
        let inner = text.strip_prefix('(').and_then(|text| text.split_once(')'));
        if let Some((day, rest)) = inner {
            let is_kanji = !day.is_empty() && day.chars().all(|it| "日月火水木金土曜祝休振・".contains(it));
            if is_kanji || WEEKDAYS.iter().any(|name| day.eq_ignore_ascii_case(name)) {
                self.0 = rest;
            }
        } else if let Some(rest) = text.strip_prefix(|it| "日月火水木金土".contains(it))
            && let Some(rest) = rest.strip_prefix("曜")
        {
            self.0 = rest.strip_prefix("日").unwrap_or(rest);
        }
    }
}
