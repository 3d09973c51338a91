//! `mate-unstated` 終局の記載がない詰み: mate on the board without a result.

use super::result_against_mate;
use crate::finding::{message, rule};
use crate::referee::decision::Decision;
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "mate-unstated",
    Notice,
    Results,
    "mate on the board without a result",
    "終局の記載がない詰み"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(mate) = unstated(game) else { return };
    let loser = game.to_move();
    let complaint = report.say(message!(
        "{mate}, but the record has no result",
        "{mate}だが、終局の記載がない",
        mate = mate.message
    ));
    complaint
        .at_ply(game.plies, game.last_span())
        .of(loser)
        .marking(game.end.king(loser));
}

/// The mate that decides a game of which no result is stated.
pub(super) fn unstated<'g>(game: &'g Game<'_>) -> Option<&'g Decision> {
    let mate = game.over.as_ref()?;
    (*mate.rule == result_against_mate::RULE && game.terminal().is_none()).then_some(mate)
}
