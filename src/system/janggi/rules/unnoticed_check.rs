//! `unnoticed-check` 묵장: the own general is left where it can be taken.

use super::movement::Case;
use super::second_bikjang::faces_promoted;
use crate::finding::{message, rule};
use crate::notation::gib::Point;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;

rule! {
    name: "unnoticed-check",
    class: Notice,
    group: Fouls,
    title: "the own general is left in check (묵장)", "王手の見落とし（묵장）",
    what:
        "After the ply the mover's general can be taken: a check was not seen, or the ply itself, perhaps a pass, exposes it. That is no fault. Check is not announced, and stays valid until somebody sees it: the other side may take the general.",
        "その手の後、指した側の将を取ることができる。王手を見落としたか、その手（パスを含む）で将をさらした。反則ではない。王手は声に出さず、気付かれるまで有効であり、相手は将を取ってよい。",
    why: "The game may be over with the next ply.", "次の手で終局となりうる。",
    remedy: "Nothing, unless the ply was written wrongly.", "書き誤りでなければ不要。",
    source: "“대국규정 및 규칙” (궁장기), articles 11 and 16.",
    bad: Record { text: "[규칙 \"궁장기\"]\n[국면 \"3a5/4k4/9/p8/5R3/9/P8/9/4KA3/9 w\"]\n1. 56차55  2. 41병51  3. 55차25\n[대국결과 \"청 외통승\"]\n" },
        "Red does not answer the check of ply 1", "紅は1手目の王手に応じない",
    good: Record { text: "[규칙 \"궁장기\"]\n[국면 \"3a5/4k4/9/p8/5R3/9/P8/9/4KA3/9 w\"]\n1. 56차55  2. 25궁24\n#interrupt\n" },
        "Red evades it", "紅が避ける",
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let men = &case.after.men;
    let mut checkers = men.checkers(case.mover);
    if faces_promoted(case) {
        let facing = men.general(1 - case.mover).map(|(point, _)| point);
        checkers.retain(|&it| Some(it) != facing);
    }
    if !checkers.is_empty() && men.general(1 - case.mover).is_some() {
        let mover = seat(case.mover);
        report
            .say(message!(
                "the general of {mover} can be taken after this ply",
                "この手の後、{mover}の将が取られうる",
                mover
            ))
            .marking(checkers.into_iter().filter_map(Point::cell));
    }
}
