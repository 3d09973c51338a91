//! `king-drop` 玉を打つ: dropping a king.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::PieceKind;

rule!("king-drop", RecordError, Fouls, "dropping a king", "玉を打つ");

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.dropped == Some(PieceKind::King) {
        report
            .say(message!(
                "a king is dropped on {to}, but a king can never be in hand",
                "{to}に玉を打っているが、玉は持駒にならない",
                to = attempt.to
            ))
            .of_value("piece");
    }
}
