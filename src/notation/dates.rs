//! What is said of the dates in headers.

use super::header::{Name, Value};
use super::rules::{impossible_date, unreadable_date};
use crate::finding::Finding;
use crate::record::{Date, Header, NoDate, Record};

/// Reports the dates of a record that cannot be, and those that cannot be read.
pub(super) fn check(record: &mut Record<'_>) {
    let findings: Vec<_> = record
        .headers
        .iter()
        .filter(|header| Name::of(&header.key).is_some_and(|name| name.value == Value::Date))
        .filter_map(|header| finding(record, header))
        .collect();
    record.findings.extend(findings);
}

fn finding(record: &Record<'_>, header: &Header<'_>) -> Option<Finding> {
    let date = header.value.trim();
    let (rule, message) = match Date::read(date) {
        Ok(read) if read.unread => (&unreadable_date::RULE, unreadable_date::in_part(date, read)),
        Err(NoDate::Impossible) => (&impossible_date::RULE, impossible_date::written(date)),
        Err(NoDate::TimeAlone) => (&unreadable_date::RULE, unreadable_date::time_alone(date)),
        Err(NoDate::Unclear) => (&unreadable_date::RULE, unreadable_date::unclear(date)),
        Ok(_) | Err(NoDate::Words) => return None,
    };
    Some(Finding::new(rule, record.value_span(header), message).at_ply(0))
}
