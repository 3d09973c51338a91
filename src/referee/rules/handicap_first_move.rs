//! `handicap-first-move` 駒落ちの下手の先番: the start of a handicap game gives Black the move.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, Handicap};

rule!(
    "handicap-first-move",
    Doubt,
    Starts,
    "the start of a handicap game gives Black the move",
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
                "Black (下手) is to move first, but the start is that of {name}: in handicap games White (上手) begins",
                "先手（下手）からとなっているが、開始局面は{name}である。駒落ちでは後手（上手）から指す",
                name = handicap.name
            ))
            .of(Color::Black)
            .at(case.start.turn);
    }
}
