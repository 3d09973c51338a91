//! `double-move` 二手指し: two moves in a row.

use crate::finding::{Class, Example, Page, Rule, both, message};
use crate::played::{Attempt, Turn};
use crate::referee::fault::Fault;

/// 二手指し: two moves in a row.
pub static RULE: Rule = Rule {
    name: "double-move",
    class: Class::Foul,
    english: "two moves in a row",
    japanese: "二手指し",
    page: Page {
        what: both(
            "The side that has just moved moves again.",
            "直前に指した側が、続けてもう一度指す。",
        ),
        why: both(
            "The players move in turn. In a record it often means that the move between is missing.",
            "対局者は一手ずつ交互に指す。棋譜では、間の一手が抜けていることが多い。",
        ),
        remedy: both(
            "Look for the missing move on the score sheet.",
            "抜けた指し手を棋譜用紙で探す。",
        ),
        source: "“쇼기/규칙” and “将棋”: one move each, in turn.",
        bad: Example::Moves {
            start: "startpos",
            moves: "7g7f 2g2f",
            note: both("Black moves twice", "先手が二手続けて指す"),
        },
        good: Example::Moves {
            start: "startpos",
            moves: "7g7f 3c3d 2g2f",
            note: both("White has moved between", "間に後手が指している"),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<Fault> {
    (attempt.turn == Turn::Double).then(|| {
        message!(
            "{mover} moves twice in a row; it is {due}'s turn",
            "{mover}が二手続けて指した。{due}の手番である",
            mover = attempt.mover,
            due = attempt.mover.opponent()
        )
        .into()
    })
}
