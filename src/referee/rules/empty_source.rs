//! `empty-source` 移動元に駒がない: no piece on the origin square.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!(
    "empty-source",
    RecordError,
    Fouls,
    "no piece on the origin square",
    "移動元に駒がない"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let (Some(from), None) = (attempt.from, attempt.piece) {
        report
            .say(message!(
                "there is no piece on {from} to move to {to}",
                "{from}に駒がなく、{to}へ動かせない",
                from,
                to = attempt.to
            ))
            .of_value("from")
            .stopping();
    }
}
