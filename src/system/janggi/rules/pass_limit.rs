//! `gung-pass-limit` 한수쉼 반복: a third pass in a row.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::janggi::board::seat;

rule! {
    name: "gung-pass-limit",
    class: Foul,
    group: Fouls,
    title: "a third pass in a row (한수쉼)", "3回続けてのパス（한수쉼）",
    what:
        "A player passes for the third time without having moved between. What the other side plays does not matter. A pass is allowed otherwise, even in check. `gung-janggi.pass_limit` in the rules of the event says another number.",
        "一人が、その間に指すことなく3回目のパスをしている。相手の手は関係しない。それ以外のパスは、王手をかけられていても許される。回数は大会の規定の `gung-janggi.pass_limit` で変えられる。",
    why: "A pass is a move, and may not be repeated three times or more; who has nothing left to play has lost.",
        "パスも一手であり、三回以上続けることはできない。指す手がなければ負けとなる。",
    remedy: "Compare the plies with the score sheet.", "棋譜用紙と照合する。",
    source: "“대국규정 및 규칙” (궁장기), article 9.",
    bad: Record { text: "[규칙 \"궁장기\"]\n1. 한수쉼  2. 41병42  3. 한수쉼  4. 49병48  5. 한수쉼\n#interrupt\n" },
        "the third of Blue", "青の3回目",
    good: Record { text: "[규칙 \"궁장기\"]\n1. 한수쉼  2. 41병42  3. 한수쉼  4. 49병48  5. 79졸78  6. 48병47  7. 한수쉼\n#interrupt\n" },
        "Blue moves between", "間に指している",
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let limit = case.before.pass_limit;
    if case.ply.ply.step.is_none() && case.after.runs[case.mover].passes == limit {
        let mover = seat(case.mover);
        report.say(message!(
            "this is pass number {limit} of {mover} in a row",
            "{mover}の続けて{limit}回目のパスである",
            limit,
            mover
        ));
    }
}
