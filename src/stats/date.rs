//! When a game was played: the dates of headers in one spelling.

use std::fmt::Write as _;

use super::fold::one_width;

/// Year, month and day.
type Day = (u32, u32, u32);

/// The eras whose years are counted in dates: the year before the first, the first day and the last.
///
/// 明治 begins here with its sixth year: before 1873 months and days were those of another calendar.
const ERAS: [(&str, u32, Day, Day); 5] = [
    ("令和", 2018, (2019, 5, 1), (9999, 12, 31)),
    ("平成", 1988, (1989, 1, 8), (2019, 4, 30)),
    ("昭和", 1925, (1926, 12, 25), (1989, 1, 7)),
    ("大正", 1911, (1912, 7, 30), (1926, 12, 25)),
    ("明治", 1867, (1873, 1, 1), (1912, 7, 30)),
];

const WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/// A date of a header as ISO 8601, as precise as it is written: `2024-03-05T10:00:00`, `2024-03-05T10:00`,
/// `2024-03-05`, `2024-03`, `2024`. `None` where there is no such date, or where something beside it is not understood.
///
/// Years have four digits, or are those of an era (令和6年, 平成元年). A weekday is passed over. Of a game of several
/// days (`2016/05/30･31日`) it is the first. Fractions of a second are left out, an offset from UTC is kept.
///
/// ```
/// use kifu::stats::iso;
///
/// assert_eq!(iso("2024/03/05(火) 10:00").as_deref(), Some("2024-03-05T10:00"));
/// assert_eq!(iso("令和６年３月５日").as_deref(), Some("2024-03-05"));
/// assert_eq!(iso("2024/02/30"), None);
/// ```
pub fn iso(text: &str) -> Option<String> {
    // No date is longer.
    const LONGEST: usize = 200;
    if text.len() > LONGEST {
        return None;
    }
    let text = one_width(text);
    let mut rest = Rest(text.trim());
    let (year, month, day) = rest.date()?;
    let mut iso = format!("{year:04}");
    for part in [month, day].into_iter().flatten() {
        let _ = write!(iso, "-{part:02}");
    }
    if day.is_some() {
        rest.other_days();
        rest.weekday();
        if !rest.is_at_end() {
            iso += &rest.time()?;
        }
    }
    rest.is_at_end().then_some(iso)
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

    /// The digits that stand here, and what stands behind them.
    fn digits(&self) -> (&'t str, &'t str) {
        let text = self.0.trim_start();
        text.split_at(text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len()))
    }

    fn is_at_end(&self) -> bool {
        self.0.trim().is_empty()
    }

    /// A date, of which day and month may be missing.
    fn date(&mut self) -> Option<(u32, Option<u32>, Option<u32>)> {
        let era = ERAS.iter().find(|(name, ..)| self.takes(name));
        let year = match era {
            Some((_, before, ..)) if self.takes("元") => before + 1,
            Some((_, before, ..)) => before + self.number(2)?,
            None if self.digits().0.len() == 4 => self.number(4)?,
            None => return None,
        };
        let (month, day) = self.month_and_day()?;
        let is_day = match (month, day) {
            (Some(month), Some(day)) => (1..=days(year, month)).contains(&day),
            (month, _) => month.is_none_or(|month| (1..=12).contains(&month)),
        };
        let is_of_era = era.is_none_or(|&(_, before, first, last)| {
            // What is not said may be the first day as well as the last.
            let earliest = (year, month.unwrap_or(1), day.unwrap_or(1));
            let latest = (year, month.unwrap_or(12), day.unwrap_or(31));
            year > before && latest >= first && earliest <= last
        });
        (year > 0 && is_day && is_of_era).then_some((year, month, day))
    }

    fn month_and_day(&mut self) -> Option<(Option<u32>, Option<u32>)> {
        if self.takes("年") {
            let month = self.number(2);
            let named = month.is_none() || self.takes("月");
            let day = month.and_then(|_| self.number(2));
            let counted = day.is_none() || self.takes("日");
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

    /// The other days of a game that took several.
    fn other_days(&mut self) {
        if ["・", "、", ",", "~", "〜"]
            .into_iter()
            .any(|sign| self.takes(sign))
        {
            let is_date = |it: char| it.is_ascii_digit() || "/-.年月日".contains(it);
            self.0 = self.0.trim_start().trim_start_matches(is_date);
        }
    }

    /// A weekday: `(火)`, `(月・祝)`, `火曜日`, `(Tue)`.
    fn weekday(&mut self) {
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

    /// A time of day as ISO 8601 puts it behind a date.
    fn time(&mut self) -> Option<String> {
        self.0 = self.0.strip_prefix(['T', 't']).unwrap_or(self.0);
        let early_or_late = self.half(["午前", "午後"]);
        let hour = self.number(2)?;
        let (minute, second) = if self.takes("時") {
            (self.counted("分").unwrap_or(0), self.counted("秒"))
        } else {
            (self.behind_colon()?, self.behind_colon())
        };
        if second.is_some() && self.takes(".") {
            self.0 = self.0.trim_start_matches(|it: char| it.is_ascii_digit());
        }
        let hour = match early_or_late.or_else(|| self.half(["AM", "PM"])) {
            None => Some(hour).filter(|&hour| hour < 24),
            // Noon and midnight are the twelfth hours.
            Some(half) => (1..=12).contains(&hour).then_some(hour % 12 + half),
        }?;
        let is_in_hour = minute < 60 && second.is_none_or(|second| second < 60);
        let second = second.map_or_else(String::new, |second| format!(":{second:02}"));
        let time = format!("T{hour:02}:{minute:02}{second}{}", self.offset()?);
        is_in_hour.then_some(time)
    }

    /// The hour at which the half of a day begins that is named here.
    fn half(&mut self, words: [&str; 2]) -> Option<u32> {
        let hours = words.into_iter().zip([0, 12]);
        hours
            .into_iter()
            .find_map(|(word, hour)| self.takes(word).then_some(hour))
    }

    /// A number with its unit, where both stand here.
    fn counted(&mut self, unit: &str) -> Option<u32> {
        let before = self.0;
        let number = self.number(2).filter(|_| self.takes(unit));
        self.0 = if number.is_some() { self.0 } else { before };
        number
    }

    /// A number behind a colon, where both stand here.
    fn behind_colon(&mut self) -> Option<u32> {
        let before = self.0;
        let number = if self.takes(":") { self.number(2) } else { None };
        self.0 = if number.is_some() { self.0 } else { before };
        number
    }

    /// `Z`, or how far the clock is ahead of UTC; nothing where nothing is said, `None` where it cannot be.
    fn offset(&mut self) -> Option<String> {
        if self.takes("Z") || self.takes("z") {
            return Some("Z".to_owned());
        }
        let Some(sign) = ["+", "-"].into_iter().find(|sign| self.takes(sign)) else {
            return Some(String::new());
        };
        let hours = self.number(2)?;
        let minutes = self.behind_colon().unwrap_or(0);
        (hours <= 14 && minutes < 60).then(|| format!("{sign}{hours:02}:{minutes:02}"))
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

#[cfg(test)]
mod tests {
    use super::iso;

    #[test]
    fn dates_of_headers() {
        for (text, expected) in [
            ("2024/03/05 10:00:00", "2024-03-05T10:00:00"),
            ("2024/03/05 10:00", "2024-03-05T10:00"),
            ("2024/03/05", "2024-03-05"),
            ("2024/03", "2024-03"),
            ("2024年3月", "2024-03"),
            ("2024", "2024"),
            ("2024年", "2024"),
            (" 2024/3/5 9:05 ", "2024-03-05T09:05"),
            ("2024/ 3/ 5", "2024-03-05"),
            ("2024-03-05", "2024-03-05"),
            ("2024.3.5", "2024-03-05"),
            ("2024/03/05(火) 10:00", "2024-03-05T10:00"),
            ("2024/03/05(火)10:00:09", "2024-03-05T10:00:09"),
            ("2024/03/05（火・祝）", "2024-03-05"),
            ("2024年3月5日火曜日 10時", "2024-03-05T10:00"),
            ("2024/03/05 (Tue) 10:00", "2024-03-05T10:00"),
            ("2024年3月5日", "2024-03-05"),
            ("２０２４年３月５日　１０：００", "2024-03-05T10:00"),
            ("2024年 3月 5日 午後1時30分", "2024-03-05T13:30"),
            ("2024年3月5日 10時30分15秒", "2024-03-05T10:30:15"),
            ("2018/12/30 12:29:48 PM", "2018-12-30T12:29:48"),
            ("2018/12/30 12:29:48 AM", "2018-12-30T00:29:48"),
            ("2024-03-05T10:00:00.123Z", "2024-03-05T10:00:00Z"),
            ("2024-03-05T10:00:00+09:00", "2024-03-05T10:00:00+09:00"),
            ("2016/05/30･31日", "2016-05-30"),
            ("2016年5月30日、31日", "2016-05-30"),
            ("2016/05/30～2016/05/31", "2016-05-30"),
            ("2024/02/29", "2024-02-29"),
            ("2000/02/29", "2000-02-29"),
            ("1607", "1607"),
        ] {
            assert_eq!(iso(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn years_of_eras() {
        for (text, expected) in [
            ("令和6年3月5日", Some("2024-03-05")),
            ("令和６年３月５日（火）　１０時", Some("2024-03-05T10:00")),
            ("令和元年5月1日", Some("2019-05-01")),
            ("令和元年4月30日", None),
            ("平成元年", Some("1989")),
            ("平成元年1月7日", None),
            ("平成31年4月30日", Some("2019-04-30")),
            ("平成31年5月1日", None),
            ("平成31年", Some("2019")),
            ("平成32年", None),
            ("昭和64年1月7日", Some("1989-01-07")),
            ("昭和64/1/7", Some("1989-01-07")),
            ("昭和元年12月", Some("1926-12")),
            ("大正元年", Some("1912")),
            ("大正15年12月25日", Some("1926-12-25")),
            ("明治45年7月30日", Some("1912-07-30")),
            ("明治6年1月1日", Some("1873-01-01")),
            ("明治5年11月1日", None),
            ("令和0年", None),
            ("令和", None),
            ("天保10年", None),
        ] {
            assert_eq!(iso(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "　",
            "不明",
            "2024/02/30",
            "2023/02/29",
            "1900/02/29",
            "2024/13/01",
            "2024/00",
            "2024/00/00",
            "0000/00/00",
            "0000",
            "2024/03/05 25:00",
            "2024/03/05 24:00:00",
            "2024/03/05 10:60",
            "2024/03/05 10:00:60",
            "2024/03/05 13:00 PM",
            "2024/03/05 10",
            "2024/03/05 10:",
            "2024/03/05 10:00:00 +99:00",
            "2024/03/05 東京",
            "2024/03/",
            "2024/03-05",
            "2024年3",
            "2024年3月5",
            "24/03/05",
            "12/30/2018 10:29:48 PM",
            "20240305",
            " 22:47:29",
            "99999/01/01",
            "2024/003/05",
            "2024/03 10:00",
            "2024 10:00",
        ] {
            assert_eq!(iso(text), None, "{text}");
        }
        assert_eq!(iso(&"2024/03/05 ".repeat(100_000)), None);
    }

    proptest::proptest! {
        #[test]
        fn what_comes_out_goes_in(text in "[0-9/:.T令和元平成年月日時分秒午前後()火Z +-]{0,24}") {
            if let Some(date) = iso(&text) {
                proptest::prop_assert_eq!(iso(&date), Some(date));
            }
        }

        #[test]
        fn nothing_panics(text in ".{0,40}") {
            let _ = iso(&text);
        }
    }
}
