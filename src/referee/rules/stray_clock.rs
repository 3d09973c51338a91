//! `stray-clock`: a time without a move.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::StrayClock;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "stray-clock",
    Doubt,
    Clocks,
    "a time without a move",
    "指し手のない消費時間"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::StrayClock(stray) = case.kind() else {
        return;
    };
    report.say(match stray {
        StrayClock::BeforeMoves => message!(
            "the time {text} precedes the first move; it was skipped",
            "消費時間{text}が最初の指し手より前にある。読み飛ばした",
            text = case.quoted()
        ),
        StrayClock::Second => message!(
            "the move has a second time, {text}; it was skipped",
            "1つの指し手に2つ目の消費時間{text}がある。読み飛ばした",
            text = case.quoted()
        ),
        StrayClock::Value(value) => case.value(value),
    });
}
