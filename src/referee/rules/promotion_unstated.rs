//! `promotion-unstated` 成・不成の記載がない: neither 成 nor 不成 where there is a choice.

use crate::finding::{both, message, rule};
use crate::record::Promotion;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;

rule!(
    "promotion-unstated",
    Doubt,
    Notation,
    "neither 成 nor 不成 where there is a choice",
    "成・不成の記載がない"
);

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    let Some((written, resolved)) = case.completed() else {
        return;
    };
    let taken = match (written.promotion, resolved.promotion) {
        (Promotion::Omitted, Promotion::Promote) => both(
            "without promotion the piece could never move again: taken to promote",
            "成らなければ行き所のない駒になるため、成とみなした",
        ),
        (Promotion::Omitted, Promotion::Decline) => both("taken not to promote", "不成とみなした"),
        _ => return,
    };
    report.say(message!(
        "the piece could promote, and neither 成 nor 不成 is written; {taken}",
        "成れる指し手なのに、成とも不成とも書かれていない。{taken}",
        taken
    ));
}
