//! `janggi-result-points` 점수승: the side that is said to win has fewer points.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::ended::halves;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule!(
    "janggi-result-points",
    RecordError,
    Results,
    "a win by points (점수승) with fewer points",
    "点数が足りない 점수승"
);

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
                "the result is a win by points for {name}, but the points are {own} to {others}",
                "結果は{name}の点数勝ちだが、点数は{own}対{others}である",
                name,
                own = halves(own),
                others = halves(others)
            ))
            .at(game.said_at);
    }
}
