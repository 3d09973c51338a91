//! `start-nifu` 初期局面の二歩: two pawns on a file at the start.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::referee::start::{Complaint, StartCase};
use crate::referee::words;
use crate::shogi::{Color, Kind};

/// 初期局面の二歩: two pawns on a file at the start.
pub static RULE: Rule = Rule {
    name: "start-nifu",
    class: Class::RecordError,
    english: "two pawns on a file at the start",
    japanese: "初期局面の二歩",
    page: Page {
        what: both(
            "A side has two unpromoted pawns on one file in the start position.",
            "",
        ),
        why: both("No game can reach such a position without a foul.", ""),
        remedy: both(
            "Compare the board with the source; a tokin may have lost its mark.",
            "",
        ),
        source: "S0:357-358, S3:116.",
        bad: Example::Moves {
            start: "4k4/9/9/9/9/4P4/4P4/9/4K4 b - 1",
            moves: "5i4i",
            note: both("Black's pawns on 5f and 5g", ""),
        },
        good: Example::Moves {
            start: "4k4/9/9/9/9/4+P4/4P4/9/4K4 b - 1",
            moves: "5i4i",
            note: both("a tokin and a pawn", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for color in [Color::Black, Color::White] {
        for file in 1..=9 {
            let pawns = case
                .position
                .pieces(color)
                .filter(|&(square, kind)| kind == Kind::Pawn && square.file() == file);
            let count = pawns.count();
            if count > 1 {
                let side = words::side(color);
                let message =
                    format!("{side} has {count} unpromoted pawns on file {file} in the start position");
                complaints.push(Complaint::of(color, message));
            }
        }
    }
    complaints
}
