//! `archive-irregular` 構造に矛盾のあるアーカイブ: an archive that disagrees with itself.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::{ArchiveGap, Irregularity};
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "archive-irregular",
    class: Doubt,
    group: Reading,
    title: "an archive that disagrees with itself", "構造に矛盾のあるアーカイブ",
    what:
        "The files of an archive were read, but the archive is not well-formed. Its list has another number of entries than it states, or data follows its end.",
        "アーカイブの中のファイルは読んだが、アーカイブの構造に矛盾がある。一覧の項目数が記録された数と異なる、終わりの後にデータが続く、などである。",
    why:
        "Other programs may read fewer files from the same archive.",
        "ほかのソフトでは、一部のファイルが読まれないことがある。",
    remedy:
        "Check that the archive is complete, then unpack it and pack it again.",
        "アーカイブがすべてそろっていることを確かめ、展開して圧縮し直す。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Record { text: "" },
        "two tar archives in one file", "二つのtarをつないだファイル",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game outside of archives", "アーカイブの外の対局",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(ArchiveGap::Irregular(irregularity)) = case.kind() else {
        return;
    };
    report.say(match irregularity {
        Irregularity::Count { stated, found } => message!(
            "the archive states {stated} as its number of entries, but its list has {found}; all of them were read",
            "アーカイブに記録された項目数は{stated}だが、一覧には{found}項目ある。すべて読んだ",
            stated,
            found,
        ),
        Irregularity::List => message!(
            "the archive states a wrong position or size for its list of files; the list was read",
            "アーカイブに記録された一覧の位置または大きさが正しくない。一覧は読んだ",
        ),
        Irregularity::FilesAfterEnd => message!(
            "other files follow the end of the archive; they were read too",
            "アーカイブの終わりの後に別のファイルが続く。それらも読んだ",
        ),
        Irregularity::BytesAfterEnd => message!(
            "extra bytes follow the end of the archive; they were not read",
            "アーカイブの終わりの後に余分なデータが続く。そのデータは読んでいない",
        ),
    });
}
