//! `blocked-path` 駒を飛び越える: jumping over a piece.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!(
    "blocked-path",
    Foul,
    Fouls,
    "jumping over a piece",
    "駒を飛び越える"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let Some(from) = attempt.from else { return };
    if let Some(blocker) = attempt.before.first_blocker(from, attempt.to) {
        report
            .say(message!(
                "{piece} cannot reach {to}: {blocker} is in the way",
                "{piece}は{to}へ動けない。間に{blocker}がある",
                piece = PieceOn::of(attempt.before, from),
                to = attempt.to,
                blocker = PieceOn::of(attempt.before, blocker).owned()
            ))
            .marking([blocker]);
    }
}
