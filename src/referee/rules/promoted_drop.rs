//! `promoted-drop` 成駒を打つ: dropping a piece with its promoted side up.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!(
    "promoted-drop",
    Foul,
    Fouls,
    "dropping a piece with its promoted side up",
    "成駒を打つ"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let Some(kind) = attempt.dropped else { return };
    if kind.is_promoted() || attempt.promotes {
        report
            .say(message!(
                "a {kind} is dropped on {to} with its promoted side up",
                "{to}に{kind}を成った面で打っている",
                kind = kind.base(),
                to = attempt.to
            ))
            .of_value("piece");
    }
}
