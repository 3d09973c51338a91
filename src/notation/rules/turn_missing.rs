//! `turn-missing`: nobody is said to move.

use crate::finding::{Class, Example, Page, Rule, both};

/// 手番がない: nobody is said to move.
pub static RULE: Rule = Rule {
    name: "turn-missing",
    class: Class::Doubt,
    english: "nobody is said to move",
    japanese: "手番がない",
    page: Page {
        what: both(
            "A CSA record has a position but no line `+` or `-` before the moves; or a board diagram has no 手番 line and the first move is White's. The first move decides.",
            "",
        ),
        why: both("Readers disagree who is to move.", ""),
        remedy: both(
            "Add the line: `+` for Black or `-` for White in CSA, 後手番 in KIF.",
            "",
        ),
        source: "CSA V2.2 and V3.0: the turn line is mandatory; KIF board diagrams.",
        bad: Example::Record {
            text: "V2.2\nPI\n+7776FU\n%TORYO\n",
            note: both("no turn line", ""),
        },
        good: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n%TORYO\n",
            note: both("with `+`", ""),
        },
    },
};
