//! `unlisted-findings` 省略された指摘: more findings than are listed.

use crate::finding::{Unlisted, message, rule};
use crate::referee::report::Report;

rule!(
    "unlisted-findings",
    RecordError,
    Reading,
    "more findings than are listed",
    "省略された指摘"
);

/// The check.
pub(in crate::referee) fn check(unlisted: &Unlisted, report: &mut Report) {
    let complaint = report.say(message!(
        "{count} more findings of this record are not listed",
        "この棋譜の指摘はほかに{count}件あるが、省略した",
        count = unlisted.count
    ));
    complaint.weighing(unlisted.gravest);
}
