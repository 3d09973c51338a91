//! What janggi forbids and gung-janggi does not: the checks of rules that shogi has, too.

use super::movement::Case;
use super::result_mate::is_refuted;
use crate::finding::message;
use crate::notation::gib::{How, Point};
use crate::record::Outcome;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

/// The own general is left or put where it can be taken.
pub(super) fn own_general(case: &Case, report: &mut Report) {
    let men = &case.after.men;
    let checkers = men.checkers(case.mover);
    if !checkers.is_empty() && men.general(1 - case.mover).is_some() {
        let mover = seat(case.mover);
        report
            .say(message!(
                "{mover}'s general can be captured after this move",
                "この手の後、{mover}の将を取られる",
                mover
            ))
            .marking(checkers.into_iter().filter_map(Point::cell));
    }
}

/// Mate is claimed, but it is no mate.
pub(super) fn mate(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how).filter(|it| it.how == How::Mate);
    if let Some(winner) = told.and_then(|it| it.winner).filter(|&it| is_refuted(game, it)) {
        let loser = seat(1 - winner);
        report
            .say(message!(
                "the result is a mate of {loser}, but {loser} is not mated",
                "結果は{loser}の詰みだが、{loser}は詰んでいない",
                loser
            ))
            .at(game.said_at)
            .deciding(Outcome::None);
    }
}
