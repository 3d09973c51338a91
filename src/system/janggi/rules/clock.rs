//! Time that was used up: the checks of rules that shogi has, too.

use crate::finding::{Severity, message};
use crate::notation::gib::How;
use crate::record::Terminal;
use crate::referee::report::Report;
use crate::system::board::Board;
use crate::system::janggi::board::seat;
use crate::system::janggi::clock::Fallen;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

/// The game went on after it.
pub(super) fn overrun(game: &Janggi, report: &mut Report) {
    if let Some(fallen) = game.fallen.filter(|it| it.ply < game.plies) {
        say(&fallen, report);
    }
}

/// It was the last ply, and the result is another one than a loss on time.
pub(super) fn forfeit(game: &Janggi, report: &mut Report) {
    let end = game.stated().map(|it| it.terminal);
    let is_told = matches!(
        end,
        None | Some(Terminal::Timeout | Terminal::Interrupt | Terminal::Other)
    );
    if let Some(fallen) = game.fallen.filter(|it| it.ply == game.plies && !is_told) {
        say(&fallen, report);
    }
}

/// A loss on time by a player who had most of the time left. The time of the move that was not made is not recorded, so
/// that it is a note where the loser was to move.
pub(super) fn time_left(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how).filter(|it| it.how == How::Time);
    let Some(loser) = told.and_then(|it| it.winner).map(|it| 1 - it) else {
        return;
    };
    if let Some(spare) = game.time_left(loser) {
        let severity = (game.due == loser).then_some(Severity::Note);
        let (seat, spare) = (seat(loser), spare / 1000);
        report
            .say(message!(
                "the result is a loss on time for {seat}, but the recorded times leave {spare} s and all byoyomi (초읽기)",
                "結果は{seat}の時間切れ負けだが、記録された消費時間では{spare}秒と秒読み（초읽기）のすべてが残っている",
                seat,
                spare
            ))
            .at(game.said_at)
            .of_seat(seat)
            .weighing(severity);
    }
}

fn say(fallen: &Fallen, report: &mut Report) {
    let (seat, by) = (seat(fallen.seat), fallen.by / 1000);
    report
        .say(message!(
            "{seat} used all the time and byoyomi (초읽기) and exceeded them by {by} s",
            "{seat}は持ち時間と秒読み（초읽기）を使い切り、さらに{by}秒使った",
            seat,
            by
        ))
        .at_ply(fallen.ply, fallen.span)
        .of_seat(seat);
}
