//! `elimination-missing` 詰みの見落とし: a mated player is given another ply.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::{Out, Yonin};

rule!(
    "elimination-missing",
    RecordError,
    Results,
    "a move by a mated player",
    "詰んだ人が指し続けている"
);

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    if case.before.out[case.mover] == Some(Out::Mated) {
        let mover = seat(case.mover);
        report
            .say(message!(
                "{mover} moves, but had no legal move and has been eliminated",
                "{mover}が指しているが、{mover}は合法手がなく、すでに脱落している",
                mover
            ))
            .stopping();
    }
}
