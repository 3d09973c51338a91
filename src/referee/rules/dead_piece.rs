//! `dead-piece` 行き所のない駒: a piece that can never move.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::is_dead;

rule!(
    "dead-piece",
    Foul,
    Fouls,
    "a piece that can never move",
    "行き所のない駒"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let Some(kind) = attempt.placed() else { return };
    let to = attempt.to;
    if !is_dead(kind, attempt.mover, to) {
        return;
    }
    report.say(if attempt.dropped.is_some() {
        message!(
            "a {kind} dropped on {to} can never move",
            "{to}に{kind}を打つと、行き所のない駒になる",
            kind,
            to
        )
    } else {
        message!(
            "the {kind} moves to {to} without promoting and can never move again",
            "{to}へ動いた{kind}が成らず、行き所のない駒になる",
            kind,
            to
        )
    });
}
