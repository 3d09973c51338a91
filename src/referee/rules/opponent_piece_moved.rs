//! `opponent-piece-moved` 相手の駒を動かす: moving the opponent's piece.

use crate::finding::{PieceOn, message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::report::Report;

rule!(
    "opponent-piece-moved",
    Foul,
    Fouls,
    "moving the opponent's piece",
    "相手の駒を動かす"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let explained = matches!(
        attempt.turn,
        Turn::WhiteFirst | Turn::Double | Turn::Other | Turn::AfterGap
    );
    if let Some((from, piece)) = attempt.moving()
        && piece.color != attempt.mover
        && !explained
    {
        report.say(message!(
            "{mover} moves {piece}",
            "{mover}が{piece}を動かしている",
            mover = attempt.mover,
            piece = PieceOn::of(attempt.before, from).owned()
        ));
    }
}
