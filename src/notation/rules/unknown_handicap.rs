//! `unknown-handicap`: unknown handicap name.

use crate::finding::{Class, Example, Page, Rule, both};

/// 不明な手合割: unknown handicap name.
pub static RULE: Rule = Rule {
    name: "unknown-handicap",
    class: Class::Doubt,
    english: "unknown handicap name",
    japanese: "不明な手合割",
    page: Page {
        what: both(
            "The name after 手合割 is none that is known, and the record has no board. The even start is assumed.",
            "",
        ),
        why: both(
            "If the start was another one, every move of the game is judged on the wrong board.",
            "",
        ),
        remedy: both("Correct the name, or add the board of the start position.", ""),
        source: "KIF definition, list of 手合割 names.",
        bad: Example::Record {
            text: "手合割：トンボ\n   1 ７六歩(77)\n   2 中断\n",
            note: both("a name without a board", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
            note: both("a known name", ""),
        },
    },
};
