//! `impossible-date`: a date that does not exist.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "impossible-date",
    Doubt,
    Notation,
    "a date that does not exist",
    "存在しない日付"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::ImpossibleDate(date) = case.kind() else {
        return;
    };
    report.say(message!(
        "{date} is not a valid date or time",
        "{date}という日付や時刻は存在しない",
        date = in_quotes(date)
    ));
}
