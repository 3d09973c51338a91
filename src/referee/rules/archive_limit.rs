//! `archive-limit` 大きすぎるアーカイブ: an archive too large to read.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-limit",
    RecordError,
    Reading,
    "an archive too large to read",
    "大きすぎるアーカイブ"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::TooLarge(mebibytes) => message!(
            "this file is larger than {mebibytes} MiB, the limit for files in archives",
            "アーカイブの中のファイルの上限{mebibytes}MiBを超えている",
            mebibytes,
        ),
        ArchiveGap::Bomb => message!(
            "the compression ratio is so high that the archive may be malicious; reading stopped here",
            "圧縮率が異常に高く、攻撃用に作られた疑いがあるため、ここから先は読んでいない",
        ),
        _ => return,
    });
}
