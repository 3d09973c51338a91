//! `archive-encrypted` 暗号化されたアーカイブ: an encrypted archive.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-encrypted",
    RecordError,
    Reading,
    "an encrypted archive",
    "暗号化されたアーカイブ"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Encrypted => message!(
            "not read: a password is required",
            "パスワードが必要なため、読んでいない",
        ),
        _ => return,
    });
}
