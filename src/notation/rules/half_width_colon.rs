//! `half-width-colon`: half-width colon in a header.

use crate::finding::{Class, Example, Message, Page, Rule, both, message};

/// 半角コロン: half-width colon in a header.
pub static RULE: Rule = Rule {
    name: "half-width-colon",
    class: Class::Notice,
    english: "half-width colon in a header",
    japanese: "半角コロン",
    page: Page {
        what: both(
            "A header is separated by `:` in place of `：`. It is read all the same.",
            "ヘッダーの区切りが「：」でなく半角の「:」である。そのまま読む。",
        ),
        why: both(
            "Other programs take such a line for something else.",
            "ほかのソフトではヘッダーと認められないことがある。",
        ),
        remedy: both("Write the full-width colon.", "全角のコロンにする。"),
        source: "KIF definition: the separator is U+FF1A.",
        bad: Example::Record {
            text: "先手: 甲\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
            note: both("half-width", "半角"),
        },
        good: Example::Record {
            text: "先手：甲\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
            note: both("full-width", "全角"),
        },
    },
};

/// The key before it.
pub(in crate::notation) fn behind(key: &str) -> Message {
    message!(
        "the header \"{key}\" is separated by a half-width colon",
        "ヘッダー「{key}」の区切りが半角のコロンである",
        key
    )
}
