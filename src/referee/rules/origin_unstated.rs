//! `origin-unstated` 移動元の記載がない: a move without its origin.

use crate::finding::{message, rule};
use crate::record::Origin;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;

rule!(
    "origin-unstated",
    Doubt,
    Notation,
    "a move without its origin",
    "移動元の記載がない"
);

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    if let Some((written, _)) = case.completed()
        && written.from == Origin::Unstated
        && !case.is_told_by_rest()
    {
        report.say(message!(
            "the move has neither an origin nor 打; read as the only possible move",
            "移動元も「打」もない。唯一可能な指し手として読む",
        ));
    }
}
