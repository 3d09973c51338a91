//! `unpromotable-promoted` 成れない駒が成る: promoting a gold or a king.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::PieceKind;

rule!(
    "unpromotable-promoted",
    Foul,
    Fouls,
    "promoting a gold or a king",
    "成れない駒が成る"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let Some(kind) = attempt.piece.map(|piece| piece.kind) else {
        return;
    };
    if attempt.promotes && matches!(kind, PieceKind::Gold | PieceKind::King) {
        report
            .say(message!(
                "a {kind} promotes on {to}, but a {kind} has no promoted side",
                "{kind}が{to}で成っているが、{kind}に成る面はない",
                kind,
                to = attempt.to
            ))
            .of_value("promote");
    }
}
