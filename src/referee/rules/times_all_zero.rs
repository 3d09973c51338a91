//! `times-all-zero` 時間がすべて0: times stand beside the moves, and nobody took any.

use crate::finding::{message, rule};
use crate::record::{Clock, Gap, GapKind, Step};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "times-all-zero",
    Notice,
    Clocks,
    "only zero times",
    "消費時間がすべて0"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let nodes = game.record.tree.main_line().map(|(_, node)| node);
    let mut moves = nodes.filter(|node| node.clock != Clock::default() && !matches!(node.step, Step::End(_)));
    // A time that cannot be read, or is below zero, was a time.
    let is_of_time = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableClock(_) | GapKind::ClockNegative(_));
    let was_kept = game.record.keeps_time() || game.record.gaps.iter().any(is_of_time);
    if let Some(first) = moves.next().filter(|_| !was_kept) {
        let complaint = report.say(message!(
            "all times in this record are zero; they are treated as not recorded and left empty in tables",
            "この棋譜の消費時間はすべて0である。計時していないものとして扱い、集計では空欄にする",
        ));
        complaint.at_ply(first.ply, game.time_span(first));
    }
}
