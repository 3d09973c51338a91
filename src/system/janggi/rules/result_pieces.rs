//! `gung-result-pieces` 기물승: the side that is said to win by pieces has not more of them.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule!(
    "gung-result-pieces",
    RecordError,
    Results,
    "a win by pieces (기물승) without more pieces",
    "駒数が多くない 기물승"
);

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how);
    if told.is_some_and(|it| it.how == How::Points) {
        report
            .say(message!(
                "gung-janggi has no win by points (점수승), only by the number of pieces (기물승, 후수승)",
                "宮チャンギに点数勝ち（점수승）はなく、駒の数で決める（기물승、후수승）"
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
                "the result is a win by pieces for {name}, but the count is {own} to {others}",
                "結果は{name}の駒数勝ちだが、駒は{own}枚対{others}枚である",
                name,
                own,
                others
            ))
            .at(game.said_at);
    }
}
