//! Words after a move: the checks of rules that shogi has, too.

use crate::finding::message;
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::janggi::board::seat;
use crate::system::janggi::game::Janggi;

pub(super) fn take_back(case: &WordCase<Janggi>, report: &mut Report) {
    let last = case.before.last.filter(|_| case.word.name == "take-back");
    if let Some(last) = last {
        let mover = seat(last);
        report
            .say(message!(
                "{mover} takes the move back; what was played stands (일수불퇴)",
                "{mover}が待ったをしている。指した手は戻せない（일수불퇴）",
                mover
            ))
            .of_seat(mover);
    }
}
