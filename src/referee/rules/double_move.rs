//! `double-move` 二手指し: two moves in a row.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::played::Turn;
use crate::referee::words;

/// 二手指し: two moves in a row.
pub static RULE: Rule = Rule {
    name: "double-move",
    class: Class::Foul,
    english: "two moves in a row",
    japanese: "二手指し",
    page: Page {
        what: both("The side that has just moved moves again.", ""),
        why: both(
            "The players move in turn. In a record it often means that the move between is missing.",
            "",
        ),
        remedy: both("Look for the missing move on the score sheet.", ""),
        source: "S0:40, S0:380, S3:52: one move each, in turn.",
        bad: Example::Moves {
            start: "startpos",
            moves: "7g7f 2g2f",
            note: both("Black moves twice", ""),
        },
        good: Example::Moves {
            start: "startpos",
            moves: "7g7f 3c3d 2g2f",
            note: both("White has moved between", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    (attempt.turn == Turn::Double).then(|| format!("{} moves twice in a row", words::side(attempt.mover)))
}
