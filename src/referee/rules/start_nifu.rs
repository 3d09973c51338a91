//! `start-nifu` 開始局面の二歩: two pawns on a file at the start.

use crate::finding::{File, List, message, rule};
use crate::notation::start_part::Part;
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, PieceKind, Square};

rule! {
    name: "start-nifu",
    class: RecordError,
    group: Starts,
    title: "two pawns on a file at the start", "開始局面の二歩",
    what:
        "A side has two unpromoted pawns on one file in the start position.",
        "開始局面で、一方の成っていない歩が同じ筋に二枚ある。",
    why: "No game can reach such a position without a foul.", "反則なしにこの局面になることはない。",
    remedy:
        "Compare the board with the source; a tokin may have lost its mark.",
        "盤面を元の資料と照らし合わせる。と金の印が落ちたのかもしれない。",
    source: "“쇼기/규칙” and “将棋”.",
    bad: Moves { start: "4k4/9/9/9/9/4P4/4P4/9/4K4 b - 1", moves: "5i4i" },
        "Black's pawns on 5f and 5g", "５六と５七の先手の歩",
    good: Moves { start: "4k4/9/9/9/9/4+P4/4P4/9/4K4 b - 1", moves: "5i4i" },
        "a tokin and a pawn", "と金と歩",
}

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
