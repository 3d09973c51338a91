//! `origin-unstated` 移動元の記載がない: the origin of a move is missing.

use crate::finding::{message, rule};
use crate::record::Origin;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;

rule!(
    "origin-unstated",
    Doubt,
    Notation,
    "the origin of a move is missing",
    "移動元の記載がない"
);

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    if let Some((written, _)) = case.completed()
        && written.from == Origin::Unstated
        && !case.is_told_by_rest()
    {
        report.say(message!(
            "neither an origin nor 打 is written; this is the only move that fits",
            "移動元も「打」も書かれていない。当てはまる唯一の指し手とみなした",
        ));
    }
}
