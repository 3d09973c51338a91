//! `clock-negative` 負の消費時間: a time below zero, which reading finds, or a running total that falls.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ClockGap;
use crate::referee::clock::{Charging, More, Time};
use crate::referee::game::Game;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "clock-negative",
    Doubt,
    Clocks,
    "a negative time or a falling running total",
    "負の消費時間・累計の減少"
);

/// The check of a single time.
pub(in crate::referee) fn check_gap(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::ClockNegative(gap) = case.kind() else {
        return;
    };
    let text = case.quoted();
    report.say(match gap {
        ClockGap::Csa => message!(
            "{text} is negative; read as 0 seconds",
            "{text}は負の時間である。0秒として読む",
            text
        ),
        ClockGap::Value(value) => case.value(value),
        ClockGap::Kif | ClockGap::TooLong => message!(
            "{text} is negative; the move was read without a time",
            "{text}は負の時間である。指し手だけを読む",
            text
        ),
    });
}

/// The check of the totals.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let audit = &game.clock_history.audit;
    let by_clock = audit.charging() != Some(Charging::WholeMinutes);
    let Some(fall) = audit.first_fall.filter(|_| by_clock) else {
        return;
    };
    let node = game.record.tree.node(fall.node);
    let complaint = report.say(message!(
        "the running total falls from {before} to {total}, but the previous total plus this move is {due}{others}",
        "累計が{before}から{total}に減っているが、前の累計にこの手の時間を加えると{due}になる{others}",
        before = Time::of(fall.before),
        total = Time::of(fall.total),
        due = Time::of(fall.due),
        others = More(audit.falls as usize - 1)
    ));
    complaint.at_ply(node.ply, game.total_span(node));
}
