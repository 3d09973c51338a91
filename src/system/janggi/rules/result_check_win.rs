//! `gung-result-check-win` 장군승: a win by the first check without it.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::record::Outcome;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::ended::Ended;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule!(
    "gung-result-check-win",
    RecordError,
    Results,
    "an invalid win by check (장군승)",
    "成立しない 장군승"
);

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let Some(told) = game.said.and_then(Said::how) else {
        return;
    };
    let Some(winner) = told.winner else { return };
    let name = seat(winner);
    let checked = match game.ended {
        Some(Ended::Checked { winner }) => Some(winner),
        _ => None,
    };
    // A loss on time or by a foul may have come before the check was made.
    let is_by_play = !matches!(told.how, How::Time | How::Foul | How::Check);
    let message = match checked {
        Some(first) if is_by_play && first != winner => message!(
            "the result is a win for {name}, but {first} gave the first check after `#no-win` and wins (장군승)",
            "結果は{name}の勝ちだが、`#no-win` の後に最初の王手をかけた{first}の勝ち（장군승）である",
            name,
            first = seat(first)
        ),
        _ if told.how != How::Check => return,
        _ if !game.has_no_win => message!(
            "a win by check requires `#no-win` (neither side can win with the pieces left)",
            "장군승 には `#no-win`（双方とも勝てない駒だけになった）が必要である"
        ),
        // The other side has stepped before its promoted general, which may take.
        _ if game.due == winner && game.is_promoted(winner) && game.men.are_facing() => return,
        _ if checked != Some(winner) => message!(
            "the result is a win by check for {name}, but {name} did not give the first check after `#no-win`",
            "結果は{name}の 장군승 だが、{name}は `#no-win` の後の最初の王手をかけていない",
            name
        ),
        _ => return,
    };
    report.say(message).at(game.said_at).deciding(Outcome::None);
}
