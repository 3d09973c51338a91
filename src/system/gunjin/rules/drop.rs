//! `gunjin-drop` 軍人将棋の打ち駒: dropping a piece in gunjin shogi.

use crate::finding::{message, rule};
use crate::notation::gunjin::Action;
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-drop",
    Foul,
    Fouls,
    "dropping a piece in gunjin shogi",
    "軍人将棋の打ち駒"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    if matches!(case.ply.action, Action::Drop { .. }) {
        report
            .say(message!(
                "there are no drops in gunjin shogi",
                "軍人将棋では駒を打てない"
            ))
            .stopping();
    }
}
