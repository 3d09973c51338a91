//! `out-of-turn` 手番違い: a move by the wrong side.

use crate::finding::{message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::doubt::Doubt;
use crate::referee::report::Report;

rule!(
    "out-of-turn",
    RecordError,
    Fouls,
    "a move by the wrong side",
    "手番違い"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.turn == Turn::Other {
        report
            .say(message!(
                "{mover} moves, but it is {due}'s turn",
                "{mover}が指しているが、{due}の手番である",
                mover = attempt.mover,
                due = attempt.before.side_to_move()
            ))
            // Whoever's turn it was, the move is there.
            .doubting(Doubt::None);
    }
}
