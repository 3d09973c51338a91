//! `gunjin-immobile-moved` 動かせない駒の移動: moving a flag or a mine.

use super::step::{own, way_of};
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::reach::Way;

rule!(
    "gunjin-immobile-moved",
    Foul,
    Fouls,
    "moving a flag or a mine",
    "動かせない駒の移動"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::None)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .say(message!(
            "the {kind} on {from} moves to {to}, but a {kind} can never move",
            "{from}の{kind}が{to}へ動いているが、{kind}は動かせない",
            kind,
            from,
            to
        ))
        .stopping();
}
