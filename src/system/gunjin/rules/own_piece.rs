//! `gunjin-own-piece` 自分の駒のあるますへの移動: a move onto an own piece.

use super::step::own;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-own-piece",
    Foul,
    Fouls,
    "onto an own piece",
    "自分の駒のあるますへの移動"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case) else { return };
    if case
        .before
        .men
        .at(step.to)
        .is_some_and(|it| it.owner == case.mover)
    {
        report
            .say(message!(
                "an own piece stands on {to}",
                "{to}には自分の駒がある",
                to = step.to
            ))
            .stopping();
    }
}
