//! `unknown-version`: unknown CSA version.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unknown-version",
    Notice,
    Notation,
    "unknown version",
    "不明なバージョン"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::UnknownVersion {
        let text = case.quoted();
        report.say(if case.record.is_shogi() {
            message!(
                "{text} is no known version of CSA; it was read like V3.0",
                "{text}はCSAの知られたバージョンでない。V3.0として読む",
                text
            )
        } else {
            message!(
                "{text} names no known version; it was read like version 1",
                "{text}は知られたバージョンでない。バージョン1として読む",
                text
            )
        });
    }
}
