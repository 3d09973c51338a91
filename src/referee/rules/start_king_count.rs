//! `start-king-count` 玉の数が違う: a side with no king or with several kings.

use crate::finding::{Severity, message, rule};
use crate::notation::start_part::Part;
use crate::record::Step;
use crate::referee::problem;
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;
use crate::shogi::{Color, PieceKind, Square};

rule!(
    "start-king-count",
    RecordError,
    Starts,
    "a side with no king or with several kings",
    "玉の数が違う"
);

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    let kings = |color| -> Vec<Square> {
        let kings = case.position.pieces(color);
        let kings = kings.filter(|&(_, kind)| kind == PieceKind::King);
        kings.map(|(square, _)| square).collect()
    };
    let [black, white] = Color::ALL.map(kings);
    // Problems leave out the king of the side that mates.
    let is_problem = black.len() + white.len() == 1 && problem::lacks_attackers_king(case.record);
    let has_moves = case
        .record
        .tree
        .main_line()
        .any(|(_, node)| !matches!(node.step, Step::End(_)));
    for (color, kings) in [(Color::Black, black), (Color::White, white)] {
        let message = match kings.len() {
            1 => continue,
            0 => message!(
                "{color} has no king in the start position",
                "開始局面に{color}の玉がない",
                color
            ),
            count => message!(
                "{color} has {count} kings in the start position",
                "開始局面に{color}の玉が{count}枚ある",
                color,
                count
            ),
        };
        let is_note = kings.is_empty() && !has_moves;
        let second = kings.get(1).and_then(|&king| case.place(Part::Square(king)));
        let complaint = report.say(message).of(color).at(second).marking(kings);
        complaint.weighing(is_note.then_some(Severity::Note));
        if is_problem {
            complaint.quietly();
        }
    }
}
