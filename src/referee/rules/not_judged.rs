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
            "A move could not be put on the board, so the position after it is unknown. The rest of the line is read but not judged.",
            "盤上で再現できない指し手があり、その後の局面が分からない。その手順の残りは読むが、判定しない。",
        ),
        why: both(
            "What is not judged must not pass for clean.",
            "判定しなかったものを、問題なしとして通してはならない。",
        ),
        remedy: both(
            "Repair the move that is reported there and run the check again.",
            "そこで指摘された指し手を直し、もう一度検査する。",
        ),
        source: "A requirement of this tool: nothing is dropped in silence.",
        bad: Example::Moves {
            start: "startpos",
            moves: "7f7e 3c3d",
            note: both("ply 2 cannot be judged", "2手目は判定できない"),
        },
        good: Example::Moves {
            start: "startpos",
            moves: "7g7f 3c3d",
            note: both("every move is judged", "すべての手が判定される"),
        },
    },
};
