//! `gung-result-draw` 무승부: a draw, which there is not.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::referee::report::Report;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule!(
    "gung-result-draw",
    RecordError,
    Results,
    "a draw (무승부) in gung-janggi",
    "宮チャンギにない引き分け（무승부）"
);

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how);
    if told.is_some_and(|it| it.how == How::Draw) {
        report
            .say(message!(
                "the result is a draw, but there are no draws in gung-janggi",
                "結果は引き分けだが、宮チャンギに引き分けはない"
            ))
            .at(game.said_at);
    }
}
