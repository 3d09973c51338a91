//! `gung-promotion-claim` 진급 표시: 진 where nothing is promoted.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;

rule! {
    name: "gung-promotion-claim",
    class: Doubt,
    group: Notation,
    title: "진 without a promotion (진급)", "昇格のない 진（진급）",
    what:
        "A ply is marked `진`, but promotes nothing: no soldier comes to the last rank, the last soldier is not taken, and it does not block or evade a bikjang with an unpromoted general.",
        "指し手に `진` とあるが、何も昇格しない。卒・兵が最奥の段に達しておらず、最後の卒・兵が取られてもおらず、昇格前の将への빅장を防いでも避けてもいない。",
    why: "The mark or a move before is wrong; while somebody can win, a general is promoted by bikjang only.",
        "記号か、それまでの指し手が誤っている。勝てる駒がある間、将は빅장によってのみ昇格する。",
    remedy: "Compare the moves with the score sheet.", "棋譜用紙と照合する。",
    source: "“대국규정 및 규칙” (궁장기), articles 23 and 25; the mark is that of the form of the record.",
    bad: Record { text: "[규칙 \"궁장기\"]\n1. 79졸78 진\n#interrupt\n" },
        "nothing is promoted", "何も昇格しない",
    good: Record { text: "[규칙 \"궁장기\"]\n[국면 \"9/4k4/9/9/4R4/9/9/9/4K4/9 w\"]\n1. 55차51 빅  2. 25궁24 진\n#interrupt\n" },
        "Red evades the bikjang", "紅が빅장を避ける",
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    if case.ply.ply.promotes && !case.after.has_promoted {
        report.say(message!(
            "the ply is marked 진, but promotes nothing",
            "진 とあるが、何も昇格しない"
        ));
    }
}
