//! `unlisted-findings` 省略された指摘: findings that are not listed.

use crate::finding::{Count, Unlisted, message, rule};
use crate::referee::report::Report;

rule!(
    "unlisted-findings",
    RecordError,
    Reading,
    "findings that are not listed",
    "省略された指摘"
);

/// The check.
pub(in crate::referee) fn check(unlisted: &Unlisted, report: &mut Report) {
    let complaint = report.say(message!(
        "{count} of this record {are} not listed",
        "この棋譜の指摘はほかに{count}件あるが、省略した",
        count = Count(unlisted.count, "more finding"),
        are = if unlisted.count == 1 { "is" } else { "are" }
    ));
    complaint.weighing(unlisted.gravest);
}
