//! `clock-negative` 負の消費時間: a running total that falls. A single time below zero is found by reading.

use crate::finding::say;
use crate::referee::clock::{Charging, in_english, in_japanese, more};
use crate::referee::game::{Complaint, Game};

pub use crate::notation::rules::clock_negative::RULE;

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let audit = &game.ledger.audit;
    let by_clock = audit.charging() != Some(Charging::WholeMinutes);
    let Some(fall) = audit.first_fall.filter(|_| by_clock) else {
        return Vec::new();
    };
    let node = game.record.tree.node(fall.node);
    let (others, more_in_japanese) = more(audit.falls as usize - 1);
    let message = say(
        format!(
            "the running total falls from {} to {}; with this move it makes {}{others}",
            in_english(fall.before),
            in_english(fall.total),
            in_english(fall.due)
        ),
        format!(
            "累計が{}から{}に減っている。この手を加えると{}になる{more_in_japanese}",
            in_japanese(fall.before),
            in_japanese(fall.total),
            in_japanese(fall.due)
        ),
    );
    vec![Complaint::new(node.ply, game.total_span(node), None, message)]
}
