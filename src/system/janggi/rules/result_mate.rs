//! `gung-result-mate` 외통승: a win by mate, and the general has an answer.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::record::Outcome;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::ended::Ended;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule!(
    "gung-result-mate",
    RecordError,
    Results,
    "an invalid win by mate (외통승)",
    "成立しない 외통승"
);

/// Whether a mate by this winner is refuted by the board. A general that can be taken with the next ply is as good as
/// taken.
pub(super) fn is_refuted(game: &Janggi, winner: usize) -> bool {
    let loser = 1 - winner;
    match game.ended {
        Some(Ended::Captured { winner: taker }) => taker != winner,
        // It was over before, and is told in `result_check_win`.
        Some(Ended::Checked { .. }) => false,
        _ if game.due == loser => !game.men.is_mated(loser),
        _ => !game.men.in_check(loser),
    }
}

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let Some(told) = game.said.and_then(Said::how) else {
        return;
    };
    let Some(winner) = told.winner else { return };
    let name = seat(1 - winner);
    let taken = matches!(game.ended, Some(Ended::Captured { winner: taker }) if taker != winner);
    if taken {
        let winner = seat(winner);
        report
            .say(message!(
                "the result is a win for {winner}, but {winner}'s general was captured",
                "結果は{winner}の勝ちだが、{winner}の将は取られている",
                winner
            ))
            .at(game.said_at);
    } else if told.how == How::Mate && is_refuted(game, winner) {
        report
            .say(message!(
                "the result is a mate of {name}, but {name} is not mated",
                "結果は{name}の詰みだが、{name}は詰んでいない",
                name
            ))
            .at(game.said_at)
            .deciding(Outcome::None);
    }
}
