//! `gunjin-jump` 駒の飛び越し: jumping over a piece.

use super::step::{own, way_of};
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::reach::Way;

rule!("gunjin-jump", Foul, Fouls, "jumping over a piece", "駒の飛び越し");

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::Blocked)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .say(message!(
            "the {kind} on {from} cannot reach {to}: a piece is in the way",
            "{from}の{kind}は{to}へ動けない。間に駒がある",
            kind,
            from,
            to
        ))
        .stopping();
}
