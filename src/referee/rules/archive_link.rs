//! `archive-link` アーカイブの中のリンク: a link in an archive.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-link",
    Doubt,
    Reading,
    "a link in an archive",
    "アーカイブの中のリンク"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Link => message!(
            "links and special files in archives are not read",
            "アーカイブの中のリンクや特殊ファイルは読まない",
        ),
        _ => return,
    });
}
