//! `gung-result-second-player` 후수승: not the second player, or not as many pieces.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::referee::report::Report;
use crate::system::janggi::board::{BLUE, RED};
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule!(
    "gung-result-second-player",
    RecordError,
    Results,
    "an invalid win of the second player (후수승)",
    "成立しない 후수승"
);

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how).filter(|it| it.how == How::Second);
    let Some(told) = told else { return };
    let [blue, red] = [BLUE, RED].map(|it| game.men.count(it));
    let message = if blue != red {
        message!(
            "a win of the second player requires equal pieces, but Blue has {blue} and Red has {red}",
            "후수승 は駒が同数の場合に限られるが、青は{blue}枚、紅は{red}枚である",
            blue,
            red
        )
    } else if told.winner == Some(BLUE) {
        message!(
            "the result is a win of the second player for Blue, but Blue is the first player",
            "結果は青の 후수승 だが、青は先手である"
        )
    } else {
        return;
    };
    report.say(message).at(game.said_at);
}
