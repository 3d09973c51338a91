//! `gunjin-bar-crossed` 突入口以外での侵入: crossing the bar without a gate.

use super::step::{own, way_of};
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::reach::Way;

rule!(
    "gunjin-bar-crossed",
    Foul,
    Fouls,
    "crossing the bar without a gate",
    "突入口以外での侵入"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::Barred)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .say(message!(
            "the {kind} on {from} cannot move to {to}: there is no gate on the way",
            "{from}の{kind}は{to}へ動けない。途中に突入口がない",
            kind,
            from,
            to
        ))
        .stopping();
}
