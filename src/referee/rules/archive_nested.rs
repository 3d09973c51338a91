//! `archive-nested` 深く入れ子になったアーカイブ: an archive nested too deeply.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-nested",
    RecordError,
    Reading,
    "an archive nested too deeply",
    "深く入れ子になったアーカイブ"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Nested => message!(
            "not read: this archive is inside two other archives; one is the limit",
            "三重のアーカイブは読まない（二重まで）",
        ),
        _ => return,
    });
}
