//! `illegal-piece-movement` 動けない所へ動かす: a move that the piece cannot make.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::reaches;

rule!(
    "illegal-piece-movement",
    Foul,
    Fouls,
    "a move that the piece cannot make",
    "動けない所へ動かす"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let Some((from, piece)) = attempt.moving()
        && !reaches(piece, from, attempt.to)
    {
        report
            .say(message!(
                "{piece} cannot move to {to}: a {kind} does not move that way",
                "{piece}は{to}へ動けない。{kind}の動きでない",
                kind = piece.kind,
                piece = PieceOn::of(attempt.before, from),
                to = attempt.to
            ))
            .stopping();
    }
}
