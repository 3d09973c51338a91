//! `nifu` 二歩: two pawns on a file.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;
use crate::shogi::Kind;

/// 二歩: two pawns on a file.
pub static RULE: Rule = Rule {
    name: "nifu",
    class: Class::Foul,
    english: "two pawns on a file",
    japanese: "二歩",
    page: Page {
        what: both(
            "A pawn is dropped on a file on which the same player already has an unpromoted pawn, wherever on the file it stands. Tokin do not count, nor do enemy pawns. It stays nifu when the drop parries a check, gives check or mates.",
            "",
        ),
        why: both(
            "It is the commonest foul of all, and often nobody notices at the board.",
            "",
        ),
        remedy: both(
            "Make sure that the earlier pawn had not been captured or promoted in a move that is missing.",
            "",
        ),
        source: "S0:321, S0:357-358, S3:116: no second unpromoted pawn on a file.",
        bad: Example::Moves {
            start: "4k4/9/9/9/9/9/4P4/9/4K4 b P 1",
            moves: "P*5e",
            note: both("a pawn already stands on 5g", ""),
        },
        good: Example::Moves {
            start: "4k4/9/4+P4/9/9/9/9/9/4K4 b P 1",
            moves: "P*5e",
            note: both("only a tokin on the file", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    if attempt.dropped? != Kind::Pawn || attempt.promotes {
        return None;
    }
    let pawn = attempt
        .before
        .unpromoted_pawn_on_file(attempt.mover, attempt.to.file())?;
    Some(format!(
        "{} already has an unpromoted pawn on file {}, on {pawn}",
        words::side(attempt.mover),
        attempt.to.file()
    ))
}
