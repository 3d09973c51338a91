//! `unreadable-date`: a date that cannot be read.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::record::gap::DateGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unreadable-date",
    Doubt,
    Reading,
    "a date that cannot be read",
    "読めない日付"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnreadableDate(date, why) = case.kind() else {
        return;
    };
    let date = in_quotes(date);
    report.say(match *why {
        DateGap::TimeAlone => message!(
            "{date} has a time of day but no date",
            "{date}は時刻だけで、日付がない",
            date
        ),
        DateGap::Unclear => message!(
            "{date} cannot be read as a date; expected a four-digit or era year, then month and day",
            "{date}は日付として読めない。4桁または元号の年、月、日の順でなければならない",
            date
        ),
        DateGap::InPart(read) => message!(
            "only {read} of {date} can be read",
            "{date}のうち、読めるのは{read}だけである",
            date,
            read = read.to_string()
        ),
    });
}
