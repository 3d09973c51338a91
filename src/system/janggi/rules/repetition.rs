//! `gung-repetition` 반복수: the same move or the same check for the third time.

use super::movement::Case;
use crate::finding::{Ordinal, message, rule};
use crate::referee::report::Report;

rule!(
    "gung-repetition",
    Foul,
    Fouls,
    "repeating a move or a check (반복수, 만년장)",
    "同じ手の反復（반복수、만년장）"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let after = &case.after;
    let run = after.runs[case.mover];
    let limit = case.before.repeat_limit;
    if run.times() == limit && run.is_first() {
        report.say(message!(
            "the same move back and forth for the {ordinal} time",
            "往復の同じ手が{ordinal}である",
            ordinal = Ordinal(limit)
        ));
    } else if after.men.in_check(1 - case.mover) && case.occurrences == limit {
        report.say(message!(
            "the {ordinal} check in the same position",
            "同じ局面での{ordinal}の王手である",
            ordinal = Ordinal(limit)
        ));
    }
}
