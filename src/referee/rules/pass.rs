//! `pass` パス: passing.

use crate::finding::{message, rule};
use crate::played::Due;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;

rule!("pass", Foul, Fouls, "passing", "パス");

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    if let Due::Pass(_) = case.due {
        report.say(message!(
            "{side} passes instead of moving",
            "手番の{side}が指さずにパスした",
            side = case.before.side_to_move()
        ));
    }
}
