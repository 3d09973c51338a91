//! `mate-unstated` 終局の記載がない詰み: the last position is mate, and no result is stated.

use super::result_against_mate;
use crate::finding::{message, rule};
use crate::referee::decision::Decision;
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "mate-unstated",
    class: Notice,
    group: Results,
    title: "mate on the board, and no result", "終局の記載がない詰み",
    what:
        "In the last position the side to move has no legal move, and the record has no word for the end, such as 詰み or 投了. The verdict is the win of the side that mated. This holds in every format, and in mate problems (詰将棋) too. A record that stops in another position is `end-token-missing`.",
        "最終局面で手番の側に合法手がないが、詰みや投了などの終局の記載がない。判定は詰ませた側の勝ちとなる。どの形式でも、詰将棋でも同じである。ほかの局面で終わる棋譜は `end-token-missing` とする。",
    why:
        "The winner follows from the board alone; the record does not state it.",
        "勝者は盤面から分かるだけで、棋譜には書かれていない。",
    remedy: "Add the end: 詰み in KIF, `%TSUMI` in CSA.", "終局を書き加える。KIFでは詰み、CSAでは `%TSUMI`。",
    source: "Mate ends the game; a record states its result.",
    bad: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n   1 ５二金打\n",
    },
        "White is mated, and nothing follows", "後手玉が詰んで、何も書かれていない",
    good: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n   1 ５二金打\n   2 詰み\n",
    },
        "mate, and it says so", "詰みと書かれている",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(mate) = unstated(game) else { return };
    let loser = game.to_move();
    let complaint = report.say(message!(
        "{mate}, and the record states no result",
        "{mate}だが、終局の記載がない",
        mate = mate.message
    ));
    complaint
        .at_ply(game.plies, game.last_span())
        .of(loser)
        .marking(game.end.king(loser));
}

/// The mate that decides a game of which no result is stated.
pub(super) fn unstated<'g>(game: &'g Game<'_>) -> Option<&'g Decision> {
    let mate = game.over.as_ref()?;
    (*mate.rule == result_against_mate::RULE && game.terminal().is_none()).then_some(mate)
}
