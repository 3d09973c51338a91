//! `start-missing`: no start position.

use crate::finding::{Class, Example, Page, Rule, both};

/// 開始局面がない: no start position.
pub static RULE: Rule = Rule {
    name: "start-missing",
    class: Class::Doubt,
    english: "no start position",
    japanese: "開始局面がない",
    page: Page {
        what: both(
            "A CSA record has no `PI` and no `P` line. The even start is assumed.",
            "",
        ),
        why: both(
            "If the game was a handicap game or a fragment, every move is judged on the wrong board.",
            "",
        ),
        remedy: both("Add `PI` (even game) or the board.", ""),
        source: "CSA V2.2 and V3.0: the position is mandatory.",
        bad: Example::Record {
            text: "V2.2\n+\n+7776FU\n%TORYO\n",
            note: both("no position", ""),
        },
        good: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n%TORYO\n",
            note: both("with `PI`", ""),
        },
    },
};
