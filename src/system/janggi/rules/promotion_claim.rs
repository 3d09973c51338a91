//! `gung-promotion-claim` 진급 표시: 진 where nothing is promoted.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;

rule!(
    "gung-promotion-claim",
    Doubt,
    Notation,
    "진 without a promotion (진급)",
    "昇格のない 진（진급）"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    if case.ply.ply.promotes && !case.after.has_promoted {
        report.say(message!(
            "the move is marked 진, but no piece is promoted",
            "진 とあるが、昇格する駒はない"
        ));
    }
}
