//! `start-opponent-in-check` 手番でない側に王手: the side not to move is in check.

use crate::finding::{PieceOn, message, rule};
use crate::notation::start_part::Part;
use crate::referee::report::Report;
use crate::referee::start_case::StartCase;

rule!(
    "start-opponent-in-check",
    RecordError,
    Starts,
    "the side not to move in check",
    "手番でない側に王手"
);

/// The check.
pub(in crate::referee) fn check(case: &StartCase<'_>, report: &mut Report) {
    let side = case.position.side_to_move();
    let Some(king) = case.position.king(side.opponent()) else {
        return;
    };
    let attackers: Vec<_> = case.position.attackers(king, side).collect();
    if attackers.is_empty() {
        return;
    }
    report
        .say(message!(
            "{king} is attacked by {attackers}, but it is {side}'s turn",
            "{side}の手番なのに、{king}に{attackers}が利いている",
            king = PieceOn::of(case.position, king).owned(),
            attackers = PieceOn::list(case.position, &attackers),
            side
        ))
        .of(side.opponent())
        .at(case.place(Part::Square(king)))
        .marking([king])
        .marking(attackers);
}
