//! `drop-not-in-hand` 持ち駒にない駒を打つ: dropping a piece one does not hold.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;

/// 持ち駒にない駒を打つ: dropping a piece one does not hold.
pub static RULE: Rule = Rule {
    name: "drop-not-in-hand",
    class: Class::RecordError,
    english: "dropping a piece one does not hold",
    japanese: "持ち駒にない駒を打つ",
    page: Page {
        what: both(
            "The hand of the mover holds no piece of the dropped kind. A captured promoted piece counts as its unpromoted kind; what the opponent holds does not help.",
            "",
        ),
        why: both(
            "A capture is missing or was written as something else, or the piece was really set down from nowhere, which is a foul.",
            "",
        ),
        remedy: both("Look for the capture in the moves before.", ""),
        source: "S0:38, S0:48, S3:100, S3:104: a drop uses a captured piece.",
        bad: Example::Moves {
            start: "4k4/9/9/9/9/9/9/9/4K4 b S 1",
            moves: "G*5e",
            note: both("a silver in hand, a gold dropped", ""),
        },
        good: Example::Moves {
            start: "4k4/9/9/9/9/9/9/9/4K4 b SG 1",
            moves: "G*5e",
            note: both("the gold is in hand", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let kind = attempt.dropped?.base();
    (attempt.before.hand(attempt.mover).get(kind) == 0)
        .then(|| format!("{} has no {} in hand", words::side(attempt.mover), kind.english()))
}
