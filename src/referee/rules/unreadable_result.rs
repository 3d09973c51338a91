//! `unreadable-result`: a result in words that are not known.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unreadable-result",
    Doubt,
    Reading,
    "a result in words that are not known",
    "読めない結果の行"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::UnreadableResult {
        report.say(message!(
            "{text} does not say who won in words that are known",
            "{text}は勝敗を知られた言葉で述べていない",
            text = case.quoted()
        ));
    }
}
