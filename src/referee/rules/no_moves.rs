//! `no-moves`: a record without a move.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "no-moves",
    class: Doubt,
    group: Starts,
    title: "a record without a move", "指し手のない棋譜",
    what:
        "The record has a header or a position, but neither a move nor a result. Where it has a position of its own, this is a note for those who ask for this rule; of a mate problem (詰将棋) nothing is said.",
        "ヘッダーや局面はあるが、指し手も終局もない。独自の局面があるときは、この規則を指定したときだけ注記として報告し、詰将棋では指摘しない。",
    why: "An export that broke off looks like this.", "書き出しが途中で切れた棋譜はこのようになる。",
    remedy:
        "Fetch the record again; if only the position matters, nothing need be done.",
        "棋譜を取り直す。局面だけが目的なら何もしなくてよい。",
    source: "A requirement of this tool: an empty game must not pass for a clean one.",
    bad: Record { text: "手合割：平手\n先手：甲\n後手：乙\n" },
        "header only", "ヘッダーだけ",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game", "指し手がある",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::NoMoves { has_position } = case.kind() else {
        return;
    };
    let complaint = report.say(message!(
        "this record has neither a move nor a result",
        "この棋譜には指し手も結果もない",
    ));
    // A position that is drawn is worth keeping without any.
    if has_position {
        complaint.quietly();
    }
}
