//! `capture-own-piece` 自分の駒のあるマスへ動かす: moving onto an own piece.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!(
    "capture-own-piece",
    RecordError,
    Fouls,
    "moving onto an own piece",
    "自分の駒のあるマスへ動かす"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let (Some((from, piece)), Some(target)) = (attempt.moving(), attempt.target())
        && piece.color == target.color
    {
        report
            .say(message!(
                "{piece} cannot go to {to}: an own piece, a {own}, stands there",
                "{piece}は{to}へ行けない。自分の{own}がある",
                piece = PieceOn::of(attempt.before, from),
                to = attempt.to,
                own = target.kind
            ))
            .of_value("to")
            .stopping();
    }
}
