//! `drop-not-in-hand` 持駒にない駒を打つ: dropping a piece that is not in hand.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::doubt::Doubt;
use crate::referee::report::Report;
use crate::shogi::PieceKind;

rule!(
    "drop-not-in-hand",
    RecordError,
    Fouls,
    "dropping a piece that is not in hand",
    "持駒にない駒を打つ"
);

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let Some(kind) = attempt.dropped.map(PieceKind::base)
        && attempt.before.hand(attempt.mover).get(kind) == 0
    {
        report
            .say(message!(
                "{mover} has no {kind} in hand to drop on {to}",
                "{mover}は{to}に{kind}を打つが、持駒に{kind}がない",
                mover = attempt.mover,
                kind,
                to = attempt.to
            ))
            .of_value("piece")
            .doubting(Doubt::Hands);
    }
}
