//! `extension-mismatch` 拡張子違い: a file named like one notation and written in another.

use crate::finding::{message, rule};
use crate::notation::notation;
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "extension-mismatch",
    class: Notice,
    group: Notation,
    title: "a file named like another notation", "拡張子違い",
    what:
        "The extension of a file belongs to one notation, and its lines are of another. The lines count. Extensions that belong to no notation say nothing.",
        "ファイルの拡張子が示す形式と中身の形式が違う。中身に従って読む。どの形式のものでもない拡張子は問わない。",
    why: "Programs that go by the extension cannot open the file.", "拡張子で判断するソフトでは開けない。",
    remedy:
        "Rename the file, or convert it to what its name says.",
        "ファイル名を改めるか、名前どおりの形式に変換する。",
    source: "The definitions of the notations name their extensions; real archives contain a .kif file that is one line of USI.",
    bad: File { name: "game.csa", text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "KIF in a file whose name says CSA", "名前はCSA、中身はKIF",
    good: File { name: "game.kif", text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "under its own name", "中身どおりの名前",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::ExtensionMismatch {
        extension,
        named,
        found,
    } = case.kind()
    else {
        return;
    };
    let title = |format| notation(format).map(|row| row.title);
    report.say(message!(
        "the file is named .{extension} like {named}, and is {found}; the content counts",
        "拡張子.{extension}は{named}のものだが、中身は{found}である。中身に従う",
        extension,
        named = title(*named),
        found = title(*found)
    ));
}
