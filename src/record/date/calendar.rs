//! Which days there are, and the eras by which years are counted.

/// Year, month and day.
pub(super) type Day = (u32, u32, u32);

/// An era.
pub(super) struct Era {
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
pub(super) static ERAS: [Era; 5] = [
    era(["令和", "㋿", "R"], 2018, (2019, 5, 1), (9999, 12, 31)),
    era(["平成", "㍻", "H"], 1988, (1989, 1, 8), (2019, 4, 30)),
    era(["昭和", "㍼", "S"], 1925, (1926, 12, 25), (1989, 1, 7)),
    era(["大正", "㍽", "T"], 1911, (1912, 7, 30), (1926, 12, 25)),
    era(["明治", "㍾", "M"], 1867, (1868, 1, 1), (1912, 7, 30)),
];

/// Before this year, months and days were those of another calendar, and no era tells them.
pub(super) const FIRST_YEAR: u32 = 1873;

impl Era {
    /// Whether a day may be one of it. What is not said may be the first day as well as the last.
    pub(super) fn has(&self, (year, month, day): (u32, Option<u32>, Option<u32>)) -> bool {
        let earliest = (year, month.unwrap_or(1), day.unwrap_or(1));
        let latest = (year, month.unwrap_or(12), day.unwrap_or(31));
        year > self.before && latest >= self.first && earliest <= self.last
    }
}

/// How many days a month has; none, where there is no such month.
pub(super) fn days(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// The day after another.
pub(super) fn next((year, month, day): Day) -> Day {
    if day < days(year, month) {
        (year, month, day + 1)
    } else if month < 12 {
        (year, month + 1, 1)
    } else {
        (year + 1, 1, 1)
    }
}
