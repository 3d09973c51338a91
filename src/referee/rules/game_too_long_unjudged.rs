//! `game-too-long-unjudged` 最大手数に達した対局: a game that reached the move limit.

use crate::finding::{Count, both, message, rule};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::limit::Limit;
use crate::referee::report::Report;

rule!(
    "game-too-long-unjudged",
    Notice,
    Results,
    "a game that reached the move limit",
    "最大手数に達した対局"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(limit) = game.profile.max_moves.filter(|_| game.certain && game.is_full()) else {
        return;
    };
    let drawn = matches!(game.stated(), Some(Outcome::Draw)) || game.says_limit();
    let moves = game.moves_until(game.plies);
    let reason = match game.ends.limit {
        _ if drawn || !game.end.has_legal_move() => return,
        Some(Limit::Drawn(ply)) if ply == game.plies && game.stated().is_none() => both(
            "the game is drawn here, but the record has no result",
            "ここで引き分けとなるが、棋譜に結果の記載がない",
        ),
        Some(Limit::Drawn(ply)) if ply == game.plies => both(
            "the game is drawn here, but the record has another result",
            "ここで引き分けとなるが、棋譜の結果は異なる",
        ),
        Some(Limit::NoKingEntered(_)) if moves > limit => both(
            "no king was in the enemy camp, so the game is not drawn",
            "どちらの玉も入玉しておらず、引き分けとはならない",
        ),
        None if moves > limit => both("checks extended the game", "王手が続いたため、対局も続いた"),
        _ => return,
    };
    let complaint = report.say(message!(
        "the game has {moves}, and the limit is {limit}: {reason}",
        "{moves}手、最大手数は{limit}手：{reason}",
        moves = Count(moves, "move"),
        limit,
        reason
    ));
    let drawn = matches!(game.ends.limit, Some(Limit::Drawn(_)));
    complaint.graver_if(drawn && game.states_otherwise_than(Outcome::Draw));
}
