//! `clock-cumulative-mismatch` 累計消費時間の不一致: a running total that does not match the times.

use crate::finding::{Message, message, rule};
use crate::referee::clock::{Charging, More, Time};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "clock-cumulative-mismatch",
    Doubt,
    Clocks,
    "a running total that does not match the times",
    "累計消費時間の不一致"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let audit = &game.clock_history.audit;
    let by_clock = audit.charging() != Some(Charging::WholeMinutes);
    let Some(misfit) = audit.first.filter(|_| by_clock) else {
        return;
    };
    let node = game.record.tree.node(misfit.node);
    let complaint = report.say(words(misfit.total, misfit.due, audit.misfits as usize - 1));
    complaint.at_ply(node.ply, game.total_span(node));
}

/// That a total, and so many more, is not what is due, both in milliseconds.
pub(crate) fn words(total: u32, due: u32, more: usize) -> Message {
    message!(
        "the running total is {total}, but the previous total plus this move is {due}{others}",
        "累計は{total}だが、前の累計にこの手の時間を加えると{due}になる{others}",
        total = Time::of(total),
        due = Time::of(due),
        others = More(more)
    )
}
