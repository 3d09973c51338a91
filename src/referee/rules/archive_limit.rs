//! `archive-limit` 大きすぎるアーカイブ: too much for an archive.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "archive-limit",
    class: RecordError,
    group: Reading,
    title: "too much for an archive", "大きすぎるアーカイブ",
    what:
        "A file in an archive is larger than what is unpacked in memory, or so much comes out of so little that the archive was made to do harm. It is not read. In the second case, nothing after it is read either, except in a .zip.",
        "アーカイブの中のファイルが、メモリー上で展開できる大きさを超えている。または、わずかなデータから異常に大きな内容が出てくるので、害を与えるために作られたと考えられる。そのファイルは読まない。後者の場合は、.zipを除き、その後も読まない。",
    why:
        "An archive of some kilobytes can hold petabytes of zeros.",
        "数キロバイトのアーカイブに、ペタバイトのゼロが入っていることがある。",
    remedy:
        "Unpack the archive on a disk with room for it, and read the files.",
        "十分な空きのあるディスクに展開し、そのファイルを読む。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Record { text: "" },
        "an archive of zeros", "ゼロだけのアーカイブ",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game outside of archives", "アーカイブの外の対局",
}

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
