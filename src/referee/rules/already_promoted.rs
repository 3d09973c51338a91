//! `already-promoted` 成駒をさらに成る: promoting a promoted piece.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;

/// 成駒をさらに成る: promoting a promoted piece.
pub static RULE: Rule = Rule {
    name: "already-promoted",
    class: Class::RecordError,
    english: "promoting a promoted piece",
    japanese: "成駒をさらに成る",
    page: Page {
        what: both("A promotion is claimed for a piece that is promoted already.", ""),
        why: both(
            "It cannot be done on a board; a program has written the promotion mark where none belongs.",
            "",
        ),
        remedy: both("Take the promotion mark out.", ""),
        source: "S0:45: a promoted piece stays as it is.",
        bad: Example::Moves {
            start: "8k/9/4+R4/9/9/9/9/9/4K4 b - 1",
            moves: "5c5b+",
            note: both("the dragon", ""),
        },
        good: Example::Moves {
            start: "8k/9/4+R4/9/9/9/9/9/4K4 b - 1",
            moves: "5c5b",
            note: both("without the mark", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    (attempt.promotes && attempt.piece?.kind.is_promoted())
        .then_some(attempt.from)
        .flatten()
        .map(|from| format!("{} is promoted already", words::piece_on(attempt.before, from)))
}
