//! `doubtful-same`: 同 without a move before.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "doubtful-same",
    RecordError,
    Notation,
    "同 without a move before",
    "同の前に指し手がない"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::DoubtfulSame {
        report.say(message!(
            "同 (the same square) stands here, but no move comes before whose square it could mean",
            "ここに「同」とあるが、その前に行き先を指す指し手がない",
        ));
    }
}
