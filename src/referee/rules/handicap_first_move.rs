//! `handicap-first-move` 駒落ちの下手の先番: Black to move first in a handicap game.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, Handicap};

rule!(
    "handicap-first-move",
    Doubt,
    Starts,
    "Black to move first in a handicap game",
    "駒落ちの下手の先番"
);

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    // A board alone, without a turn and without moves, gives nobody the move.
    let is_said = case.start.turn.is_some() || !case.record.tree.is_empty();
    if let Some(handicap) = Handicap::of_board(case.position)
        && !handicap.is_even()
        && is_said
        && case.position.side_to_move() == Color::Black
    {
        report
            .say(message!(
                "Black (下手) is to move, but the start is {name}, a handicap in which White (上手) moves first",
                "先手（下手）の手番だが、開始局面は{name}で、駒落ちでは後手（上手）から指す",
                name = handicap.name
            ))
            .of(Color::Black)
            .at(case.start.turn);
    }
}
