//! `gunjin-piece-revived` 取られた駒の移動: moving a piece that was removed.

use super::step::step;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-piece-revived",
    RecordError,
    Fouls,
    "moving a piece that was removed",
    "取られた駒の移動"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some(step) = step(case) else { return };
    let from = step.from;
    let men = &case.before.men;
    let is_own = men.at(from).is_some_and(|it| it.owner == case.mover);
    if !is_own && men.was_removed(from, case.mover) {
        let mover = seat(case.mover);
        report
            .say(message!(
                "{mover}'s piece on {from} has already been removed",
                "{from}の{mover}の駒はすでに取られている",
                mover,
                from
            ))
            .stopping();
    }
}
