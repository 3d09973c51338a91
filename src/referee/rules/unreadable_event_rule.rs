//! `unreadable-event-rule` 読めない対局規定: a rule of the event that cannot be read.

use crate::finding::{message, rule};
use crate::referee::event::statement::Statement;
use crate::referee::report::Report;

rule!(
    "unreadable-event-rule",
    Doubt,
    Reading,
    "a rule of the event that cannot be read",
    "読めない対局規定"
);

/// The check.
pub(in crate::referee) fn check(statement: &Statement<'_>, report: &mut Report) {
    if statement.named.is_none() {
        let value = statement.value;
        let complaint = report.say(message!(
            "{key} {quoted} is {what}; the rules of {profile} apply",
            "「{key} {value}」は{what}として読めないため、{profile}の規定で判定する",
            key = statement.key,
            value,
            quoted = format!("{value:?}"),
            what = statement.unread,
            profile = &statement.event.name
        ));
        complaint.at_ply(0, statement.span);
    }
}
