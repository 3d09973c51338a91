//! `start-opponent-in-check` 手番でない側に王手: the side not to move is in check.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::referee::start::{Complaint, StartCase};
use crate::referee::words;

/// 手番でない側に王手: the side not to move is in check.
pub static RULE: Rule = Rule {
    name: "start-opponent-in-check",
    class: Class::RecordError,
    english: "the side not to move is in check",
    japanese: "手番でない側に王手",
    page: Page {
        what: both(
            "In the start position the king of the side that is not to move is attacked, so that it could be taken at once.",
            "",
        ),
        why: both(
            "No game can reach such a position without a foul; most often the turn is wrong.",
            "",
        ),
        remedy: both("Check whose turn it is in the start position.", ""),
        source: "S0:366-370, S3:68.",
        bad: Example::Moves {
            start: "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
            moves: "5b5a",
            note: both("Black could take the king", ""),
        },
        good: Example::Moves {
            start: "4k4/4R4/9/9/9/9/9/9/4K4 w - 1",
            moves: "5a5b",
            note: both("White is to move", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>) -> Vec<Complaint> {
    let side = case.position.side_to_move();
    let Some(king) = case.position.king(side.opponent()) else {
        return Vec::new();
    };
    let attackers: Vec<_> = case.position.attackers(king, side).collect();
    if attackers.is_empty() {
        return Vec::new();
    }
    let (king, attackers) = (
        words::owned_piece(case.position, king),
        words::list(case.position, &attackers),
    );
    let message = format!(
        "{king} is attacked by {attackers} while it is {}'s turn",
        words::side(side)
    );
    vec![Complaint::of(side.opponent(), message)]
}
