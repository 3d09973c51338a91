//! `gung-no-win` 이길 수 없는 기물: neither side can win, as a record says, and a chariot is on the board.

use crate::finding::{message, rule};
use crate::notation::gib::{How, Kind};
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::janggi::board::{BLUE, Board, RED};
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule! {
    name: "gung-no-win",
    class: Doubt,
    group: Results,
    title: "no win is said to be left, with a chariot on the board", "勝てない駒のみとあるが車が残っている",
    what:
        "The record says `#no-win`, that neither side can win with what is left, though a chariot (차) is on the board. A win by pieces (기물승) or of the second player (후수승) without `#no-win` says the same, unless an ignored bikjang ended the game. Which pieces cannot win is not defined, so only chariots are checked.",
        "双方とも勝てない駒だけになったとする `#no-win` があるが、盤上に車（차）が残っている。`#no-win` のない 기물승 と 후수승 も、빅장に応じなかったための終局でなければ同じ意味である。どの駒なら勝てないかは定められておらず、車だけを調べる。",
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
    if case.word.name == "no-win" && has_chariot(&case.before.men) {
        report.say(message!(
            "neither side is said to be able to win, but a chariot is on the board",
            "双方とも勝てないとあるが、盤上に車がある"
        ));
    }
}

/// The check of a result by the number of pieces.
pub(super) fn counted(game: &Janggi, report: &mut Report) {
    let how = game.said.and_then(Said::how).map(|it| it.how);
    let is_counted = matches!(how, Some(How::Pieces | How::Second));
    if is_counted && !game.has_no_win && game.ended.is_none() && has_chariot(&game.men) {
        report
            .say(message!(
                "the pieces were counted, but a chariot is on the board, so a side could still win",
                "駒の数で決めているが、盤上に車があり、まだ勝てる"
            ))
            .at(game.said_at);
    }
}

fn has_chariot(men: &Board) -> bool {
    [BLUE, RED]
        .iter()
        .any(|&seat| men.count_of(seat, Kind::Chariot) > 0)
}
