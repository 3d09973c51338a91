//! How pieces move: the checks of rules that shogi has, too.

use crate::finding::message;
use crate::notation::yonin::Action;
use crate::referee::report::Report;
use crate::shogi::{PieceKind, Square};
use crate::system::board::PlyCase;
use crate::system::yonin::board::{Man, seat};
use crate::system::yonin::game::Yonin;
use crate::system::yonin::reach::reach;

type Case = PlyCase<Yonin>;

/// From where a piece moves, and where to.
pub(super) fn squares(case: &Case) -> Option<(Square, Square)> {
    match case.ply.action {
        Action::Step { from, to, .. } => Some((from, to)),
        _ => None,
    }
}

/// The same, and the mover's piece.
pub(super) fn own(case: &Case) -> Option<(Square, Square, Man)> {
    let (from, to) = squares(case)?;
    let man = case.before.men.at(from)?;
    (man.owner == case.mover).then_some((from, to, man))
}

pub(super) fn pass(case: &Case, report: &mut Report) {
    if case.ply.action == Action::Pass {
        let mover = seat(case.mover);
        report
            .say(message!(
                "{mover} passes, which is not allowed",
                "{mover}がパスしているが、パスは認められない",
                mover
            ))
            .stopping();
    }
}

pub(super) fn empty_source(case: &Case, report: &mut Report) {
    if let Some((from, _)) = squares(case).filter(|&(from, _)| case.before.men.at(from).is_none()) {
        report
            .say(message!("there is no piece on {from}", "{from}に駒がない", from))
            .stopping();
    }
}

pub(super) fn opponent_piece(case: &Case, report: &mut Report) {
    let Some((from, _)) = squares(case) else { return };
    let man = case.before.men.at(from).filter(|man| man.owner != case.mover);
    if let Some(man) = man {
        let owner = seat(man.owner);
        report
            .say(message!(
                "{mover} moves {owner}'s piece on {from}",
                "{mover}が{from}にある{owner}の駒を動かしている",
                mover = seat(case.mover),
                from,
                owner
            ))
            .stopping();
    }
}

pub(super) fn shape(case: &Case, report: &mut Report) {
    let Some((from, to, man)) = own(case) else { return };
    let on_empty_board = reach(from, man.kind, man.owner, |_| false);
    if !on_empty_board.contains(&to) {
        let kind = man.kind;
        report
            .say(message!(
                "the {kind} on {from} cannot move to {to}",
                "{from}の{kind}は{to}へ動けない",
                kind,
                from,
                to
            ))
            .stopping();
    }
}

pub(super) fn blocked_path(case: &Case, report: &mut Report) {
    let Some((from, to, man)) = own(case) else { return };
    let can = reach(from, man.kind, man.owner, |_| false).contains(&to);
    if can && !case.before.men.reach(from).contains(&to) {
        let kind = man.kind;
        report
            .say(message!(
                "the {kind} on {from} cannot reach {to}: a piece is in the way",
                "{from}の{kind}は{to}へ動けない。間に駒がある",
                from,
                to,
                kind
            ))
            .stopping();
    }
}

pub(super) fn own_piece(case: &Case, report: &mut Report) {
    let Some((from, to, man)) = own(case) else { return };
    if case
        .before
        .men
        .at(to)
        .is_some_and(|there| there.owner == man.owner)
    {
        report
            .say(message!(
                "the {kind} on {from} cannot move to {to}: the player's own piece is there",
                "{from}の{kind}は{to}へ動けない。自分の駒がある",
                kind = man.kind,
                from,
                to
            ))
            .stopping();
    }
}

pub(super) fn king_captured(case: &Case, report: &mut Report) {
    let Some((_, to, _)) = own(case) else { return };
    let king = case.before.men.at(to).filter(|man| man.kind == PieceKind::King);
    if let Some(king) = king.filter(|king| case.before.men.alive[king.owner]) {
        let owner = seat(king.owner);
        report
            .say(message!(
                "the move captures {owner}'s king, which is not allowed",
                "{owner}の玉を取っているが、玉は取れない",
                owner
            ))
            .stopping();
    }
}

pub(super) fn own_king_in_check(case: &Case, report: &mut Report) {
    let mut men = case.after.men.clone();
    men.alive = case.before.men.alive;
    if men.in_check(case.mover) {
        let mover = seat(case.mover);
        let king = men.king(case.mover);
        let attackers = king
            .map(|king| men.attackers(king, case.mover))
            .unwrap_or_default();
        report
            .say(message!(
                "{mover}'s king can be captured after this move",
                "この手の後、{mover}の玉を取られる",
                mover
            ))
            .marking(king.into_iter().chain(attackers));
    }
}
