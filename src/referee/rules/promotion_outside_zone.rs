//! `promotion-outside-zone` 成れない所で成る: promoting where it is not allowed.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::referee::words;
use crate::shogi::in_camp;

/// 成れない所で成る: promoting where it is not allowed.
pub static RULE: Rule = Rule {
    name: "promotion-outside-zone",
    class: Class::Foul,
    english: "promoting where it is not allowed",
    japanese: "成れない所で成る",
    page: Page {
        what: both(
            "A promotion is claimed though neither the origin nor the destination lies in the enemy camp: ranks a-c for Black, g-i for White. Leaving the camp is enough; having left it unpromoted earlier is not.",
            "",
        ),
        why: both(
            "A piece may promote only when it enters, moves within or leaves the three farthest ranks.",
            "",
        ),
        remedy: both("Check the squares and whether the piece was promoted at all.", ""),
        source: "S0:43, S0:47, S0:215, S0:227, S0:378, S3:88: promotion in the enemy's three ranks.",
        bad: Example::Moves {
            start: "4k4/9/9/9/4S4/9/9/9/3K5 b - 1",
            moves: "5e5d+",
            note: both("from the fifth rank to the fourth", ""),
        },
        good: Example::Moves {
            start: "8k/9/4S4/9/9/9/9/9/4K4 b - 1",
            moves: "5c4d+",
            note: both("leaving the camp", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    let (from, piece) = (attempt.from?, attempt.piece?);
    let may =
        piece.kind.promoted().is_none() || in_camp(piece.color, from) || in_camp(piece.color, attempt.to);
    (attempt.promotes && !may).then(|| {
        let side = words::side(piece.color);
        format!(
            "neither {from} nor {} lies in the camp where {side}'s pieces promote",
            attempt.to
        )
    })
}
