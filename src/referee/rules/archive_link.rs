//! `archive-link` アーカイブの中のリンク: a link in an archive.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "archive-link",
    class: Doubt,
    group: Reading,
    title: "a link in an archive", "アーカイブの中のリンク",
    what:
        "An archive has a link, or a device, with the name of a game record. Links in archives are not followed: they may lead anywhere.",
        "アーカイブの中に、棋譜の名前を持つリンクや特殊ファイルがある。リンクはどこを指すか分からないので、たどらない。",
    why:
        "What it leads to may be a record that is not read.",
        "リンクの先に、読まれていない棋譜があるかもしれない。",
    remedy:
        "Pack the file itself into the archive.",
        "リンクでなく、ファイルそのものをアーカイブに入れる。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Record { text: "" },
        "a link", "リンク",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game outside of archives", "アーカイブの外の対局",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Link => message!(
            "this is a link or a special file, which is not read from archives",
            "リンクまたは特殊ファイルであり、アーカイブからは読まない",
        ),
        _ => return,
    });
}
