//! `gote-moves-first` 後手の先着: the second player starts.

use crate::finding::{message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::report::Report;

rule! {
    name: "gote-moves-first",
    class: Foul,
    group: Fouls,
    title: "the second player starts", "後手の先着",
    what:
        "The first move of a game that Black starts is White's. In handicap games White (上手) starts by rule, and a start position may give White the move: no finding then.",
        "先手から始まる対局で、最初の一手を後手が指している。駒落ちでは規則により上手から始まり、開始局面が後手番のこともある。その場合は指摘しない。",
    why:
        "Who begins is settled before the game; beginning out of turn loses.",
        "どちらが先に指すかは対局前に決まっている。順番を破って指し始めれば負けである。",
    remedy:
        "Check the handicap (手合割) and the turn line of the record first: a handicap game without its header looks like this.",
        "まず手合割と、棋譜の手番の行を確かめる。ヘッダーのない駒落ちの棋譜はこのように見える。",
    source: "“쇼기/규칙”: the first player moves first.",
    bad: Moves { start: "startpos", moves: "3c3d" },
        "White's pawn moves at ply 1", "1手目に後手の歩が動く",
    good: Moves { start: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", moves: "3c3d" },
        "the position gives White the move", "局面が後手番",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.turn == Turn::WhiteFirst {
        report.say(message!(
            "{mover} makes the first move, though it is Black's turn",
            "{mover}が初手を指したが、先手の手番である",
            mover = attempt.mover
        ));
    }
}
