//! `out-of-turn` 手番違い: the wrong side moves.

use crate::finding::{message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::doubt::Doubt;
use crate::referee::report::Report;

rule! {
    name: "out-of-turn",
    class: RecordError,
    group: Fouls,
    title: "the wrong side moves", "手番違い",
    what:
        "The record says that one side moves while it is the other's turn, and neither a wrong first move of an even game nor two moves in a row explains it. In handicap games White (上手) begins; where the record names no side, a first move of Black's piece there is `opponent-piece-moved`.",
        "棋譜では一方が指しているが、手番は相手である。平手の初手の間違いでも二手指しでも説明がつかない。駒落ちでは上手（後手）から指す。指した側の記載がない棋譜で下手の駒が初手に動いたときは `opponent-piece-moved` とする。",
    why:
        "A record in which the turns do not alternate has lost or gained a move.",
        "手番が交互になっていない棋譜では、手が抜けたか余分に書かれている。",
    remedy:
        "Compare the moves around this place with the score sheet, and the turn line with the start position.",
        "この前後の指し手を棋譜用紙と、手番の行を開始局面と照らし合わせる。",
    source: "“쇼기/규칙” and “将棋”: one move each, in turn.",
    bad: Record { text: "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n-\n+5958OU\n-5152OU\n%TORYO\n" },
        "White is to move in this position, the record has Black move", "この局面は後手番だが、棋譜では先手が指している",
    good: Record { text: "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n-\n-5152OU\n+5958OU\n%TORYO\n" },
        "White starts", "後手から始まる",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.turn == Turn::Other {
        report
            .say(message!(
                "the record has {mover} move, but it is {due}'s turn",
                "棋譜では{mover}が指しているが、{due}の手番である",
                mover = attempt.mover,
                due = attempt.before.side_to_move()
            ))
            // Whoever's turn it was, the move is there.
            .doubting(Doubt::None);
    }
}
