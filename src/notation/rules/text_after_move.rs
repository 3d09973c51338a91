//! `text-after-move`: text behind a move.

use crate::finding::{Class, Example, Page, Rule, both};

/// 指し手の後の余分な文字: text behind a move.
pub static RULE: Rule = Rule {
    name: "text-after-move",
    class: Class::Doubt,
    english: "text behind a move",
    japanese: "指し手の後の余分な文字",
    page: Page {
        what: both(
            "Something stands behind a move that is neither a time nor a known mark. The move is read, the text is not.",
            "",
        ),
        why: both(
            "It may be a comment, a time in another form or half of another move.",
            "",
        ),
        remedy: both("Put comments on a line of their own.", ""),
        source: "KIF definition; CSA V2.2.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)#好手\n   2 投了\n",
            note: both("a comment behind the move", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n*好手\n   2 投了\n",
            note: both("on its own line", ""),
        },
    },
};
