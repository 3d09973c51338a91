//! `gote-moves-first` 後手の先着: the second player moves first.

use crate::finding::{message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::report::Report;

rule!(
    "gote-moves-first",
    Foul,
    Fouls,
    "a first move by the second player",
    "後手の先着"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.turn == Turn::WhiteFirst {
        report.say(message!(
            "{mover} makes the first move, but it is Black's turn",
            "{mover}が初手を指したが、先手の手番である",
            mover = attempt.mover
        ));
    }
}
