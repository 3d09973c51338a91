//! `archive-unsupported` 対応していない圧縮方式: packed in a way that is not read.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "archive-unsupported",
    class: RecordError,
    group: Reading,
    title: "packed in a way that is not read", "対応していない圧縮方式",
    what:
        "An archive, or a file in it, is packed by a method that is not read, or by one that this build of the program was made without.",
        "アーカイブ、またはその中のファイルが、対応していない方式で圧縮されている。または、このプログラムがその方式を除いて作られている。",
    why:
        "What is not read must never pass for clean.",
        "読んでいないものを問題のないものとみなしてはならない。",
    remedy:
        "Unpack it with another program, or pack it as .zip, .tar.gz or .7z.",
        "ほかのソフトで展開するか、.zip、.tar.gz、.7zで圧縮し直す。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Record { text: "" },
        "a file packed by an old method", "古い方式で圧縮されたファイル",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a game outside of archives", "アーカイブの外の対局",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::Archive(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        ArchiveGap::Unsupported(method) => message!(
            "this is packed by a method that is not read ({method}): unpack it with another program",
            "対応していない方式（{method}）で圧縮されている。ほかのソフトで展開する",
            method = method.as_str(),
        ),
        ArchiveGap::NotBuilt(extension) => message!(
            "this build of kifu does not read .{extension}: unpack it first, or build kifu with all features",
            "このkifuは.{extension}を読まない設定で作られている。先に展開するか、すべての機能を有効にしてkifuを作る",
            extension,
        ),
        _ => return,
    });
}
