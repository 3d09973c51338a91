//! `doubtful-same`: 同 without a previous move.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "doubtful-same",
    RecordError,
    Notation,
    "同 without a previous move",
    "同の前に指し手がない"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::DoubtfulSame {
        report.say(message!(
            "同 (the same square) has no previous move to refer to",
            "「同」が指す直前の指し手がない",
        ));
    }
}
