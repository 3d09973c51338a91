//! The dates in headers.

use crate::record::gap::DateGap;
use crate::record::{Date, Gap, GapKind, Header, HeaderKey, NoDate, Record};

/// Notes the dates of a record that cannot be, and those that cannot be read.
pub(super) fn check(record: &mut Record<'_>) {
    let gaps: Vec<_> = record
        .headers
        .iter()
        .filter(|header| matches!(header.key, HeaderKey::Start | HeaderKey::End))
        .filter_map(|header| gap(record, header))
        .collect();
    record.gaps.extend(gaps);
}

fn gap(record: &Record<'_>, header: &Header<'_>) -> Option<Gap> {
    let date = header.value.trim();
    let unreadable = |why| GapKind::UnreadableDate(date.to_owned(), why);
    let kind = match Date::read(date) {
        Ok(read) if read.unread => unreadable(DateGap::InPart(read)),
        Err(NoDate::Impossible) => GapKind::ImpossibleDate(date.to_owned()),
        Err(NoDate::TimeAlone) => unreadable(DateGap::TimeAlone),
        Err(NoDate::Unclear) => unreadable(DateGap::Unclear),
        Ok(_) | Err(NoDate::Words) => return None,
    };
    Some(Gap::of_start(record.value_span(header), kind))
}
