//! `capture-own-piece` 自分の駒のあるマスへ動かす: moving onto an own piece.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;

/// 自分の駒のあるマスへ動かす: moving onto an own piece.
pub static RULE: Rule = Rule {
    name: "capture-own-piece",
    class: Class::RecordError,
    english: "moving onto an own piece",
    japanese: "自分の駒のあるマスへ動かす",
    page: Page {
        what: both("The destination holds a piece of the mover.", ""),
        why: both(
            "Two pieces cannot stand on one square: the record has lost its way before this move.",
            "",
        ),
        remedy: both("Look for the mistake in the moves before.", ""),
        source: "S0:41: a square with an own piece cannot be entered.",
        bad: Example::Moves {
            start: "startpos",
            moves: "5i4i",
            note: both("the king goes where its gold stands", ""),
        },
        good: Example::Moves {
            start: "startpos",
            moves: "5i5h",
            note: both("the square is empty", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let (piece, target) = (attempt.piece?, attempt.target()?);
    (piece.color == target.color).then(|| {
        format!(
            "the own piece, {}, stands on the destination",
            words::piece_on(attempt.before, attempt.to)
        )
    })
}
