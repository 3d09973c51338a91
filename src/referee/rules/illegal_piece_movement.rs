//! `illegal-piece-movement` 動けない所へ動かす: the piece does not move that way.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;
use crate::shogi::reaches;

/// 動けない所へ動かす: the piece does not move that way.
pub static RULE: Rule = Rule {
    name: "illegal-piece-movement",
    class: Class::Foul,
    english: "the piece does not move that way",
    japanese: "動けない所へ動かす",
    page: Page {
        what: both(
            "On an empty board the piece, promoted or not as it is, could not go from the origin to the destination.",
            "",
        ),
        why: both(
            "The classic slip is a long bishop move that ends one file off its diagonal.",
            "",
        ),
        remedy: both(
            "Check both squares with the players; a misheard square is as likely as a foul.",
            "",
        ),
        source: "S0:111-310, S0:375-376, S3:82: the moves of the pieces.",
        bad: Example::Moves {
            start: "4k4/9/9/9/4B4/9/9/9/3K5 b - 1",
            moves: "5e4c",
            note: both("one file off the diagonal", ""),
        },
        good: Example::Moves {
            start: "4k4/9/9/9/4B4/9/9/9/3K5 b - 1",
            moves: "5e2b",
            note: both("along the diagonal", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let (from, piece) = (attempt.from?, attempt.piece?);
    (!reaches(piece, from, attempt.to)).then(|| {
        format!(
            "{} cannot move to {}",
            words::piece_on(attempt.before, from),
            attempt.to
        )
    })
}
