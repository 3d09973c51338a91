//! `gunjin-empty-source` 空のマスからの移動: a move from an empty cell.

use super::step::step;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-empty-source",
    RecordError,
    Fouls,
    "a move from an empty cell",
    "空のマスからの移動"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some(step) = step(case) else { return };
    let from = step.from;
    if case.before.men.number(from).is_none() && !case.before.men.was_removed(from, case.mover) {
        report
            .say(message!("there is no piece on {from}", "{from}に駒がない", from))
            .stopping();
    }
}
