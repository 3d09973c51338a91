//! `max-moves-exceeded` 最大手数を超えた指し手: play went on beyond the move limit.

use crate::finding::{message, rule};
use crate::referee::game::Game;
use crate::referee::limit::Limit;
use crate::referee::report::Report;

rule!(
    "max-moves-exceeded",
    Doubt,
    Results,
    "play went on beyond the move limit",
    "最大手数を超えた指し手"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if let Some(Limit::Drawn(ply)) = game.ends.limit.filter(|_| game.certain)
        && let Some((next, span)) = game.went_on(ply)
    {
        let (drawn, beyond) = (game.moves_until(ply), game.plies - ply);
        let complaint = report.say(message!(
            "by the limit of moves the game was drawn after {drawn}, but {beyond} {were} made after them",
            "最大手数の規定により{drawn}手で引き分けだが、その後に{beyond}手指している",
            drawn,
            beyond,
            were = if beyond == 1 { "move was" } else { "moves were" }
        ));
        complaint.at_ply(next, span);
    }
}
