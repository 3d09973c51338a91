//! `yonin-wrong-turn` 手番違い: a seat moves that is not due.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;

rule!(
    "yonin-wrong-turn",
    RecordError,
    Fouls,
    "a player moving out of turn",
    "四人将棋の手番違い"
);

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let (before, mover) = (&case.before, case.mover);
    if mover == before.due || !before.men.alive[mover] {
        return;
    }
    let due = seat(before.due);
    let mover = seat(mover);
    report.say(if before.answers {
        message!(
            "{mover} moves, but it is {due}'s turn to answer the check",
            "{mover}が指しているが、王手をかけられた{due}が応じる番である",
            mover,
            due
        )
    } else if before.last == Some(case.mover) {
        message!(
            "{mover} moves twice in a row; it is {due}'s turn",
            "{mover}が2手続けて指した。{due}の手番である",
            mover,
            due
        )
    } else {
        message!(
            "{mover} moves, but it is {due}'s turn",
            "{mover}が指しているが、{due}の手番である",
            mover,
            due
        )
    });
}
