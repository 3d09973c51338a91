//! Drops: the checks of rules that shogi has, too.

use crate::finding::message;
use crate::notation::yonin::Action;
use crate::referee::report::Report;
use crate::shogi::{PieceKind, Square};
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;

type Case = PlyCase<Yonin>;

/// What is dropped, and where.
fn dropped(case: &Case) -> Option<(PieceKind, Square)> {
    match case.ply.action {
        Action::Drop { kind, to, .. } => Some((kind, to)),
        _ => None,
    }
}

pub(super) fn king(case: &Case, report: &mut Report) {
    if let Some((PieceKind::King, to)) = dropped(case) {
        report
            .say(message!(
                "a king is dropped on {to}, but a king is never in hand",
                "{to}に玉を打つが、玉が持駒になることはない",
                to
            ))
            .stopping();
    }
}

pub(super) fn not_in_hand(case: &Case, report: &mut Report) {
    let Some((kind, to)) = dropped(case) else { return };
    if case.before.men.held(case.mover, kind) == 0 {
        let mover = seat(case.mover);
        report.say(message!(
            "{mover} has no {kind} in hand to drop on {to}",
            "{mover}は{to}に{kind}を打つが、持駒に{kind}がない",
            mover,
            kind,
            to
        ));
    }
}

pub(super) fn on_occupied(case: &Case, report: &mut Report) {
    let Some((kind, to)) = dropped(case) else { return };
    if case.before.men.at(to).is_some() {
        report.say(message!(
            "a {kind} is dropped on {to}, which is occupied",
            "駒のある{to}に{kind}を打っている",
            kind,
            to
        ));
    }
}

pub(super) fn promoted(case: &Case, report: &mut Report) {
    if let Action::Drop {
        kind,
        to,
        promoted: true,
    } = case.ply.action
    {
        report.say(message!(
            "a {kind} is dropped on {to} promoted side up; pieces in hand are unpromoted",
            "{to}に{kind}を成った面で打つが、持駒は成っていない面でしか打てない",
            kind = kind.base(),
            to
        ));
    }
}

/// Where a pawn is dropped unpromoted.
fn pawn(case: &Case) -> Option<Square> {
    match case.ply.action {
        Action::Drop {
            kind: PieceKind::Pawn,
            to,
            promoted: false,
        } => Some(to),
        _ => None,
    }
}

pub(super) fn nifu(case: &Case, report: &mut Report) {
    let Some(to) = pawn(case) else { return };
    if case.before.men.has_pawn_on_line(to, case.mover) {
        let mover = seat(case.mover);
        report.say(message!(
            "{mover} already has an unpromoted pawn in the line of {to}",
            "{to}の筋には{mover}の歩がすでにある",
            mover,
            to
        ));
    }
}

pub(super) fn uchifuzume(case: &Case, report: &mut Report) {
    let Some(to) = pawn(case) else { return };
    if let Some(mated) = case.before.men.mated_by_pawn(case.mover, to) {
        let mated = seat(mated);
        report.say(message!(
            "the pawn dropped on {to} mates {mated}",
            "{to}に打った歩で{mated}が詰んでいる",
            to,
            mated
        ));
    }
}
