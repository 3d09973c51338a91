//! `yonin-repetition` 同一局面: the position stands there for the fourth time.

use crate::finding::{HowOften, message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::game::Yonin;

rule!(
    "yonin-repetition",
    Notice,
    Results,
    "a position that occurs four times",
    "同一局面4回"
);

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let count = case.occurrences;
    if count == case.before.rules.repeat_limit {
        report.say(message!(
            "this position has now occurred {times}",
            "同一局面が{times}現れた",
            times = HowOften(count)
        ));
    }
}
