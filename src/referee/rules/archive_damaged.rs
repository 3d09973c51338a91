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
            "the archive is damaged, cut off or none at all: what is left of it cannot be read",
            "アーカイブが壊れているか、途中で切れているか、アーカイブではないため、残りを読めない",
        ),
        ArchiveGap::Checksum => message!(
            "the checksum at the end of the archive is missing or wrong: its files may be damaged",
            "アーカイブの末尾のチェックサムがないか、合わない。中のファイルが壊れている可能性がある",
        ),
        ArchiveGap::Damaged => message!(
            "this file of the archive is damaged: its bytes do not have the size or the checksum that the archive tells",
            "アーカイブの中のこのファイルは壊れている。サイズまたはチェックサムが合わない",
        ),
        _ => return,
    });
}
