//! `unreadable-result`: a result that cannot be read.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unreadable-result",
    Doubt,
    Reading,
    "a result that cannot be read",
    "読めない結果の行"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::UnreadableResult {
        report.say(message!(
            "the result cannot be read from {text}",
            "{text}から勝敗を読み取れない",
            text = case.quoted()
        ));
    }
}
