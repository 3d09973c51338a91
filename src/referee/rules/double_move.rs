//! `double-move` 二手指し: two moves in a row.

use crate::finding::{message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::report::Report;

rule! {
    name: "double-move",
    class: Foul,
    group: Fouls,
    title: "two moves in a row", "二手指し",
    what: "The side that has just moved moves again.", "直前に指した側が、続けてもう一度指す。",
    why:
        "The players move in turn. In a record it often means that the move between is missing.",
        "対局者は一手ずつ交互に指す。棋譜では、間の一手が抜けていることが多い。",
    remedy: "Look for the missing move on the score sheet.", "抜けた指し手を棋譜用紙で探す。",
    source: "“쇼기/규칙” and “将棋”: one move each, in turn.",
    bad: Moves { start: "startpos", moves: "7g7f 2g2f" },
        "Black moves twice", "先手が二手続けて指す",
    good: Moves { start: "startpos", moves: "7g7f 3c3d 2g2f" },
        "White has moved between", "間に後手が指している",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.turn == Turn::Double {
        report.say(message!(
            "{mover} moves twice in a row; it is {due}'s turn",
            "{mover}が二手続けて指した。{due}の手番である",
            mover = attempt.mover,
            due = attempt.mover.opponent()
        ));
    }
}
