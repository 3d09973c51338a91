//! `archive-encrypted` 暗号化されたアーカイブ: encrypted in an archive.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-encrypted",
    RecordError,
    Reading,
    "encrypted in an archive",
    "暗号化されたアーカイブ"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Encrypted => message!(
            "this needs a password: unpack it first",
            "パスワードが必要である。先に展開する",
        ),
        _ => return,
    });
}
