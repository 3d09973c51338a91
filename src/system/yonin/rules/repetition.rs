//! `yonin-repetition` 同一局面: the position stands there for the fourth time.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::game::Yonin;

rule!(
    "yonin-repetition",
    Notice,
    Results,
    "a position for the fourth time",
    "同一局面4回"
);

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let count = case.occurrences;
    if count == case.before.rules.repeat_limit {
        report.say(message!(
            "this position stands there {count} times by now",
            "同一局面の{count}回目である",
            count
        ));
    }
}
