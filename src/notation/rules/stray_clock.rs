//! `stray-clock`: a time without a move.

use crate::finding::{Class, Example, Page, Rule, both};

/// 指し手のない消費時間: a time without a move.
pub static RULE: Rule = Rule {
    name: "stray-clock",
    class: Class::Doubt,
    english: "a time without a move",
    japanese: "指し手のない消費時間",
    page: Page {
        what: both(
            "A `T` line stands before the first move, or a move has two. It is left out.",
            "",
        ),
        why: both("A move may be missing, or the times may have slipped by one.", ""),
        remedy: both("Take the line out, or restore the move it belongs to.", ""),
        source: "CSA V2.2: `T` follows its move.",
        bad: Example::Record {
            text: "V2.2\nPI\n+\nT5\n+7776FU\n%TORYO\n",
            note: both("a time before the first move", ""),
        },
        good: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\nT5\n%TORYO\n",
            note: both("behind the move", ""),
        },
    },
};
