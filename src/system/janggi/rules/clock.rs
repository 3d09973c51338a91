//! Time that was used up: the checks of rules that shogi has, too.

use crate::finding::message;
use crate::record::Terminal;
use crate::referee::report::Report;
use crate::system::board::Board;
use crate::system::janggi::board::seat;
use crate::system::janggi::clock::Fallen;
use crate::system::janggi::game::Janggi;

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

fn say(fallen: &Fallen, report: &mut Report) {
    let (seat, by) = (seat(fallen.seat), fallen.by / 1000);
    report
        .say(message!(
            "the time and the byoyomi (초읽기) of {seat} were used up, and {by} s more",
            "{seat}は持ち時間と秒読み（초읽기）を使い切り、さらに{by}秒を使っている",
            seat,
            by
        ))
        .at_ply(fallen.ply, fallen.span)
        .of_seat(seat);
}
