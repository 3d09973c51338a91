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
    "a win by check (장군승) that is none",
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
            "{name} is said to have won, but {first} gave the first check after `#no-win`, which wins (장군승)",
            "{name}の勝ちとあるが、`#no-win` の後に{first}が最初の王手をかけており、その勝ち（장군승）である",
            name,
            first = seat(first)
        ),
        _ if told.how != How::Check => return,
        _ if !game.has_no_win => message!(
            "a win by check needs `#no-win`: that neither side can win with what is left",
            "장군승 には、双方とも勝てない駒だけになったことを示す `#no-win` が要る"
        ),
        // The other side has stepped before its promoted general, which may take.
        _ if game.due == winner && game.is_promoted(winner) && game.men.are_facing() => return,
        _ if checked != Some(winner) => message!(
            "{name} is said to have won by check, but did not give the first check after `#no-win`",
            "{name}の 장군승 とあるが、`#no-win` の後で最初の王手をかけていない",
            name
        ),
        _ => return,
    };
    report.say(message).at(game.said_at).deciding(Outcome::None);
}
