//! `gung-pass-limit` 한수쉼 반복: a third pass in a row.

use super::movement::Case;
use crate::finding::{Ordinal, message, rule};
use crate::referee::report::Report;
use crate::system::janggi::board::seat;

rule!(
    "gung-pass-limit",
    Foul,
    Fouls,
    "a third pass in a row (한수쉼)",
    "3回続けてのパス（한수쉼）"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let limit = case.before.pass_limit;
    if case.ply.ply.step.is_none() && case.after.runs[case.mover].passes == limit {
        let mover = seat(case.mover);
        report.say(message!(
            "{mover} passes for the {ordinal} time in a row",
            "{mover}のパスが続けて{ordinal}である",
            ordinal = Ordinal(limit),
            mover
        ));
    }
}
