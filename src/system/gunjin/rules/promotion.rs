//! `gunjin-promotion` 軍人将棋の成り: promoting a piece in gunjin shogi.

use super::step::step;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-promotion",
    Foul,
    Fouls,
    "promoting a piece in gunjin shogi",
    "軍人将棋の成り"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    if step(case).is_some_and(|it| it.promotes) {
        report.say(message!(
            "there is no promotion in gunjin shogi",
            "軍人将棋に成りはない"
        ));
    }
}
