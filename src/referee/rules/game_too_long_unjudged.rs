//! `game-too-long-unjudged` 最大手数に達した対局: a game as long as the move limit that ended otherwise.

use crate::finding::{both, message, rule};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::limit::Limit;
use crate::referee::report::Report;

rule!(
    "game-too-long-unjudged",
    Notice,
    Results,
    "a game as long as the move limit that ended otherwise",
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
            "there the game is drawn, and the record states no result",
            "ここで引き分けとなるが、棋譜に結果の記載がない",
        ),
        Some(Limit::Drawn(ply)) if ply == game.plies => both(
            "there the game is drawn, and the record says otherwise",
            "ここで引き分けとなるが、棋譜の結果は異なる",
        ),
        Some(Limit::NoKingEntered(_)) if moves > limit => both(
            "no king had entered the enemy camp, so the limit did not end it",
            "どちらの玉も入玉しておらず、引き分けとはならない",
        ),
        None if moves > limit => both(
            "the game went on because of checks",
            "王手が続いたため指し継がれた",
        ),
        _ => return,
    };
    let complaint = report.say(message!(
        "{moves} moves were made, and the limit is {limit}: {reason}",
        "{moves}手、最大手数は{limit}手：{reason}",
        moves,
        limit,
        reason
    ));
    let drawn = matches!(game.ends.limit, Some(Limit::Drawn(_)));
    complaint.graver_if(drawn && game.states_otherwise_than(Outcome::Draw));
}
