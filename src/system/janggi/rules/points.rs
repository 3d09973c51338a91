//! `janggi-result-points` 점수승: the side that is said to win has fewer points.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::ended::halves;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule! {
    name: "janggi-result-points",
    class: RecordError,
    group: Results,
    title: "a win by points (점수승) without them", "点数が足りない 점수승",
    what:
        "The result is 점수승, but the side that is said to have won has fewer points on the board: 차 13, 포 7, 마 5, 상 3, 사 3, 졸 and 병 2, and 1.5 more for Red.",
        "結果は 점수승 だが、勝ったとされる側の盤上の点数が少ない。차 13点、포 7点、마 5点、상 3点、사 3点、졸・병 2点とし、紅に1.5点を加える。",
    why: "The result or a move is wrong, or the game went on.", "結果か指し手が誤っているか、対局が続いていた。",
    remedy: "Compare the end with the score sheet.", "終わりの部分を棋譜用紙と照合する。",
    source: "Rules of janggi (장기), as federations have them: the points of the pieces.",
    bad: Record { text: "[초차림 \"마상마상\"]\n[대국결과 \"초 점수승\"]\n1. 79졸78  2. 41병42\n" },
        "Red has 1.5 more", "紅が1.5点多い",
    good: Record { text: "[초차림 \"마상마상\"]\n[대국결과 \"한 점수승\"]\n1. 79졸78  2. 41병42\n" },
        "73.5 to 72", "73.5点対72点",
}

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how).filter(|it| it.how == How::Points);
    let Some(winner) = told.and_then(|it| it.winner) else {
        return;
    };
    let [own, others] = [winner, 1 - winner].map(|it| game.men.half_points(it));
    if own < others {
        let name = seat(winner);
        report
            .say(message!(
                "the record says that {name} won by points, but has {own} against {others}",
                "棋譜は{name}の点数勝ちとするが、点数は{own}対{others}である",
                name,
                own = halves(own),
                others = halves(others)
            ))
            .at(game.said_at);
    }
}
