//! `promoted-drop` 成駒を打つ: dropping a piece promoted side up.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;

/// 成駒を打つ: dropping a piece promoted side up.
pub static RULE: Rule = Rule {
    name: "promoted-drop",
    class: Class::Foul,
    english: "dropping a piece promoted side up",
    japanese: "成駒を打つ",
    page: Page {
        what: both(
            "A drop names a promoted piece, or is combined with a promotion. The piece stands as the record has it from then on.",
            "",
        ),
        why: both(
            "Pieces in hand are unpromoted; they may promote on a later move.",
            "",
        ),
        remedy: both(
            "Check whether the piece was dropped or moved, and how it lay.",
            "",
        ),
        source: "S0:49, S0:225, S3:112: dropped pieces are unpromoted.",
        bad: Example::Moves {
            start: "8k/9/9/9/9/9/9/9/4K4 b R 1",
            moves: "R*5b+",
            note: both("a rook dropped as dragon", ""),
        },
        good: Example::Moves {
            start: "8k/9/9/9/9/9/9/9/4K4 b R 1",
            moves: "R*5b",
            note: both("as rook", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let kind = attempt.dropped?;
    (kind.is_promoted() || attempt.promotes)
        .then(|| format!("a {} is dropped promoted side up", kind.base().english()))
}
