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
            "a {kind} is dropped on {to}, where it could never move",
            "{to}に{kind}を打つと、行き所のない駒になる",
            kind,
            to
        )
    } else {
        message!(
            "the {kind} goes to {to} without promoting and could never move again; it must promote",
            "{kind}が{to}で成らないと、行き所のない駒になる。必ず成らなければならない",
            kind,
            to
        )
    });
}
