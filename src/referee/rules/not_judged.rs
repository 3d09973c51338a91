//! `not-judged` 判定できなかった指し手: moves that could not be judged.

use crate::finding::{Class, Example, Page, Rule, both};

/// 判定できなかった指し手: moves that could not be judged.
pub static RULE: Rule = Rule {
    name: "not-judged",
    class: Class::Notice,
    english: "moves that could not be judged",
    japanese: "判定できなかった指し手",
    page: Page {
        what: both(
            "A move could not be put on the board, so the position behind it is unknown. The rest of the line is read but not judged.",
            "",
        ),
        why: both("What is not judged must not pass for clean.", ""),
        remedy: both(
            "Repair the move that is reported there and run the check again.",
            "",
        ),
        source: "A requirement of this tool: nothing is dropped in silence.",
        bad: Example::Moves {
            start: "startpos",
            moves: "7f7e 3c3d",
            note: both("ply 2 cannot be judged", ""),
        },
        good: Example::Moves {
            start: "startpos",
            moves: "7g7f 3c3d",
            note: both("every move is judged", ""),
        },
    },
};
