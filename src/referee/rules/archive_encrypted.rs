//! `archive-encrypted` 暗号化されたアーカイブ: encrypted in an archive.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "archive-encrypted",
    class: RecordError,
    group: Reading,
    title: "encrypted in an archive", "暗号化されたアーカイブ",
    what:
        "An archive, or a file in it, can be read with a password only.",
        "アーカイブ、またはその中のファイルを読むにはパスワードが必要である。",
    why:
        "What is not read must never pass for clean.",
        "読んでいないものを問題のないものとみなしてはならない。",
    remedy:
        "Unpack the archive with its password and read the files.",
        "パスワードを使って展開し、そのファイルを読む。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Record { text: "" },
        "an archive with a password", "パスワード付きのアーカイブ",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game outside of archives", "アーカイブの外の対局",
}

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
