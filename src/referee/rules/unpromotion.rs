//! `unpromotion` 成駒を元に戻す: turning a promoted piece back.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!(
    "unpromotion",
    Foul,
    Fouls,
    "turning a promoted piece back",
    "成駒を元に戻す"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let Some((from, piece)) = attempt.moving()
        && attempt.turned_back()
    {
        report.say(message!(
            "{piece} moves as an unpromoted {base}",
            "{piece}が、成る前の{base}として動いている",
            base = piece.kind.base(),
            piece = PieceOn::of(attempt.before, from)
        ));
    }
}
