//! `internal-error` 内部エラー: the tool itself failed over a record.

use crate::finding::{Finding, Message, Span, message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "internal-error",
    class: RecordError,
    group: Reading,
    title: "the tool failed over this record", "内部エラー",
    what:
        "Reading or judging the record met with a fault of this tool. Nothing else is said of the record; all others are judged as ever.",
        "棋譜を読むとき、または判定するときに、このツール自体が異常を起こした。その棋譜についてほかには何も言わない。ほかの棋譜は通常どおり判定される。",
    why:
        "A record that could not be judged must not pass for a clean one, and must not keep the others from being judged.",
        "判定できなかった棋譜を問題なしとして通してはならず、ほかの棋譜の判定を妨げてもならない。",
    remedy:
        "Report it with the record: the fault is in the tool.",
        "棋譜を添えて報告する。誤りはツールの側にある。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Record { text: "" },
        "no record is known that does this", "これが起こる棋譜は知られていない",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game that is judged", "判定される対局",
}

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
        "the tool failed over this record: {what}",
        "この棋譜の処理中にツール自体が異常を起こした: {what}",
        what
    )
}
