//! A header as edits of the text.

use super::lines::RecordLines;
use super::only_in_text;
use crate::finding::{Edit, Message, Span, bilingual};
use crate::notation::header::{self, Name, ValueKind};
use crate::notation::{TextForm, side_names};
use crate::record::{Date, Header, HeaderKey, Record};
use crate::shogi::Color;

/// The headers that can be changed, each with its name in requests.
const FIELDS: [(&str, HeaderKey); 5] = [
    ("black", HeaderKey::Black),
    ("white", HeaderKey::White),
    ("event", HeaderKey::Event),
    ("date", HeaderKey::Start),
    ("site", HeaderKey::Site),
];

/// Returns the headers that can be changed, each with its name in requests.
pub(crate) fn fields() -> impl Iterator<Item = (&'static str, HeaderKey)> {
    FIELDS.into_iter()
}

/// Returns candidates for the edits that change the value of a header.
pub(super) fn candidates(
    record: &Record<'_>,
    key: HeaderKey,
    value: &str,
) -> Result<Vec<Vec<Edit>>, Message> {
    let lines = RecordLines::new(record);
    let value = value_in_text(record, key, value.trim())?;
    let Some(header) = header::preferred(record, key) else {
        if value.is_empty() {
            return Ok(vec![Vec::new()]);
        }
        let line = line_in_text(record, key, &value).ok_or_else(only_in_text)?;
        return Ok(vec![vec![lines.inserted(place_of_new(&lines, key), &[line])]]);
    };
    let replaced = Edit {
        span: record.value_span(header),
        text: value,
    };
    if !replaced.text.is_empty() {
        return Ok(vec![vec![replaced]]);
    }
    if header.is_blank() {
        return Ok(vec![Vec::new()]);
    }
    let is_alone = lines.line(header.span.start as usize).trim() == record.text_at(header.span).trim();
    // Programs write the line of a player even without a name.
    let is_player = matches!(key, HeaderKey::Black | HeaderKey::White);
    let is_csa = TextForm::for_format(record.format).has_csa_keys;
    let mut candidates = Vec::new();
    if is_alone && (!is_player || is_csa) {
        candidates.push(vec![lines.removed(header.span)]);
    }
    candidates.push(vec![replaced]);
    Ok(candidates)
}

/// Returns a value in the form of the format.
///
/// # Errors
///
/// Returns an error if the value has several lines, or if the format cannot express the date.
pub(super) fn value_in_text(record: &Record<'_>, key: HeaderKey, value: &str) -> Result<String, Message> {
    if value.contains(['\n', '\r']) {
        return Err(bilingual(
            "a header has only one line",
            "見出しの値は1行だけである",
        ));
    }
    let is_csa = TextForm::for_format(record.format).has_csa_keys;
    let is_date = Name::for_meaning(key).is_some_and(|name| name.value() == ValueKind::Date);
    if !(is_csa && is_date) || value.is_empty() {
        return Ok(value.to_owned());
    }
    let date = Date::read(value).ok().and_then(|date| date.to_csa());
    date.ok_or_else(|| {
        bilingual(
            "CSA cannot express this date; write it as 2024/03/05",
            "CSAではこの日付を書けない。2024/03/05の形で書く",
        )
    })
}

/// Returns the line of a new header.
fn line_in_text(record: &Record<'_>, key: HeaderKey, value: &str) -> Option<String> {
    let name = Name::for_meaning(key)?;
    if TextForm::for_format(record.format).has_csa_keys {
        let key = name.csa_key(header::Version::Two)?;
        let colon = if key.starts_with('$') { ":" } else { "" };
        return Some(format!("{key}{colon}{value}"));
    }
    let names = side_names(record);
    let key = match key {
        HeaderKey::Black => names.name(Color::Black),
        HeaderKey::White => names.name(Color::White),
        _ => name.japanese,
    };
    Some(format!("{key}：{value}"))
}

/// Returns the place of a new header: that of the writer of the format among the headers of the record.
fn place_of_new(lines: &RecordLines<'_, '_>, key: HeaderKey) -> usize {
    let record = lines.record;
    let rank = header::rank_in(record, key);
    let is_in_text = |header: &&Header<'_>| header.span != Span::default();
    let ranked = || {
        let headers = record.headers.iter().filter(is_in_text);
        headers.map(|header| (header::rank_in(record, header.key), header.span))
    };
    let before = ranked().filter(|(other, _)| other.is_some() && *other < rank);
    if let Some((_, span)) = before.max_by_key(|(_, span)| span.end) {
        return lines.end_of(span.end as usize);
    }
    let after = ranked().filter(|(other, _)| *other > rank);
    if let Some((_, span)) = after.min_by_key(|(_, span)| span.start) {
        return lines.start_of(span.start as usize);
    }
    // The lines that declare the version and the encoding come first.
    let is_csa = TextForm::for_format(record.format).has_csa_keys;
    let first_lines: &[char] = if is_csa { &['V', '\''] } else { &['#'] };
    lines.skip(lines.start(), |line| line.starts_with(first_lines))
}
