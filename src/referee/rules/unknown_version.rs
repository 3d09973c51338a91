//! `unknown-version`: an unknown version.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unknown-version",
    Notice,
    Notation,
    "an unknown version",
    "不明なバージョン"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::UnknownVersion {
        let text = case.quoted();
        report.say(if case.record.is_shogi() {
            message!(
                "{text} is not a known version of CSA; read as V3.0",
                "{text}はCSAの不明なバージョンである。V3.0として読む",
                text
            )
        } else {
            message!(
                "{text} is not a known version; read as version 1",
                "{text}は不明なバージョンである。バージョン1として読む",
                text
            )
        });
    }
}
