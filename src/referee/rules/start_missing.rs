//! `start-missing`: no start position.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "start-missing",
    Doubt,
    Starts,
    "no start position",
    "開始局面がない"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::StartMissing {
        report.say(message!(
            "the start position is missing; read as the even start",
            "開始局面の行がない。平手として読む",
        ));
    }
}
