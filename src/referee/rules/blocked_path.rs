//! `blocked-path` 駒を飛び越える: jumping over a piece.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;

/// 駒を飛び越える: jumping over a piece.
pub static RULE: Rule = Rule {
    name: "blocked-path",
    class: Class::Foul,
    english: "jumping over a piece",
    japanese: "駒を飛び越える",
    page: Page {
        what: both(
            "A rook, bishop or lance, promoted or not, passes over an occupied square.",
            "",
        ),
        why: both("Only the knight jumps.", ""),
        remedy: both(
            "Check both squares; the piece in the way may have moved in a ply that is missing.",
            "",
        ),
        source: "S0:187, S3:82: the knight alone jumps.",
        bad: Example::Moves {
            start: "startpos",
            moves: "2h2c+",
            note: both("the rook passes its own pawn on 2g", ""),
        },
        good: Example::Moves {
            start: "startpos",
            moves: "2h6h",
            note: both("the rank is clear", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let from = attempt.from?;
    let blocker = attempt.before.first_blocker(from, attempt.to)?;
    let (piece, blocker) = (
        words::piece_on(attempt.before, from),
        words::owned_piece(attempt.before, blocker),
    );
    Some(format!(
        "{piece} cannot reach {}: {blocker} is in the way",
        attempt.to
    ))
}
