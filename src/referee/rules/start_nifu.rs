//! `start-nifu` 開始局面の二歩: two pawns on a file at the start.

use crate::finding::{File, List, message, rule};
use crate::notation::start_part::Part;
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, PieceKind, Square};

rule!(
    "start-nifu",
    RecordError,
    Starts,
    "two pawns on a file at the start",
    "開始局面の二歩"
);

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    for color in Color::ALL {
        for file in 1..=9 {
            let on_file =
                |&(square, kind): &(Square, PieceKind)| kind == PieceKind::Pawn && square.file() == file;
            let pawns = case.position.pieces(color).filter(on_file);
            let pawns: Vec<_> = pawns.map(|(square, _)| square).collect();
            if pawns.len() > 1 {
                report
                    .say(message!(
                        "{color} has {count} unpromoted pawns on file {file} in the start position, on {pawns}",
                        "開始局面の{file}筋に{color}の歩が{count}枚ある（{pawns}）",
                        color,
                        count = pawns.len(),
                        file = File(file),
                        pawns = List(pawns.clone())
                    ))
                    .of(color)
                    .at(case.place(Part::Square(pawns[1])))
                    .marking(pawns);
            }
        }
    }
}
