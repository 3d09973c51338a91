//! `text-after-move`: text after a move.

use crate::finding::{Words, both, message, rule};
use crate::record::GapKind;
use crate::record::gap::TextAfter;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "text-after-move",
    class: Doubt,
    group: Notation,
    title: "text after a move", "指し手の後の余分な文字",
    what:
        "Something stands after a move that is neither a time nor a known mark. The move is read, the text is not.",
        "指し手の後に、消費時間でも既知の印でもないものがある。指し手は読み、その文字は読まない。",
    why:
        "It may be a comment, a time in another form or half of another move.",
        "コメントか、別の書き方の消費時間か、別の指し手の一部かもしれない。",
    remedy: "Put comments on a line of their own.", "コメントは別の行に書く。",
    source: "KIF definition; CSA V2.2.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)#好手\n   2 投了\n" },
        "a comment after the move", "指し手の後のコメント",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n*好手\n   2 投了\n" },
        "on its own line", "別の行にある",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::TextAfterMove(after) = case.kind() else {
        return;
    };
    let text = case.quoted();
    let on_line = |before: Words| {
        message!(
            "{text} stands after {before} on its line; it was left out",
            "同じ行の{before}の後に{text}がある。読み飛ばした",
            text = case.quoted(),
            before
        )
    };
    report.say(match after {
        TextAfter::Number(number) => message!(
            "{text} after number {number} is not read",
            "{number}手目の後の{text}は読まない",
            text,
            number
        ),
        TextAfter::Move => message!(
            "{text} after this move is not read",
            "この指し手の後の{text}は読まない",
            text
        ),
        TextAfter::MoveOfCsa => on_line(both("the move", "指し手")),
        TextAfter::EndOfCsa => on_line(both("the result", "終局")),
    });
}
