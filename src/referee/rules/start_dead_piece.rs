//! `start-dead-piece` 開始局面の行き所のない駒: a piece at the start that can never move.

use crate::finding::{PieceOn, message, rule};
use crate::notation::start_part::Part;
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, is_dead};

rule!(
    "start-dead-piece",
    RecordError,
    Starts,
    "a piece at the start that can never move",
    "開始局面の行き所のない駒"
);

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    for color in Color::ALL {
        for (square, kind) in case.position.pieces(color) {
            if is_dead(kind, color, square) {
                report
                    .say(message!(
                        "{piece} in the start position can never move",
                        "開始局面の{piece}は行き所のない駒である",
                        piece = PieceOn::of(case.position, square).owned()
                    ))
                    .of(color)
                    .at(case.place(Part::Square(square)))
                    .marking([square]);
            }
        }
    }
}
