//! `unknown-encoding`: an unknown encoding.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unknown-encoding",
    Doubt,
    Notation,
    "an unknown encoding",
    "不明な文字コードの宣言"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnknownEncoding { declared, actual } = case.kind() else {
        return;
    };
    report.say(message!(
        "unknown encoding {declared}; read as {actual}",
        "{declared}は不明な文字コードである。{actual}として読む",
        declared = in_quotes(declared),
        actual
    ));
}
