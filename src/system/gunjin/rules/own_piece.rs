//! `gunjin-own-piece` 自分の駒のあるマスへの移動: moving onto one's own piece.

use super::step::own;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-own-piece",
    Foul,
    Fouls,
    "moving onto one's own piece",
    "自分の駒のあるマスへの移動"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case) else { return };
    if case
        .before
        .men
        .at(step.to)
        .is_some_and(|it| it.owner == case.mover)
    {
        report
            .say(message!(
                "the {piece} on {from} cannot move to {to}: the player's own piece is there",
                "{from}の{piece}は{to}へ動けない。自分の駒がある",
                piece,
                from = step.from,
                to = step.to
            ))
            .stopping();
    }
}
