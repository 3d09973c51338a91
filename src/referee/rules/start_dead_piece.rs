//! `start-dead-piece` 初期局面の行き所のない駒: a piece at the start that can never move.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::referee::start::{Complaint, StartCase};
use crate::referee::words;
use crate::shogi::{Color, is_dead};

/// 初期局面の行き所のない駒: a piece at the start that can never move.
pub static RULE: Rule = Rule {
    name: "start-dead-piece",
    class: Class::RecordError,
    english: "a piece at the start that can never move",
    japanese: "初期局面の行き所のない駒",
    page: Page {
        what: both(
            "In the start position an unpromoted pawn or lance stands on its last rank, or an unpromoted knight on its last two.",
            "",
        ),
        why: both("No game can reach such a position without a foul.", ""),
        remedy: both(
            "Compare the board with the source; the piece may be promoted, or the other side's.",
            "",
        ),
        source: "S0:360-361, S3:114.",
        bad: Example::Moves {
            start: "P3k4/9/9/9/9/9/9/9/4K4 b - 1",
            moves: "5i5h",
            note: both("Black's pawn on 9a", ""),
        },
        good: Example::Moves {
            start: "+P3k4/9/9/9/9/9/9/9/4K4 b - 1",
            moves: "5i5h",
            note: both("a tokin", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>) -> Vec<Complaint> {
    let of = |color| {
        let dead = case
            .position
            .pieces(color)
            .filter(move |&(square, kind)| is_dead(kind, color, square));
        dead.map(move |(square, _)| {
            let piece = words::owned_piece(case.position, square);
            Complaint::of(color, format!("{piece} in the start position can never move"))
        })
    };
    of(Color::Black).chain(of(Color::White)).collect()
}
