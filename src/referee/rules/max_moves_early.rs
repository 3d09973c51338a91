//! `max-moves-early` 達していない最大手数: a move limit claimed too early.

use crate::finding::{Count, Message, Severity, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::limit::moves_before;
use crate::referee::report::Report;

rule!(
    "max-moves-early",
    RecordError,
    Results,
    "a move limit claimed too early",
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
            "the record ends at the move limit after {moves}, but the limit is {limit}",
            "{moves}手で最大手数とあるが、規定は{limit}手",
            moves = Count(moves, "move"),
            limit
        )
    } else if game.ends.limit.is_none() && game.end.is_check() {
        let side = game.to_move();
        message!(
            "the record ends at the move limit after {moves}, but {side} is in check and the game continues until the checks end",
            "{moves}手で最大手数とあるが、{side}に王手がかかっており、王手が途切れるまで指し継ぐ規定である",
            moves = Count(moves, "move"),
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
        "the move limit of {limit} was not checked: {moves} follow the start position, and the number of moves before it is not stated",
        "最大手数（{limit}手）は判定しなかった：開始局面から{moves}手の棋譜で、開始局面までの手数の記載がない",
        limit,
        moves = Count(moves, "move")
    )
}
