//! `double-move` 二手指し: two moves in a row.

use crate::finding::{message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::report::Report;

rule!("double-move", Foul, Fouls, "two moves in a row", "二手指し");

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.turn == Turn::Double {
        report.say(message!(
            "{mover} moves twice in a row; it is {due}'s turn",
            "{mover}が二手続けて指した。{due}の手番である",
            mover = attempt.mover,
            due = attempt.mover.opponent()
        ));
    }
}
