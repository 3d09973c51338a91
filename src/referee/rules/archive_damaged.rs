//! `archive-damaged` 壊れたアーカイブ: a damaged archive.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-damaged",
    RecordError,
    Reading,
    "a damaged archive",
    "壊れたアーカイブ"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Torn => message!(
            "the archive is damaged, truncated or not an archive; the rest cannot be read",
            "アーカイブが壊れているか、途中で切れているか、アーカイブでないため、残りを読めない",
        ),
        ArchiveGap::Checksum => message!(
            "the checksum at the end of the archive is missing or wrong; its files may be damaged",
            "アーカイブの末尾のチェックサムがないか、一致しない。中のファイルが壊れている可能性がある",
        ),
        ArchiveGap::Damaged => message!(
            "this file in the archive is damaged: its size or checksum does not match the value in the archive",
            "アーカイブの中のこのファイルは壊れている：サイズまたはチェックサムがアーカイブの記録と一致しない",
        ),
        _ => return,
    });
}
