//! `text-after-move`: text after a move.

use crate::finding::{Words, both, message, rule};
use crate::record::GapKind;
use crate::record::gap::TextAfter;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "text-after-move",
    Doubt,
    Notation,
    "text after a move",
    "指し手の後の余分な文字"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::TextAfterMove(after) = case.kind() else {
        return;
    };
    let text = case.quoted();
    let on_line = |before: Words| {
        message!(
            "{text} follows {before} on the same line; it was skipped",
            "同じ行の{before}の後に{text}がある。読み飛ばした",
            text = case.quoted(),
            before
        )
    };
    report.say(match after {
        TextAfter::Number(number) => message!(
            "{text} after number {number} was skipped",
            "{number}手目の後の{text}は読み飛ばした",
            text,
            number
        ),
        TextAfter::Move => message!(
            "{text} after this move was skipped",
            "この指し手の後の{text}は読み飛ばした",
            text
        ),
        TextAfter::MoveOfCsa => on_line(both("the move", "指し手")),
        TextAfter::EndOfCsa => on_line(both("the result", "終局")),
    });
}
