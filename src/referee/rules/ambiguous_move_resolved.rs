//! `ambiguous-move-resolved` 後の手から特定した指し手: several pieces fit a move, and the rest of the line tells which moved.

use crate::finding::{Pieces, message, rule};
use crate::played::resolve;
use crate::record::Origin;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;

rule!(
    "ambiguous-move-resolved",
    Doubt,
    Notation,
    "an ambiguous move resolved by later moves",
    "後の手から特定した指し手"
);

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    let Some((written, resolved)) = case.completed().filter(|_| case.is_told_by_rest()) else {
        return;
    };
    let (Err(unclear), Origin::Board(from)) = (resolve(case.before, written), resolved.from) else {
        return;
    };
    let [pieces, piece] = [&*unclear.playable, &[from]].map(|it| Pieces::on(case.before, it));
    let to = unclear.to;
    report.say(message!(
        "{pieces} can {all} move to {to}, but the later moves are legal only if {piece} moved",
        "{pieces}が{to}へ行けるが、後の手順が合法になるのは{piece}が動いた場合だけである",
        all = pieces.all(),
        pieces,
        to,
        piece
    ));
}
