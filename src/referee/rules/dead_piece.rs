//! `dead-piece` 行き所のない駒: a piece that can never move.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::shogi::is_dead;

/// 行き所のない駒: a piece that can never move.
pub static RULE: Rule = Rule {
    name: "dead-piece",
    class: Class::Foul,
    english: "a piece that can never move",
    japanese: "行き所のない駒",
    page: Page {
        what: both(
            "An unpromoted pawn or lance comes to stand on the last rank, or an unpromoted knight on the last two, by a drop or by a move that does not promote. Being hemmed in by other pieces is no fault.",
            "",
        ),
        why: both(
            "A piece must be able to move on an empty board; promotion is compulsory there.",
            "",
        ),
        remedy: both(
            "Check whether 成 was forgotten: `５一歩(52)` for `５一歩成(52)`.",
            "",
        ),
        source: "S0:46, S0:229, S0:360-361, S3:90, S3:114: no piece without a future move.",
        bad: Example::Moves {
            start: "8k/9/9/9/9/9/9/9/4K4 b N 1",
            moves: "N*5b",
            note: both("a knight on the second rank", ""),
        },
        good: Example::Moves {
            start: "8k/9/9/9/9/9/9/9/4K4 b N 1",
            moves: "N*5c",
            note: both("on the third", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let kind = attempt.placed()?;
    is_dead(kind, attempt.mover, attempt.to).then(|| {
        let (kind, to) = (kind.english(), attempt.to);
        match attempt.dropped {
            Some(_) => format!("a {kind} dropped on {to} can never move"),
            None => format!("a {kind} that does not promote on {to} can never move again"),
        }
    })
}
