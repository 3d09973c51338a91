//! Whose turn it is: the checks of rules that shogi has, too.

use crate::finding::message;
use crate::notation::gunjin::Action;
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;

type Case = PlyCase<Gunjin>;

pub(super) fn out_of_turn(case: &Case, report: &mut Report) {
    if case.before.last.is_none() && case.mover != case.before.due {
        let (mover, due) = (seat(case.mover), seat(case.before.due));
        report.say(message!(
            "{mover} moves, but it is {due}'s turn",
            "{mover}が指しているが、{due}の手番である",
            mover,
            due
        ));
    }
}

pub(super) fn double_move(case: &Case, report: &mut Report) {
    if case.before.last == Some(case.mover) {
        let (mover, due) = (seat(case.mover), seat(case.before.due));
        report.say(message!(
            "{mover} moves twice in a row; it is {due}'s turn",
            "{mover}が2手続けて指した。{due}の手番である",
            mover,
            due
        ));
    }
}

pub(super) fn pass(case: &Case, report: &mut Report) {
    if case.ply.action == Action::Pass {
        let mover = seat(case.mover);
        report
            .say(message!(
                "{mover} passes, which is not allowed",
                "{mover}がパスしているが、パスは認められない",
                mover
            ))
            .stopping();
    }
}
