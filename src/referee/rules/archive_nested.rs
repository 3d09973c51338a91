//! `archive-nested` 深く入れ子になったアーカイブ: an archive too deep inside others.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "archive-nested",
    class: RecordError,
    group: Reading,
    title: "an archive too deep inside others", "深く入れ子になったアーカイブ",
    what:
        "An archive in an archive is read; one in that again is not.",
        "アーカイブの中のアーカイブは読むが、さらにその中のアーカイブは読まない。",
    why:
        "What is not read must never pass for clean.",
        "読んでいないものを問題のないものとみなしてはならない。",
    remedy:
        "Unpack the outermost archive and read what is in it.",
        "一番外側のアーカイブを展開し、その中身を読む。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Record { text: "" },
        "a zip in a zip in a zip", "zipの中のzipの中のzip",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game outside of archives", "アーカイブの外の対局",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Nested => message!(
            "this archive is inside an archive that is inside another: unpack the outermost one",
            "三重のアーカイブである。一番外側を展開する",
        ),
        _ => return,
    });
}
