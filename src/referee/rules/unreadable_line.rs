//! `unreadable-line`: a line that cannot be read.

use crate::finding::{Words, both, message, rule};
use crate::notation::quote::{in_quotes, shortened};
use crate::record::GapKind;
use crate::record::gap::LineGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unreadable-line",
    RecordError,
    Reading,
    "a line that cannot be read",
    "読めない行"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::UnreadableLine(gap) = case.kind() else {
        return;
    };
    // A line that is quoted is shortened twice: what stands for a control character counts.
    let first = in_quotes(&shortened(case.text()));
    let text = case.quoted();
    let late = |what: Words| {
        message!(
            "{text}, {what}, follows the first move; it was skipped",
            "{what}{text}が最初の指し手より後にある。読み飛ばした",
            text = case.quoted(),
            what
        )
    };
    report.say(match gap {
        LineGap::Lines(1) => message!(
            "this line cannot be read: {first}",
            "この行は読めない：{first}",
            first
        ),
        LineGap::Lines(lines) => message!(
            "these {lines} lines cannot be read; the first is {first}",
            "この{lines}行は読めない。最初の行は{first}",
            lines,
            first
        ),
        LineGap::LateStart => late(both("a start position line", "開始局面の行")),
        LineGap::LateTurn => late(both("a side-to-move line", "手番の行")),
        LineGap::LateVersion => late(both("a version line", "バージョンの行")),
        LineGap::SecondTurn { before, now } => message!(
            "an earlier line gives {before} the first move, this one {now}; this one was used",
            "前の手番の行では{before}からである。この行に従い{now}からとする",
            before,
            now
        ),
        LineGap::MovesAfterPosition => message!(
            "moves follow the position, as in USI; they were skipped: {text}",
            "局面の後にUSIのような指し手がある。読み飛ばした：{text}",
            text
        ),
        LineGap::OutsideObject => message!(
            "{text} is outside the object of the record; it was skipped",
            "棋譜のオブジェクトの外に{text}がある。読み飛ばした",
            text
        ),
    });
}
