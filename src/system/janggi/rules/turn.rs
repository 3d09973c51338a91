//! Whose turn it is: the checks of rules that shogi has, too.

use crate::finding::message;
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::janggi::board::seat;
use crate::system::janggi::game::Janggi;

type Case = PlyCase<Janggi>;

/// The first ply of a position is made by the side that is not to move. Of a game from the usual start
/// `red-moves-first` tells it.
pub(super) fn out_of_turn(case: &Case, report: &mut Report) {
    let before = &case.before;
    if before.last.is_none() && !before.is_usual && case.mover != before.due {
        let (mover, due) = (seat(case.mover), seat(before.due));
        report.say(message!(
            "{mover} moves, but in this position it is {due}'s turn",
            "{mover}が指しているが、この局面は{due}の手番である",
            mover,
            due
        ));
    }
}

pub(super) fn twice(case: &Case, report: &mut Report) {
    if case.before.last == Some(case.mover) && case.mover != case.before.due {
        let (mover, due) = (seat(case.mover), seat(case.before.due));
        report.say(message!(
            "{mover} moves twice in a row; it is {due}'s turn",
            "{mover}が2手続けて指した。{due}の手番である",
            mover,
            due
        ));
    }
}
