//! Whether a player of whom the record says that he is mated had a legal move.

use crate::finding::message;
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;
use crate::system::yonin::position::letter;

/// The check of `mate-claimed-not-mate`.
pub(super) fn check(case: &WordCase<Yonin>, report: &mut Report) {
    let about = case.word.rest.first().and_then(|it| letter(it));
    let Some(loser) = about.filter(|_| case.word.name == "mate") else {
        return;
    };
    // One who is out by the board needs no word, and may have one.
    if case.before.men.alive[loser] && !case.before.is_over() {
        let loser = seat(loser);
        report.say(message!(
            "the record states that {loser} is mated, but {loser} has a legal move",
            "棋譜では{loser}の詰みだが、{loser}には合法手がある",
            loser
        ));
    }
}
