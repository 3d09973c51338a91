//! `max-moves-exceeded` 最大手数を超えた指し手: moves after the move limit.

use crate::finding::{Count, message, rule};
use crate::referee::game::Game;
use crate::referee::limit::Limit;
use crate::referee::report::Report;

rule!(
    "max-moves-exceeded",
    Doubt,
    Results,
    "moves after the move limit",
    "最大手数を超えた指し手"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if let Some(Limit::Drawn(ply)) = game.ends.limit.filter(|_| game.certain)
        && let Some((next, span)) = game.went_on(ply)
    {
        let (drawn, beyond) = (game.moves_until(ply), game.plies - ply);
        let complaint = report.say(message!(
            "the game was drawn by the move limit after {drawn}, but the record has {beyond}",
            "最大手数の規定により{drawn}手で引き分けだが、その後に{beyond}手指している",
            drawn = Count(drawn, "move"),
            beyond = Count(beyond, "more move")
        ));
        complaint.at_ply(next, span);
    }
}
