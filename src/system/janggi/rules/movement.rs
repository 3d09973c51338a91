//! How pieces move: the checks of rules that shogi has, too.

use crate::finding::message;
use crate::notation::gib::{Kind, Point, Step};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::janggi::board::{Board, Man, seat};
use crate::system::janggi::game::Janggi;

pub(super) type Case = PlyCase<Janggi>;

/// What is wrong with the way a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It could move so if it were promoted.
    Unpromoted,
    /// Something stands in the way of a chariot.
    Blocked,
    /// It cannot move so.
    Shape,
    /// An own piece stands there.
    OwnPiece,
}

/// The move, and the mover's piece that makes it.
pub(super) fn own(case: &Case) -> Option<(Step, Man)> {
    let step = case.ply.ply.step?;
    let man = case.before.men.at(step.from)?;
    (man.owner == case.mover).then_some((step, man))
}

/// What is wrong with a move, if anything is.
pub(super) fn fault(case: &Case) -> Option<Fault> {
    let (Step { from, to, .. }, man) = own(case)?;
    let men = &case.before.men;
    if men.reach_of(man, from).contains(&to) {
        let is_own = men.at(to).is_some_and(|there| there.owner == man.owner);
        return is_own.then_some(Fault::OwnPiece);
    }
    let promoted = Man {
        promoted: true,
        ..man
    };
    let reaches = |board: &Board, man: Man| board.reach_of(man, from).contains(&to);
    if case.before.ruling.is_gung() && !man.promoted && reaches(men, promoted) {
        Some(Fault::Unpromoted)
    } else if man.kind == Kind::Chariot && reaches(&Board::empty(), man) {
        Some(Fault::Blocked)
    } else {
        Some(Fault::Shape)
    }
}

pub(super) fn empty_source(case: &Case, report: &mut Report) {
    let from = case.ply.ply.step.map(|it| it.from);
    if let Some(from) = from.filter(|&from| case.before.men.at(from).is_none()) {
        report
            .say(message!("there is no piece on {from}", "{from}に駒がない", from))
            .stopping();
    }
}

pub(super) fn opponent_piece(case: &Case, report: &mut Report) {
    let Some(step) = case.ply.ply.step else { return };
    let man = case.before.men.at(step.from);
    if let Some(man) = man.filter(|man| man.owner != case.mover) {
        let (from, owner) = (step.from, seat(man.owner));
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

/// The piece that moves, or that is taken, is not the one that is named.
pub(super) fn misnamed(case: &Case, report: &mut Report) {
    let Some((step, man)) = own(case) else { return };
    if let Some(named) = step.kind().filter(|&named| named != man.kind) {
        report.say(words(named, step.from, man.kind));
    }
    let Some(named) = case.ply.ply.takes.and_then(Kind::of_letter) else {
        return;
    };
    match case.before.men.at(step.to) {
        Some(there) if there.kind == named => {}
        Some(there) => {
            report.say(words(named, step.to, there.kind));
        }
        None => {
            let to = step.to;
            report.say(message!(
                "the record has a capture on {to} ({named}), but there is no piece on {to}",
                "棋譜では{to}で{named}を取っているが、{to}に駒はない",
                named,
                to
            ));
        }
    }
}

fn words(named: Kind, at: Point, kind: Kind) -> crate::finding::Message {
    message!(
        "the record and the board differ on {at}: {named} in the record, {kind} on the board",
        "{at}の駒が棋譜では{named}だが、盤上では{kind}である",
        named,
        at,
        kind
    )
}

pub(super) fn blocked_path(case: &Case, report: &mut Report) {
    let Some((Step { from, to, .. }, _)) = own(case).filter(|_| fault(case) == Some(Fault::Blocked)) else {
        return;
    };
    report
        .say(message!(
            "the chariot on {from} cannot reach {to}: a piece is in the way",
            "{from}の車は{to}へ動けない。間に駒がある",
            from,
            to
        ))
        .stopping();
}

pub(super) fn own_piece(case: &Case, report: &mut Report) {
    let Some((Step { from, to, .. }, man)) = own(case).filter(|_| fault(case) == Some(Fault::OwnPiece))
    else {
        return;
    };
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
