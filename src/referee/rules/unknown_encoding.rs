//! `unknown-encoding`: unknown encoding declared.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unknown-encoding",
    Doubt,
    Notation,
    "unknown encoding declared",
    "不明な文字コードの宣言"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnknownEncoding { declared, actual } = case.kind() else {
        return;
    };
    report.say(message!(
        "{declared} is no encoding of game records; read as {actual}",
        "{declared}は棋譜の文字コードでない。{actual}として読む",
        declared = in_quotes(declared),
        actual
    ));
}
