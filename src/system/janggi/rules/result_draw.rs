//! `gung-result-draw` 무승부: a draw, which there is not.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::referee::report::Report;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule! {
    name: "gung-result-draw",
    class: RecordError,
    group: Results,
    title: "a draw (무승부), which gung-janggi does not have", "宮チャンギにない引き分け（무승부）",
    what:
        "The result is a draw. What is drawn in janggi is decided by the number of pieces (기물승), and of as many for the second player (후수승).",
        "結果が引き分けとなっている。チャンギでは引き分けになる対局も、駒の数（기물승）、同数なら後手の勝ち（후수승）で決める。",
    why: "There are no draws.", "引き分けはない。",
    remedy: "Count the pieces, and correct the result.", "駒を数え、結果を直す。",
    source: "“대국규정 및 규칙” (궁장기): the ways to win.",
    bad: Record { text: "[규칙 \"궁장기\"]\n[대국결과 \"무승부\"]\n1. 79졸78\n" },
        "Red wins as the second player", "同数のため後手の紅の勝ち",
    good: Record { text: "[규칙 \"궁장기\"]\n[대국결과 \"홍 후수승\"]\n1. 79졸78\n" },
        "as many pieces on both sides", "駒は同数",
}

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how);
    if told.is_some_and(|it| it.how == How::Draw) {
        report
            .say(message!(
                "the record says that it is a draw, which gung-janggi does not have",
                "棋譜は引き分けとするが、宮チャンギに引き分けはない"
            ))
            .at(game.said_at);
    }
}
