//! `red-moves-first` 홍의 선착: Red makes the first move.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::janggi::board::RED;

rule! {
    name: "red-moves-first",
    class: Foul,
    group: Fouls,
    title: "Red makes the first move (홍의 선착)", "紅の先着（홍의 선착）",
    what:
        "The first ply of a game from the usual start is made by Red (홍, 한). Blue (청, 초) moves first; where the record gives a position, `out-of-turn` tells of the side that is not to move there.",
        "通常の開始局面からの1手目を紅（홍、한）が指している。先手は青（청、초）である。棋譜に局面がある場合、手番でない側の手は `out-of-turn` とする。",
    why: "The first ply is missing, or the colours are exchanged.", "1手目が抜けているか、色が入れ替わっている。",
    remedy: "Compare the beginning with the score sheet.", "冒頭を棋譜用紙と照合する。",
    source: "“대국규정 및 규칙” (궁장기), article 2: Blue moves first.",
    bad: Record { text: "[초차림 \"마상마상\"]\n1. 41병42\n#interrupt\n" },
        "a soldier of Red", "紅の兵",
    good: Record { text: "[초차림 \"마상마상\"]\n1. 79졸78\n#interrupt\n" },
        "a soldier of Blue", "青の卒",
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    if case.before.last.is_none() && case.before.is_usual && case.mover == RED {
        report.say(message!(
            "Red makes the first move, though it is the turn of Blue",
            "紅が初手を指しているが、青の番である"
        ));
    }
}
