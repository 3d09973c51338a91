//! `drop-on-occupied` 駒のあるマスに打つ: dropping on an occupied square.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;

/// 駒のあるマスに打つ: dropping on an occupied square.
pub static RULE: Rule = Rule {
    name: "drop-on-occupied",
    class: Class::RecordError,
    english: "dropping on an occupied square",
    japanese: "駒のあるマスに打つ",
    page: Page {
        what: both("The square of a drop is not empty.", ""),
        why: both(
            "Drops never capture. Most likely the record means a move on the board, or the square is wrong.",
            "",
        ),
        remedy: both("Check the square, and whether 打 belongs there.", ""),
        source: "S0:41, S0:58, S3:106: drops go to empty squares.",
        bad: Example::Moves {
            start: "4k4/9/9/9/4p4/9/9/9/4K4 b G 1",
            moves: "G*5e",
            note: both("a pawn stands there", ""),
        },
        good: Example::Moves {
            start: "4k4/9/9/9/4p4/9/9/9/4K4 b G 1",
            moves: "G*5f",
            note: both("an empty square", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    attempt.dropped?;
    attempt.target()?;
    Some(format!(
        "{} stands on the square of the drop",
        words::owned_piece(attempt.before, attempt.to)
    ))
}
