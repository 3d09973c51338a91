//! `unreadable-clock`: a time that cannot be read.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ClockGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unreadable-clock",
    Doubt,
    Clocks,
    "a time that cannot be read",
    "読めない消費時間"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnreadableClock(gap) = case.kind() else {
        return;
    };
    let text = case.quoted();
    report.say(match gap {
        ClockGap::Kif => message!(
            "{text} is not a time of the form ( m:ss/hh:mm:ss); the move was read without it",
            "{text}は「( m:ss/hh:mm:ss)」の形の時間でない。指し手だけを読む",
            text
        ),
        ClockGap::Csa => message!(
            "{text} is not a number of seconds; the time of this move is unknown",
            "{text}は秒数でない。この手の消費時間は不明とする",
            text
        ),
        ClockGap::TooLong => message!(
            "the time {text} is too long; the time of this move is unknown",
            "{text}は長すぎる。この手の消費時間は不明とする",
            text
        ),
        ClockGap::Value(value) => case.value(value),
    });
}
