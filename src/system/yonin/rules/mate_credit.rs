//! `yonin-mate-credit` 詰ませた人の誤り: a mate is credited to somebody who did not give it.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;
use crate::system::yonin::position::letter;

rule!(
    "yonin-mate-credit",
    RecordError,
    Results,
    "a mate credited to the wrong player",
    "詰ませた人の誤り"
);

/// The check.
pub(super) fn check(case: &WordCase<Yonin>, report: &mut Report) {
    if case.word.name != "mate" {
        return;
    }
    let named = |at: usize| case.word.rest.get(at).and_then(|it| letter(it));
    let (Some(loser), Some(credited)) = (named(0), named(2)) else {
        return;
    };
    if let Some(mover) = case.before.mated_by[loser].filter(|&it| it != credited) {
        let [loser, credited, mover] = [loser, credited, mover].map(seat);
        report
            .say(message!(
                "the record credits the mate of {loser} to {credited}, but {mover} mated {loser}",
                "{loser}を詰ませたのは{credited}とあるが、詰ませたのは{mover}である",
                loser,
                credited,
                mover
            ))
            .of_seat(mover);
    }
}
