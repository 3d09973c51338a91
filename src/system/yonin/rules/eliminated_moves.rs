//! `yonin-eliminated-moves` 脱落者の指し手: a player who is out moves.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::{Out, Yonin};

rule!(
    "yonin-eliminated-moves",
    RecordError,
    Fouls,
    "a move by an eliminated player",
    "脱落した人の指し手"
);

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    if case.before.out[case.mover] == Some(Out::Told) {
        let mover = seat(case.mover);
        report
            .say(message!(
                "{mover} moves, but has been eliminated",
                "{mover}が指しているが、{mover}はすでに脱落している",
                mover
            ))
            .stopping();
    }
}
