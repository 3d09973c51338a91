//! `unnoticed-check` 묵장: the own general is left where it can be taken.

use super::movement::Case;
use super::second_bikjang::faces_promoted;
use crate::finding::{message, rule};
use crate::notation::gib::Point;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;

rule!(
    "unnoticed-check",
    Notice,
    Fouls,
    "leaving one's own general in check (묵장)",
    "王手の見落とし（묵장）"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let men = &case.after.men;
    let mut checkers = men.checkers(case.mover);
    if faces_promoted(case) {
        let facing = men.general(1 - case.mover).map(|(point, _)| point);
        checkers.retain(|&it| Some(it) != facing);
    }
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
