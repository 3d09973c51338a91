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
    "a seat out of turn",
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
            "{mover} moves, but {due} is in check and must answer first",
            "{mover}が指しているが、王手をかけられた{due}が先に応じる番である",
            mover,
            due
        )
    } else if before.last == Some(case.mover) {
        message!(
            "{mover} moves twice in a row; it is the turn of {due}",
            "{mover}が続けて指している。{due}の番である",
            mover,
            due
        )
    } else {
        message!(
            "{mover} moves, but it is the turn of {due}",
            "{mover}が指しているが、{due}の番である",
            mover,
            due
        )
    });
}
