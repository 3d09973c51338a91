//! `no-moves`: a record without moves.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "no-moves",
    Doubt,
    Starts,
    "a record without moves",
    "指し手のない棋譜"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::NoMoves { has_position } = case.kind() else {
        return;
    };
    let complaint = report.say(message!(
        "this record has neither moves nor a result",
        "この棋譜には指し手も結果もない",
    ));
    // A position that is drawn is worth keeping without any.
    if has_position {
        complaint.quietly();
    }
}
