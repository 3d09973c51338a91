//! `archive-damaged` 壊れたアーカイブ: a damaged archive.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "archive-damaged",
    class: RecordError,
    group: Reading,
    title: "a damaged archive", "壊れたアーカイブ",
    what:
        "An archive breaks off or is damaged, or the bytes of a file in it are not those whose size and checksum it tells. What is whole is read.",
        "アーカイブが途中で切れているか壊れている。または、その中のファイルの内容が、アーカイブに書かれたサイズやチェックサムと合わない。壊れていないファイルは読む。",
    why:
        "What is not read must never pass for clean.",
        "読んでいないものを問題のないものとみなしてはならない。",
    remedy:
        "Fetch the archive again, or unpack it with the program that made it.",
        "アーカイブを取得し直すか、作成に使ったソフトで展開してみる。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Record { text: "" },
        "an archive that was cut off", "途中で切れたアーカイブ",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game outside of archives", "アーカイブの外の対局",
}

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
