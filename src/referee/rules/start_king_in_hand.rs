//! `start-king-in-hand` 持駒に玉がある: a king in hand at the start.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;

rule!(
    "start-king-in-hand",
    RecordError,
    Starts,
    "a king in hand at the start",
    "持駒に玉がある"
);

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    if let Some((color, span)) = case.start.king_in_hand {
        report
            .say(message!(
                "{color}'s hand contains a king; it was skipped",
                "{color}の持駒に玉がある。読み飛ばした",
                color
            ))
            .of(color)
            .at(span);
    }
}
