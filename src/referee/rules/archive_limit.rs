//! `archive-limit` 大きすぎるアーカイブ: too much for an archive.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "archive-limit",
    RecordError,
    Reading,
    "too much for an archive",
    "大きすぎるアーカイブ"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::TooLarge(mebibytes) => message!(
            "this file is larger than {mebibytes} MiB: unpack it and read it from the disk",
            "{mebibytes}MiBを超えている。展開してディスクから読む",
            mebibytes,
        ),
        ArchiveGap::Bomb => message!(
            "so much comes out of so little here that it looks made to do harm: it is not read on",
            "わずかなデータから異常に大きな内容が出てくる。害を与えるために作られた疑いがあるので、ここから先は読まない",
        ),
        _ => return,
    });
}
