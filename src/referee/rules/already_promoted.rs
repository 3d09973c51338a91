//! `already-promoted` 成駒がさらに成る: promoting a promoted piece.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!(
    "already-promoted",
    RecordError,
    Fouls,
    "promoting a promoted piece",
    "成駒がさらに成る"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let Some((from, piece)) = attempt.moving()
        && attempt.promotes
        && piece.kind.is_promoted()
    {
        report
            .say(message!(
                "{piece} is already promoted and cannot promote again",
                "{piece}はすでに成っており、さらに成ることはできない",
                piece = PieceOn::of(attempt.before, from)
            ))
            .of_value("promote");
    }
}
