//! Words after a move: the checks of rules that shogi has, too.

use crate::finding::message;
use crate::notation::quote::in_quotes;
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::janggi::board::seat;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::seat_named;

/// The check of `unreadable-result`: a word about a player that does not name one.
pub(super) fn names_nobody(case: &WordCase<Janggi>, report: &mut Report) {
    let name = format!("#{}", case.word.name);
    let named = case.word.rest.first();
    if named.is_some_and(|it| seat_named(it).is_some()) {
        return;
    }
    match (&*case.word.name, named) {
        ("result", _) => {
            report.say(message!(
                "expected the winner after `{name}`: 초 or 한, 청 or 홍",
                "`{name}` の後に、勝った側（초・한 か 청・홍）が必要である",
                name
            ));
        }
        ("mate" | "resign" | "timeout" | "foul", Some(text)) => {
            let due = seat(case.before.due);
            let text = in_quotes(text);
            report.say(message!(
                "{text} after `{name}` is not a side (초 or 한, 청 or 홍); read as {due}, the side to move",
                "`{name}` の後の{text}は側の名（초・한、청・홍）でない。手番の{due}として読む",
                text,
                name,
                due
            ));
        }
        _ => {}
    }
}

/// The check of `take-back`.
pub(super) fn take_back(case: &WordCase<Janggi>, report: &mut Report) {
    let last = case.before.last.filter(|_| case.word.name == "take-back");
    if let Some(last) = last {
        let mover = seat(last);
        report
            .say(message!(
                "{mover} takes a move back; the move made remains valid (일수불퇴)",
                "{mover}の待ったがあるが、指した手は取り消せない（일수불퇴）",
                mover
            ))
            .of_seat(mover);
    }
}
