//! `janggi-repetition` 동형반복: the same position again and again.

use super::movement::Case;
use crate::finding::{HowOften, message, rule};
use crate::referee::report::Report;

rule!(
    "janggi-repetition",
    Notice,
    Results,
    "a position that occurs three times (동형반복)",
    "同一局面3回（동형반복）"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    if case.occurrences == case.before.repeat_limit {
        let count = case.occurrences;
        report.say(message!(
            "this position has now occurred {times}",
            "同一局面が{times}現れた",
            times = HowOften(count)
        ));
    }
}
