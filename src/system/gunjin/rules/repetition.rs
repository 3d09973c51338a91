//! `gunjin-repetition` 軍人将棋の同一局面: a position stands there for the fourth time.

use crate::finding::{HowOften, message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-repetition",
    Notice,
    Results,
    "a repeated position",
    "軍人将棋の同一局面"
);

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let count = case.occurrences;
    if count == case.before.men.known.terms.repeat_limit {
        report.say(message!(
            "this position has now occurred {times}",
            "同一局面が{times}現れた",
            times = HowOften(count)
        ));
    }
}
