//! `time-forfeit` 時間切れ: a player out of time at the end of the game.

use super::clock_overrun;
use crate::finding::rule;
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::shogi::Color;

rule!(
    "time-forfeit",
    Notice,
    Clocks,
    "a player out of time at the end of the game",
    "時間切れ"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let says_nothing = [
        Terminal::Timeout,
        Terminal::Interrupt,
        Terminal::Sealed,
        Terminal::NoMate,
        Terminal::Error,
        Terminal::TakeBack,
        Terminal::Other,
    ];
    let is_other_end = game.terminal().is_some_and(|it| !says_nothing.contains(&it));
    let is_heard = is_other_end && !game.clock_history.contradicts_control();
    for side in Color::ALL.into_iter().filter(|_| is_heard) {
        if let Some(first) = game.clock_history.side(side).overruns.first()
            && (first.at_end || first.ply == game.plies)
            && game.blamed() != Some(side)
        {
            let complaint = report.say(clock_overrun::message(side, first, 0));
            let span = game.time_span(game.record.tree.node(first.node));
            complaint.at_ply(first.ply, span).of(side);
        }
    }
}
