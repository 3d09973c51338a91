//! `out-of-turn` 手番違い: the wrong side moves.

use crate::finding::{message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::doubt::Doubt;
use crate::referee::report::Report;

rule!(
    "out-of-turn",
    RecordError,
    Fouls,
    "the wrong side moves",
    "手番違い"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.turn == Turn::Other {
        report
            .say(message!(
                "the record has {mover} move, but it is {due}'s turn",
                "棋譜では{mover}が指しているが、{due}の手番である",
                mover = attempt.mover,
                due = attempt.before.side_to_move()
            ))
            // Whoever's turn it was, the move is there.
            .doubting(Doubt::None);
    }
}
