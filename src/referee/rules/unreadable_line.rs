//! `unreadable-line`: a line that cannot be read.

use crate::finding::{Words, both, message, rule};
use crate::notation::quote::{in_quotes, shortened};
use crate::record::GapKind;
use crate::record::gap::LineGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "unreadable-line",
    class: RecordError,
    group: Reading,
    title: "a line that cannot be read", "読めない行",
    what:
        "The line is none of the kinds that the notation knows: no header, move, comment, board row or result. It is kept out of the game, and the game goes on after it.",
        "形式の定めるどの種類の行でもない。ヘッダーでも指し手でもコメントでも盤面でも結果でもない。この行を除いて読み続ける。",
    why:
        "The line may have been a move. Other programs skip it and play the following moves from a wrong position.",
        "指し手だった行かもしれない。黙って飛ばし、その後の手を誤った局面から指すソフトがある。",
    remedy:
        "Repair the line, or make it a comment (`*` in KIF, `'` in CSA).",
        "行を直すか、コメントにする（KIFは「*」、CSAは「'」）。",
    source: "KIF: the list of line kinds in Kakinoki's definition; CSA: V2.2 and V3.0.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\nこれは何かの行\n   2 ３四歩(33)\n   3 投了\n" },
        "free text between two moves", "指し手の間の文章",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n*これはコメント\n   2 ３四歩(33)\n   3 投了\n" },
        "the same as a comment", "同じ文章をコメントにしたもの",
}

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
            "{text}, {what}, stands after the first move; it was left out",
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
        LineGap::LateStart => late(both("a line of the start position", "開始局面の行")),
        LineGap::LateTurn => late(both("a line that says whose turn it is", "手番の行")),
        LineGap::LateVersion => late(both("a version line", "バージョンの行")),
        LineGap::SecondTurn { before, now } => message!(
            "an earlier line gives {before} the first move; this one, {now}'s, counts",
            "前の手番の行では{before}からである。この行に従い{now}からとする",
            before,
            now
        ),
        LineGap::MovesAfterPosition => message!(
            "moves stand after the position, as in USI; they were left out: {text}",
            "局面の後にUSIのような指し手がある。読み飛ばした：{text}",
            text
        ),
        LineGap::OutsideObject => message!(
            "{text} stands outside of the record's object; it was left out",
            "棋譜のオブジェクトの外に{text}がある。読み飛ばした",
            text
        ),
    });
}
