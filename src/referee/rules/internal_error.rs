//! `internal-error` 内部エラー: the tool itself failed over a record.

use crate::finding::{Finding, Message, Span, message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "internal-error",
    RecordError,
    Reading,
    "an internal error",
    "内部エラー"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if let GapKind::InternalError(what) = case.kind() {
        report.say(told(what));
    }
}

/// The finding that stands for all that could not be found out about a record.
pub(crate) fn finding(record: Span, what: &str) -> Finding {
    let start = Span {
        start: record.start,
        end: record.start,
    };
    Finding::new(&RULE, start, told(what))
}

fn told(what: &str) -> Message {
    message!(
        "internal error while processing this record: {what}",
        "この棋譜の処理中に内部エラーが起きた：{what}",
        what
    )
}
