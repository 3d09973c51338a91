//! `gung-bikjang-claim` 빅장 표시: 빅 where the generals do not face each other.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;

rule!(
    "gung-bikjang-claim",
    Doubt,
    Notation,
    "빅 without bikjang (빅장)",
    "빅장でない 빅"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    if case.ply.ply.bikjang && !case.after.men.are_facing() {
        report.say(message!(
            "the move is marked 빅, but the generals do not face each other",
            "빅 とあるが、将どうしは向かい合っていない"
        ));
    }
}
