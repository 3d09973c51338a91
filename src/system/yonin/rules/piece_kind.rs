//! `yonin-piece-kind` 四人将棋にない駒: a piece that the game does not have.

use crate::finding::{message, rule};
use crate::notation::yonin::Action;
use crate::referee::report::Report;
use crate::shogi::PieceKind;
use crate::system::board::PlyCase;
use crate::system::yonin::board::HELD;
use crate::system::yonin::game::Yonin;

rule!(
    "yonin-piece-kind",
    RecordError,
    Fouls,
    "a piece that yonin shogi does not have",
    "四人将棋にない駒"
);

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let Action::Drop { kind, .. } = case.ply.action else {
        return;
    };
    let kind = kind.base();
    if kind != PieceKind::King && !HELD.contains(&kind) {
        report
            .say(message!(
                "a {kind} is not a piece of yonin shogi",
                "四人将棋に{kind}という駒はない",
                kind
            ))
            .stopping();
    }
}
