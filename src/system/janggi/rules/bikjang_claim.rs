//! `gung-bikjang-claim` 빅장 표시: 빅 where the generals do not face each other.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;

rule! {
    name: "gung-bikjang-claim",
    class: Doubt,
    group: Notation,
    title: "빅 without bikjang (빅장)", "빅장でない 빅",
    what:
        "A ply is marked `빅`, but after it the generals do not stand on one file with nothing between.",
        "指し手に `빅` とあるが、その後、将どうしが間に駒のない同じ筋に並んでいない。",
    why: "The mark or the move is wrong.", "記号か指し手が誤っている。",
    remedy: "Compare the move with the score sheet.", "棋譜用紙と照合する。",
    source: "“대국규정 및 규칙” (궁장기), article 23; the mark is that of the form of the record.",
    bad: Record { text: "[규칙 \"궁장기\"]\n1. 79졸78 빅\n#interrupt\n" },
        "pieces stand between the generals", "将の間に駒がある",
    good: Record { text: "[규칙 \"궁장기\"]\n[국면 \"9/4k4/9/9/4R4/9/9/9/4K4/9 w\"]\n1. 55차51 빅\n#interrupt\n" },
        "the file is empty", "筋に駒がない",
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    if case.ply.ply.bikjang && !case.after.men.are_facing() {
        report.say(message!(
            "the ply is marked 빅, but the generals do not face each other",
            "빅 とあるが、将どうしは向かい合っていない"
        ));
    }
}
