//! What is said of the dates in headers.

use super::header::{Name, Value};
use super::rules::{impossible_date, unreadable_date};
use crate::finding::{Finding, Span};
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
    let (rule, message) = match Date::read(date).err()? {
        NoDate::Impossible => (&impossible_date::RULE, impossible_date::written(date)),
        NoDate::TimeAlone => (&unreadable_date::RULE, unreadable_date::time_alone(date)),
        NoDate::Unclear => (&unreadable_date::RULE, unreadable_date::unclear(date)),
        NoDate::Words => return None,
    };
    Some(Finding::new(rule, place(record, header), message).at_ply(0))
}

/// Where the value of a header stands; all of the header where the text has it in another form.
fn place(record: &Record<'_>, header: &Header<'_>) -> Span {
    let value = header.value.trim();
    match record.text_at(header.span).rfind(value) {
        Some(at) => {
            let start = header.span.start as usize + at;
            Span::new(start, start + value.len())
        }
        None => header.span,
    }
}
