//! `gung-no-win` 이길 수 없는 기물: a record says that neither side can win, and a chariot is on the board.

use crate::finding::{message, rule};
use crate::notation::gib::Kind;
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::janggi::board::{BLUE, RED};
use crate::system::janggi::game::Janggi;

rule! {
    name: "gung-no-win",
    class: Doubt,
    group: Results,
    title: "no win is said to be left, with a chariot on the board", "勝てない駒のみとあるが車が残っている",
    what:
        "The record says `#no-win`, that neither side can win with what is left, though a chariot (차) stands on the board. Which pieces cannot win is not defined, and nothing else is held against the word.",
        "双方とも勝てない駒だけになったとする `#no-win` があるが、盤上に車（차）が残っている。どの駒なら勝てないかは定められておらず、それ以外は問わない。",
    why: "With a chariot one can win, as a rule; the word promotes both generals.",
        "車があれば普通は勝てる。この語により両方の将が昇格する。",
    remedy: "Ask the umpire, or take the word out.", "審判に確かめるか、語を除く。",
    source: "“대국규정 및 규칙” (궁장기), articles 22 and 25.",
    bad: Record { text: "[규칙 \"궁장기\"]\n1. 79졸78\n#no-win\n#interrupt\n" },
        "every piece is on the board", "すべての駒が残っている",
    good: Record { text: "[규칙 \"궁장기\"]\n[국면 \"9/4k4/9/9/9/9/9/9/3AK4/9 w\"]\n1. 94사04\n#no-win\n#interrupt\n" },
        "one guard is left", "士が一枚残っている",
}

/// The check.
pub(super) fn check(case: &WordCase<Janggi>, report: &mut Report) {
    let men = &case.before.men;
    let chariots = men.count_of(BLUE, Kind::Chariot) + men.count_of(RED, Kind::Chariot);
    if case.word.name == "no-win" && chariots > 0 {
        report.say(message!(
            "neither side is said to be able to win, but a chariot is on the board",
            "双方とも勝てないとあるが、盤上に車がある"
        ));
    }
}
