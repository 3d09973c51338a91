//! `result-against-mate` 詰みと食い違う結果: a result that contradicts mate on the board.

use crate::finding::{Severity, message, rule};
use crate::referee::game::Game;
use crate::referee::problem;
use crate::referee::report::Report;

rule!(
    "result-against-mate",
    RecordError,
    Results,
    "a result that contradicts mate on the board",
    "詰みと食い違う結果"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let mate = game.over.as_ref().filter(|end| *end.rule == RULE);
    let Some(mate) = mate.filter(|mate| game.states_otherwise_than(mate.outcome)) else {
        return;
    };
    let loser = game.to_move();
    report
        .say(message!(
            "{mate}, but the record states that {stated}",
            "{mate}だが、棋譜の結果は{stated}",
            mate = mate.message,
            stated = game.stated()
        ))
        .of(loser)
        .marking(game.end.king(loser))
        .weighing(problem::breaks_off_at_mate(game).then_some(Severity::Note));
}
