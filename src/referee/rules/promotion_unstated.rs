//! `promotion-unstated` 成・不成の記載がない: a possible promotion without 成 or 不成.

use crate::finding::{both, message, rule};
use crate::record::Promotion;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;

rule!(
    "promotion-unstated",
    Doubt,
    Notation,
    "a possible promotion without 成 or 不成",
    "成・不成の記載がない"
);

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    let Some((written, resolved)) = case.completed() else {
        return;
    };
    let taken = match (written.promotion, resolved.promotion) {
        (Promotion::Omitted, Promotion::Promote) => both(
            "read as 成, because the piece could otherwise never move again",
            "成らなければ行き所のない駒になるため、成として読む",
        ),
        (Promotion::Omitted, Promotion::Decline) => both("read as 不成", "不成として読む"),
        _ => return,
    };
    report.say(message!(
        "the piece can promote, but the move has neither 成 nor 不成; {taken}",
        "成れる指し手に、成とも不成とも書かれていない。{taken}",
        taken
    ));
}
