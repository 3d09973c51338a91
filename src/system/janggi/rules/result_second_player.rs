//! `gung-result-second-player` 후수승: not the second player, or not as many pieces.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::referee::report::Report;
use crate::system::janggi::board::{BLUE, RED};
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule! {
    name: "gung-result-second-player",
    class: RecordError,
    group: Results,
    title: "a win of the second player (후수승) that is none", "成立しない 후수승",
    what:
        "The result is 후수승, but it names Blue, who moved first, or both sides have not as many pieces left.",
        "結果は 후수승 だが、先手の青の勝ちとされているか、残る駒が同数でない。",
    why: "The result or a move is wrong.", "結果か指し手が誤っている。",
    remedy: "Count the pieces, and correct the result.", "駒を数え、結果を直す。",
    source: "“대국규정 및 규칙” (궁장기): the ways to win.",
    bad: Record { text: "[규칙 \"궁장기\"]\n[대국결과 \"홍 후수승\"]\n[국면 \"9/4k4/9/9/9/9/9/9/3AK4/9 w\"]\n1. 94사04\n#no-win\n" },
        "one guard to none", "士一枚対なし",
    good: Record { text: "[규칙 \"궁장기\"]\n[대국결과 \"홍 후수승\"]\n[국면 \"3a5/4k4/9/9/9/9/9/9/3AK4/9 w\"]\n1. 94사04\n#no-win\n" },
        "one guard each", "互いに士一枚",
}

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how).filter(|it| it.how == How::Second);
    let Some(told) = told else { return };
    let [blue, red] = [BLUE, RED].map(|it| game.men.count(it));
    let message = if blue != red {
        message!(
            "a win of the second player needs as many pieces on both sides; it is {blue} to {red}",
            "후수승 は駒が同数のときだが、青{blue}枚対紅{red}枚である",
            blue,
            red
        )
    } else if told.winner == Some(BLUE) {
        message!("Blue is not the second player", "青は後手ではない")
    } else {
        return;
    };
    report.say(message).at(game.said_at);
}
