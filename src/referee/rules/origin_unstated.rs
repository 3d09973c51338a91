//! `origin-unstated` 移動元の記載がない: the origin of a move is missing.

use crate::finding::{Class, Example, Page, Rule, both};

/// 移動元の記載がない: the origin of a move is missing.
pub static RULE: Rule = Rule {
    name: "origin-unstated",
    class: Class::Doubt,
    english: "the origin of a move is missing",
    japanese: "移動元の記載がない",
    page: Page {
        what: both(
            "A move names piece and destination, but neither an origin nor 打. Exactly one move fits, and that one is taken.",
            "",
        ),
        why: both("KIF writes the origin of every move; a tool has dropped it.", ""),
        remedy: both("Add the origin in parentheses, or 打.", ""),
        source: "KIF definition: the origin or 打 is mandatory.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩\n   2 投了\n",
            note: both("only one pawn can go there", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 投了\n",
            note: both("with its origin", ""),
        },
    },
};
