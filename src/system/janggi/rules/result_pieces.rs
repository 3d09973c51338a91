//! `gung-result-pieces` 기물승: the side that is said to win by pieces has not more of them.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule! {
    name: "gung-result-pieces",
    class: RecordError,
    group: Results,
    title: "a win by pieces (기물승) without more of them", "駒数が多くない 기물승",
    what:
        "The result is 기물승, but the side that is said to have won has no more pieces left than the other. Of as many, the second player wins (후수승). The generals are not counted. Gung-janggi has no points, so that 점수승 is none of its results.",
        "結果は 기물승 だが、勝ったとされる側に残る駒が相手より多くない。同数なら後手の勝ち（후수승）である。将は数えない。宮チャンギに点数はないので、점수승 という結果もない。",
    why: "The result or a move is wrong.", "結果か指し手が誤っている。",
    remedy: "Count the pieces, and correct the result.", "駒を数え、結果を直す。",
    source: "“대국규정 및 규칙” (궁장기): the ways to win.",
    bad: Record { text: "[규칙 \"궁장기\"]\n[대국결과 \"청 기물승\"]\n[국면 \"3a5/4k4/9/9/9/9/9/9/3AK4/9 w\"]\n1. 94사04\n#no-win\n" },
        "one guard each", "互いに士一枚",
    good: Record { text: "[규칙 \"궁장기\"]\n[대국결과 \"청 기물승\"]\n[국면 \"9/4k4/9/9/9/9/9/9/3AK4/9 w\"]\n1. 94사04\n#no-win\n" },
        "one guard to none", "士一枚対なし",
}

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how);
    if told.is_some_and(|it| it.how == How::Points) {
        report
            .say(message!(
                "gung-janggi knows no points (점수승): pieces are counted, and the result is 기물승 or 후수승",
                "宮チャンギに点数勝ち（점수승）はなく、駒の数を比べる（기물승、후수승）"
            ))
            .at(game.said_at);
    }
    let Some(winner) = told.filter(|it| it.how == How::Pieces).and_then(|it| it.winner) else {
        return;
    };
    let [own, others] = [winner, 1 - winner].map(|it| game.men.count(it));
    if own <= others {
        let name = seat(winner);
        report
            .say(message!(
                "the record says that {name} won by pieces, but has {own} against {others}",
                "棋譜は{name}の駒数勝ちとするが、駒は{own}枚対{others}枚である",
                name,
                own,
                others
            ))
            .at(game.said_at);
    }
}
