//! `empty-source` 移動元に駒がない: no piece on the square of origin.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;

/// 移動元に駒がない: no piece on the square of origin.
pub static RULE: Rule = Rule {
    name: "empty-source",
    class: Class::RecordError,
    english: "no piece on the square of origin",
    japanese: "移動元に駒がない",
    page: Page {
        what: both(
            "The square that the move starts from is empty. The move cannot be put on the board, and the rest of the line is not judged.",
            "",
        ),
        why: both(
            "It is the usual trace of a move that was lost, written twice or misheard before.",
            "",
        ),
        remedy: both("Look for the mistake in the moves before this one.", ""),
        source: "A piece must stand where a move starts.",
        bad: Example::Moves {
            start: "startpos",
            moves: "7f7e",
            note: both("nothing stands on 7f", ""),
        },
        good: Example::Moves {
            start: "startpos",
            moves: "7g7f",
            note: both("the pawn stands on 7g", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let from = attempt.from?;
    attempt
        .piece
        .is_none()
        .then(|| format!("no piece stands on {from}"))
}
