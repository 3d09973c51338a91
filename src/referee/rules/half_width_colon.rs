//! `half-width-colon`: half-width colon in a header.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "half-width-colon",
    class: Notice,
    group: Notation,
    title: "half-width colon in a header", "半角コロン",
    what:
        "A header is separated by `:` in place of `：`. It is read all the same.",
        "ヘッダーの区切りが「：」でなく半角の「:」である。そのまま読む。",
    why:
        "Other programs take such a line for something else.",
        "ほかのソフトではヘッダーと認められないことがある。",
    remedy: "Write the full-width colon.", "全角のコロンにする。",
    source: "KIF definition: the separator is U+FF1A.",
    bad: Record { text: "先手: 甲\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "half-width", "半角",
    good: Record { text: "先手：甲\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "full-width", "全角",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::HalfWidthColon(key) = case.kind() else {
        return;
    };
    report.say(message!(
        "the header \"{key}\" is separated by a half-width colon",
        "ヘッダー「{key}」の区切りが半角のコロンである",
        key
    ));
}
