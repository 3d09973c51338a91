//! `yonin-pawn-rank2` 2段目の不成の歩: a pawn that is not promoted on the second rank.

use crate::finding::{Severity, message, rule};
use crate::notation::yonin::Action;
use crate::referee::report::Report;
use crate::shogi::PieceKind;
use crate::system::board::PlyCase;
use crate::system::yonin::game::Yonin;
use crate::system::yonin::reach::seen;

rule!(
    "yonin-pawn-rank2",
    Notice,
    Fouls,
    "not promoting a pawn on the second rank",
    "2段目の歩の不成"
);

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let Action::Step {
        to, promotes: false, ..
    } = case.ply.action
    else {
        return;
    };
    let man = case.after.men.at(to).filter(|man| man.owner == case.mover);
    if man.is_none_or(|man| man.kind != PieceKind::Pawn) || seen(to, case.mover).depth != 2 {
        return;
    }
    report
        .say(message!(
            "the pawn moves to {to} without promoting",
            "{to}へ動いた歩が成っていない",
            to
        ))
        .weighing((case.before.rules.pawn_forced_ranks >= 2).then_some(Severity::Error));
}
