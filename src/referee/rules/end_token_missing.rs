//! `end-token-missing` 終局の記載がない: no result.

use super::mate_unstated;
use crate::finding::{Message, message, rule};
use crate::notation::{self, Scope};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::verdict;

rule! {
    name: "end-token-missing",
    class: Notice,
    group: Results,
    title: "no result", "終局の記載がない",
    what:
        "The record stops without a word about the result. If the last move is a foul, the message says who won all the same; if the last position is mate, it is `mate-unstated`. Notations without a word for the result, as USI, are not blamed for it, nor are mate problems (詰将棋).",
        "結果の記載がないまま棋譜が終わる。最終手が反則の場合は、それによる勝者を示す。最終局面が詰みの場合は `mate-unstated` とする。USIのように結果の表記を持たない形式や詰将棋では指摘しない。",
    why: "The result is unknown to everyone who reads the record.", "棋譜を読むだれにも結果が分からない。",
    remedy:
        "Add the result: 投了, 中断, … in KIF, a `%` line in CSA, `#resign` and its like or 대국결과 in the other games.",
        "結果を書き加える。KIFでは投了、中断など、CSAでは `%` の行、ほかの競技では `#resign` などか 대국결과。",
    source: "KIF definition; CSA V2.2: a record ends with its result.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n" },
        "two moves and nothing more", "2手だけで終わる",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n" },
        "broken off, and it says so", "中断と書かれている",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let is_silent = notation::notation(game.record.format).is_some_and(|it| it.scope != Scope::Games);
    if game.plies == 0 || game.terminal().is_some() || is_silent || mate_unstated::unstated(game).is_some() {
        return;
    }
    let ply = game.plies;
    let by_board = match verdict::outcome_on_board(game) {
        Some(Outcome::Win(side)) => {
            message!("; by the board {side} won", "。盤面では{side}の勝ち", side)
        }
        Some(Outcome::Draw) if game.repetition.is_none() => {
            message!("; by the rules it is a draw", "。規定では引き分け")
        }
        Some(Outcome::Draw) => message!("; by the board it is a draw by repetition", "。盤面では千日手"),
        _ => Message::default(),
    };
    let complaint = report.say(message!(
        "the record stops after ply {ply} without a result{by_board}",
        "棋譜は{ply}手目で終わり、結果の記載がない{by_board}",
        ply,
        by_board
    ));
    complaint.at_ply(ply, game.last_span());
}
