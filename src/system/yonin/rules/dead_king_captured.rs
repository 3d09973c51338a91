//! `yonin-dead-king-captured` 脱落者の玉を取る: the king of a player who is out is taken.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::shogi::PieceKind;
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;

rule!(
    "yonin-dead-king-captured",
    RecordError,
    Fouls,
    "capturing the king of an eliminated player",
    "脱落した人の玉を取る"
);

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let Some((_, to)) = super::movement::squares(case) else {
        return;
    };
    let men = &case.before.men;
    let Some(man) = men.at(to).filter(|&man| men.is_fixed(man)) else {
        return;
    };
    let owner = seat(man.owner);
    let message = if man.kind == PieceKind::King {
        message!(
            "the king on {to} cannot be captured: {owner} has been eliminated",
            "{owner}は脱落しており、{to}の玉は取れない",
            owner,
            to
        )
    } else {
        message!(
            "the piece on {to} cannot be captured under the rules of this event: {owner} has been eliminated",
            "{owner}は脱落しており、大会の規定により{to}の駒は取れない",
            owner,
            to
        )
    };
    report.say(message).stopping();
}
