//! `gung-repetition` 반복수: the same move or the same check for the third time.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;

rule!(
    "gung-repetition",
    Foul,
    Fouls,
    "the same again and again (반복수, 만년장)",
    "同じ手の反復（반복수、만년장）"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let after = &case.after;
    let run = after.runs[case.mover];
    let limit = case.before.repeat_limit;
    if run.times() == limit && run.is_first() {
        report.say(message!(
            "to and fro, this is the same move number {limit}",
            "往復の同じ手の{limit}回目である",
            limit
        ));
    } else if after.men.in_check(1 - case.mover) && case.occurrences == limit {
        report.say(message!(
            "this is check number {limit} from the same position",
            "同じ局面からの{limit}回目の王手である",
            limit
        ));
    }
}
