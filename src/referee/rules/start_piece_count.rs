//! `start-piece-count` 駒の数が多すぎる: more pieces than a set has.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::referee::start::{Complaint, StartCase};
use crate::shogi::Kind;

/// 駒の数が多すぎる: more pieces than a set has.
pub static RULE: Rule = Rule {
    name: "start-piece-count",
    class: Class::RecordError,
    english: "more pieces than a set has",
    japanese: "駒の数が多すぎる",
    page: Page {
        what: both(
            "The start position holds more pieces of a kind than the forty of a set: 18 pawns, 4 lances, knights, silvers and golds, 2 bishops, rooks and kings, board and hands together, promoted pieces counted as what they were. Fewer are no fault.",
            "",
        ),
        why: both(
            "The position is not one of a game, so neither are the moves from it.",
            "",
        ),
        remedy: both("Compare the board and both hands with the source.", ""),
        source: "A set has forty pieces.",
        bad: Example::Moves {
            start: "4k4/9/9/9/9/9/9/9/4K4 b 3R 1",
            moves: "5i5h",
            note: both("three rooks", ""),
        },
        good: Example::Moves {
            start: "4k4/9/9/9/9/9/9/9/4K4 b 2R 1",
            moves: "5i5h",
            note: both("two", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>) -> Vec<Complaint> {
    const SET: [(Kind, u16); 7] = [
        (Kind::Pawn, 18),
        (Kind::Lance, 4),
        (Kind::Knight, 4),
        (Kind::Silver, 4),
        (Kind::Gold, 4),
        (Kind::Bishop, 2),
        (Kind::Rook, 2),
    ];
    SET.iter()
        .filter_map(|&(kind, most)| {
            let count = case.count(kind);
            (count > most).then(|| {
                Complaint::of_board(format!(
                    "the start position has {count} {}s; a set has {most}",
                    kind.english()
                ))
            })
        })
        .collect()
}
