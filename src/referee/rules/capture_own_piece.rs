//! `capture-own-piece` 自分の駒のあるマスへ動かす: moving onto one's own piece.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!(
    "capture-own-piece",
    RecordError,
    Fouls,
    "moving onto one's own piece",
    "自分の駒のあるマスへ動かす"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let (Some((from, piece)), Some(target)) = (attempt.moving(), attempt.target())
        && piece.color == target.color
    {
        report
            .say(message!(
                "{piece} cannot move to {to}: the player's own {own} is there",
                "{piece}は{to}へ動けない。自分の{own}がある",
                piece = PieceOn::of(attempt.before, from),
                to = attempt.to,
                own = target.kind
            ))
            .of_value("to")
            .stopping();
    }
}
