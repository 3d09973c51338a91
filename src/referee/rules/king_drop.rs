//! `king-drop` 玉を打つ: dropping a king.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::shogi::Kind;

/// 玉を打つ: dropping a king.
pub static RULE: Rule = Rule {
    name: "king-drop",
    class: Class::RecordError,
    english: "dropping a king",
    japanese: "玉を打つ",
    page: Page {
        what: both("A drop names the king.", ""),
        why: both("Kings are never captured, so nobody has one in hand.", ""),
        remedy: both("Correct the piece, or write the king's square of origin.", ""),
        source: "S0:42: the king is never in hand.",
        bad: Example::Moves {
            start: "4k4/9/9/9/9/9/9/9/4K4 b G 1",
            moves: "K*4i",
            note: both("a king is dropped", ""),
        },
        good: Example::Moves {
            start: "4k4/9/9/9/9/9/9/9/4K4 b G 1",
            moves: "G*4i",
            note: both("a gold", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    (attempt.dropped? == Kind::King).then(|| "a king is never in hand and cannot be dropped".to_owned())
}
