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
                "{color}'s hand lists a king; it is left out, for a king is never in hand",
                "{color}の持駒に玉がある。玉が持駒になることはなく、省いた",
                color
            ))
            .of(color)
            .at(span);
    }
}
