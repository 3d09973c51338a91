//! `replacement-character`: text lost by an earlier tool.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::Extent;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "replacement-character",
    class: Doubt,
    group: Reading,
    title: "text lost by an earlier tool", "失われた文字",
    what:
        "The text holds the character U+FFFD (�), the mark of a character that could not be read.",
        "読めなかった文字の印であるU+FFFD（�）が文中にある。",
    why:
        "An earlier program has read the file in a wrong encoding and saved it so: what stood there is gone.",
        "以前に誤った文字コードで読まれ、そのまま保存されたもので、元の文字は失われている。",
    remedy:
        "Find the original file; this copy cannot be repaired.",
        "元のファイルを探す。この写しは直せない。",
    source: "WHATWG Encoding Standard.",
    bad: Record { text: "手合割：平手\n*��戦\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a comment that an earlier tool has damaged", "以前のソフトが壊したコメント",
    good: Record { text: "手合割：平手\n*順位戦\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "the comment as it was", "元のコメント",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::ReplacementCharacter(extent) = case.kind() else {
        return;
    };
    report.say(match extent {
        Extent::InComments(places) => message!(
            "an earlier program could not read the characters in {places} lines, the first of them the comment here, and saved \u{fffd} in their place",
            "以前のソフトが{places}行の文字を読めず、代わりに\u{fffd}を保存している。その最初がここのコメントである",
            places
        ),
        Extent::Bytes(_) | Extent::Places(1) => message!(
            "an earlier program could not read the characters here and saved \u{fffd} in their place",
            "以前のソフトがここの文字を読めず、代わりに\u{fffd}を保存している"
        ),
        Extent::Places(lines) => message!(
            "an earlier program could not read the characters in {lines} more lines (the first here) and saved \u{fffd} in their place",
            "以前のソフトがほかに{lines}行の文字を読めず、代わりに\u{fffd}を保存している。その最初がここである",
            lines
        ),
    });
}
