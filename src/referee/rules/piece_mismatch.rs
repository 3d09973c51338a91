//! `piece-mismatch` 駒の種類が違う: a piece of another kind than written.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!(
    "piece-mismatch",
    RecordError,
    Fouls,
    "a piece of another kind than written",
    "駒の種類が違う"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let (Some(named), Some((from, piece))) = (attempt.misnamed(), attempt.moving()) {
        report
            .say(message!(
                "the record has a {named}, but the piece on {from} is a {kind}",
                "棋譜では{named}だが、{from}にあるのは{kind}である",
                named,
                from,
                kind = piece.kind
            ))
            .of_value("piece");
    }
}
