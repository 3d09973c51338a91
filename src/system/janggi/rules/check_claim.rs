//! `janggi-check-claim` 장군 표시: 장군 where no check is given.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::ended::Ended;

rule!(
    "janggi-check-claim",
    Doubt,
    Notation,
    "장군 without a check",
    "王手でない 장군"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let (men, other) = (&case.after.men, 1 - case.mover);
    let is_taken = matches!(case.after.ended, Some(Ended::Captured { .. }));
    let holds = is_taken || men.in_check(other) || men.are_facing();
    if case.ply.ply.checks && !holds && case.before.marks.are_kept() {
        let other = seat(other);
        report.say(message!(
            "the move is marked 장군, but {other}'s general is not in check",
            "장군 とあるが、{other}の将に王手はかかっていない",
            other
        ));
    }
}
