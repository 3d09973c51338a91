//! `start-king-count` 玉の数が違う: no king or two kings of a side.

use crate::finding::Severity;
use crate::finding::{Class, Example, Page, Rule, both};
use crate::referee::start::{Complaint, StartCase};
use crate::referee::words;
use crate::shogi::{Color, Kind};

/// 玉の数が違う: no king or two kings of a side.
pub static RULE: Rule = Rule {
    name: "start-king-count",
    class: Class::RecordError,
    english: "no king or two kings of a side",
    japanese: "玉の数が違う",
    page: Page {
        what: both(
            "A side has no king or more than one in the start position. Black's king alone missing is usual in mate problems (詰将棋) and only a note.",
            "",
        ),
        why: both(
            "Without a king there is no check and no mate; with two nobody knows which is meant.",
            "",
        ),
        remedy: both(
            "Compare the board with the source; a mark before a piece (`v`, `+`, `-`) is easily lost.",
            "",
        ),
        source: "Each side has one king.",
        bad: Example::Moves {
            start: "9/9/9/9/9/9/9/9/4K4 b G 1",
            moves: "G*5b",
            note: both("White has no king", ""),
        },
        good: Example::Moves {
            start: "4k4/9/9/9/9/9/9/9/4K4 b G 1",
            moves: "G*5b",
            note: both("one king each", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>) -> Vec<Complaint> {
    let kings = |color| {
        case.position
            .pieces(color)
            .filter(|&(_, kind)| kind == Kind::King)
            .count()
    };
    let (black, white) = (kings(Color::Black), kings(Color::White));
    let complaint = |color, count| match count {
        1 => None,
        0 => Some(Complaint::of(
            color,
            format!("{} has no king in the start position", words::side(color)),
        )),
        _ => Some(Complaint::of(
            color,
            format!("{} has {count} kings in the start position", words::side(color)),
        )),
    };
    let mut complaints: Vec<_> = [complaint(Color::Black, black), complaint(Color::White, white)]
        .into_iter()
        .flatten()
        .collect();
    if (black, white) == (0, 1) {
        complaints[0].severity = Some(Severity::Note);
    }
    complaints
}
