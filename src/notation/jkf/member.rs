//! Where the members of an object stand in a record of JKF.

use super::json::JsonValue;
use crate::finding::Span;
use crate::notation::formats;
use crate::notation::start_part::Part;
use crate::record::Record;

/// Where a member of the object at a span stands in a record of JKF. The span itself where there is none, and in other
/// notations.
pub(crate) fn member_span(record: &Record<'_>, span: Span, name: &str) -> Span {
    if record.format != formats::JKF {
        return span;
    }
    let object = record.text_at(span);
    let mut members = JsonValue::first(object).members();
    let value = members.find(|(key, value)| key.unquoted() == name && !value.is_null());
    value.map_or(span, |(_, value)| {
        let start = span.start as usize + (value.text.as_ptr() as usize - object.as_ptr() as usize);
        Span::new(start, start + value.text.len())
    })
}

/// The cell of a square in `initial.data`, or what a side has in hand there.
pub(in crate::notation) fn part_of_start(data: &str, part: Part) -> Option<&str> {
    let member = |name| {
        let mut members = JsonValue::first(data).members();
        members
            .find(|(key, _)| key.unquoted() == name)
            .map(|(_, value)| value)
    };
    let value = match part {
        Part::Square(square) => {
            let file = member("board")?.elements().nth(usize::from(square.file()) - 1)?;
            file.elements().nth(usize::from(square.rank()) - 1)
        }
        Part::Hand(side) => member("hands")?.elements().nth(side.index()),
    };
    value.map(|value| value.text)
}
