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
            .say(message!("{from} is empty", "{from}に駒がない", from))
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
                "the piece on {from} belongs to {owner}",
                "{from}の駒は{owner}のものである",
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
                "the record says that something is taken on {to} ({named}), but nothing stands there",
                "棋譜では{to}で{named}を取っているが、そこに駒はない",
                named,
                to
            ));
        }
    }
}

fn words(named: Kind, at: Point, kind: Kind) -> crate::finding::Message {
    message!(
        "the record calls the piece on {at} {named}, but it is of the kind {kind}",
        "棋譜では{named}だが、{at}にあるのは{kind}である",
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
            "a piece stands between {from} and {to}, in the way of the chariot",
            "{from}と{to}の間に駒があり、車は動けない",
            from,
            to
        ))
        .stopping();
}

pub(super) fn own_piece(case: &Case, report: &mut Report) {
    let Some((Step { to, .. }, _)) = own(case).filter(|_| fault(case) == Some(Fault::OwnPiece)) else {
        return;
    };
    report
        .say(message!(
            "an own piece stands on {to}",
            "{to}には自分の駒がある",
            to
        ))
        .stopping();
}
