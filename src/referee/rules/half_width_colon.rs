//! `half-width-colon`: half-width colon in a header.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "half-width-colon",
    Notice,
    Notation,
    "a half-width colon in a header",
    "半角コロン"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::HalfWidthColon(key) = case.kind() else {
        return;
    };
    report.say(message!(
        "the header \"{key}\" has a half-width colon",
        "ヘッダー「{key}」の区切りが半角コロンである",
        key
    ));
}
