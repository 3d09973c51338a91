//! `time-up-without-time` 時間が残っている時間切れ: lost on time with time left.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::{Outcome, Terminal};
use crate::referee::clock::Time;
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "time-up-without-time",
    Doubt,
    Clocks,
    "a loss on time with time left",
    "時間が残っている時間切れ"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(spare) = game.clock_history.spare else {
        return;
    };
    let mut gaps = game.record.gaps.iter();
    let unread = gaps.any(|gap| matches!(gap.kind, GapKind::UnreadableClock(_) | GapKind::ClockNegative(_)));
    if game.terminal() != Some(Terminal::Timeout) || unread {
        return;
    }
    let side = game.to_move();
    // It may have been the other side's clock.
    if !game.states_otherwise_than(Outcome::Win(side.opponent())) {
        let complaint = report.say(message!(
            "{side} lost on time, but the recorded times leave at least {spare}",
            "{side}の時間切れ負けだが、消費時間によれば少なくとも{spare}残っている",
            side,
            spare = Time::of(spare)
        ));
        complaint.of(side);
    }
}
