//! `out-of-turn` 手番違い: the wrong side moves.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::played::Turn;
use crate::referee::words;

/// 手番違い: the wrong side moves.
pub static RULE: Rule = Rule {
    name: "out-of-turn",
    class: Class::RecordError,
    english: "the wrong side moves",
    japanese: "手番違い",
    page: Page {
        what: both(
            "The record says that one side moves while it is the other's turn, and neither a wrong first move nor two moves in a row explains it.",
            "",
        ),
        why: both(
            "A record in which the turns do not alternate has lost or gained a move.",
            "",
        ),
        remedy: both(
            "Compare the moves around this place with the score sheet, and the turn line with the start position.",
            "",
        ),
        source: "S0:38, S3:52: one move each, in turn.",
        bad: Example::Record {
            text: "V2.2\nPI22KA\n-\n+7776FU\n-3334FU\n%TORYO\n",
            note: both("White starts this handicap game, the record has Black move", ""),
        },
        good: Example::Record {
            text: "V2.2\nPI22KA\n-\n-3334FU\n+7776FU\n%TORYO\n",
            note: both("White starts", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    (attempt.turn == Turn::Other).then(|| {
        let (mover, side) = (
            words::side(attempt.mover),
            words::side(attempt.before.side_to_move()),
        );
        format!("the record has {mover} move, but it is {side}'s turn")
    })
}
