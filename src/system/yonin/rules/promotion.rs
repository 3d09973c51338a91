//! Promotion: the checks of rules that shogi has, too.

use super::movement::own;
use crate::finding::message;
use crate::notation::yonin::Action;
use crate::referee::report::Report;
use crate::shogi::{PieceKind, Square};
use crate::system::board::PlyCase;
use crate::system::yonin::board::{Board, Man};
use crate::system::yonin::game::Yonin;

type Case = PlyCase<Yonin>;

/// The piece that this ply promotes.
fn promoted(case: &Case) -> Option<(Square, Square, Man)> {
    let promotes = matches!(case.ply.action, Action::Step { promotes: true, .. });
    own(case).filter(|_| promotes)
}

pub(super) fn unpromotable(case: &Case, report: &mut Report) {
    let Some((_, _, man)) = promoted(case) else { return };
    let kind = man.kind;
    if kind.promoted().is_none() && !kind.is_promoted() {
        report.say(message!("a {kind} cannot promote", "{kind}は成れない", kind));
    }
}

pub(super) fn already(case: &Case, report: &mut Report) {
    let Some((from, _, man)) = promoted(case) else {
        return;
    };
    if man.kind.is_promoted() {
        report.say(message!(
            "the {kind} on {from} is already promoted and cannot promote again",
            "{from}の{kind}はすでに成っており、さらに成ることはできない",
            kind = man.kind,
            from
        ));
    }
}

pub(super) fn outside_zone(case: &Case, report: &mut Report) {
    let Some((from, to, man)) = promoted(case) else {
        return;
    };
    if man.kind.promoted().is_some() && !Board::may_promote(from, to, case.mover) {
        report.say(message!(
            "neither {from} nor {to} is in the opposite camp, where pieces promote",
            "{from}も{to}も向かいの陣の外であり、成れない",
            from,
            to
        ));
    }
}

pub(super) fn dead_piece(case: &Case, report: &mut Report) {
    let (kind, to) = match case.ply.action {
        Action::Step { to, promotes, .. } if !promotes => match own(case) {
            Some((_, _, man)) => (man.kind, to),
            None => return,
        },
        Action::Drop {
            kind,
            to,
            promoted: false,
        } => (kind, to),
        _ => return,
    };
    if Board::is_dead(kind, to, case.mover) {
        let kind = PieceKind::Pawn;
        report.say(message!(
            "an unpromoted {kind} on {to} can never move",
            "{to}の不成の{kind}は行き所のない駒になる",
            kind,
            to
        ));
    }
}
