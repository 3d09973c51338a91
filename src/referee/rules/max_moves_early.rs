//! `max-moves-early` 達していない最大手数: the move limit is claimed before it was reached.

use crate::finding::{Message, Severity, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::limit::moves_before;
use crate::referee::report::Report;

rule!(
    "max-moves-early",
    RecordError,
    Results,
    "the move limit is claimed before it was reached",
    "達していない最大手数"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(limit) = game
        .profile
        .max_moves
        .filter(|_| game.terminal() == Some(Terminal::MaxMoves) && game.certain)
    else {
        return;
    };
    let moves = game.moves_until(game.plies);
    let message = if moves < limit {
        if moves_before(game.record).is_none() {
            report.say(unjudged(moves, limit)).weighing(Severity::Note);
            return;
        }
        message!(
            "the move limit is claimed after {moves} moves; the limit is {limit}",
            "{moves}手で最大手数とあるが、規定は{limit}手",
            moves,
            limit
        )
    } else if game.ends.limit.is_none() && game.end.is_check() {
        let side = game.to_move();
        message!(
            "the move limit is claimed after {moves} moves, but {side} is in check: the game goes on until the checks are over",
            "{moves}手で最大手数とあるが、{side}に王手がかかっている：王手が途切れるまで指し継ぐ",
            moves,
            side
        )
    } else {
        return;
    };
    report.say(message).deciding(Outcome::None);
}

/// What is said where nobody knows how many moves came before the record.
fn unjudged(moves: u32, limit: u32) -> Message {
    message!(
        "the move limit of {limit} is claimed after {moves} moves from a position; how many were made before it is not said, so this was not judged",
        "図から{moves}手で最大手数（{limit}手）とあるが、図までの手数が書かれていないため判定しなかった",
        limit,
        moves
    )
}
