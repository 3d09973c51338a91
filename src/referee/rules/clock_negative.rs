//! `clock-negative` 負の消費時間: a running total that falls. A single time below zero is found by reading.

use crate::finding::message;
use crate::referee::clock::{Charging, More, Time};
use crate::referee::game::{Complaint, Game};

pub use crate::notation::rules::clock_negative::RULE;

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let audit = &game.clock_history.audit;
    let by_clock = audit.charging() != Some(Charging::WholeMinutes);
    let Some(fall) = audit.first_fall.filter(|_| by_clock) else {
        return Vec::new();
    };
    let node = game.record.tree.node(fall.node);
    let others = More(audit.falls as usize - 1);
    let message = message!(
        "the running total falls from {before} to {total}; with this move it makes {due}{others}",
        "累計が{before}から{total}に減っている。この手を加えると{due}になる{others}",
        before = Time::of(fall.before),
        total = Time::of(fall.total),
        due = Time::of(fall.due),
        others
    );
    vec![Complaint::new(node.ply, game.total_span(node), None, message)]
}
