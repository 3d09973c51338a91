//! `red-moves-first` 홍의 선착: Red makes the first move.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::janggi::board::RED;

rule!(
    "red-moves-first",
    Foul,
    Fouls,
    "a first move by Red (홍의 선착)",
    "紅の先着（홍의 선착）"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    if case.before.last.is_none() && case.before.is_usual && case.mover == RED {
        report.say(message!(
            "Red makes the first move, but it is Blue's turn",
            "紅が初手を指しているが、青の手番である"
        ));
    }
}
