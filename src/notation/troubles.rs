//! Trouble that the decoder had with the bytes, as findings.

use std::ops::Range;

use super::rules;
use crate::finding::{Finding, Span};
use crate::record::Record;
use crate::text::{Text, Trouble};

/// Adds to `record` the troubles whose place in the text starts within `range`.
pub(super) fn report(text: &Text<'_>, range: Range<usize>, record: &mut Record<'_>) {
    for trouble in text.troubles() {
        let place = &trouble.place().text;
        if range.contains(&place.start) {
            let (rule, message) = describe(text, trouble);
            let finding = Finding::new(rule, Span::new(place.start, place.end), message);
            record.report(finding);
        }
    }
}

fn describe(text: &Text<'_>, trouble: &Trouble) -> (&'static crate::finding::Rule, String) {
    let actual = text.encoding().name();
    match trouble {
        Trouble::DamagedBytes { place, runs } => {
            let bytes = place.source.end - place.source.start;
            let message = if *runs == 1 {
                let bytes = if bytes == 1 {
                    "1 byte here is".to_owned()
                } else {
                    format!("{bytes} bytes here are")
                };
                format!("{bytes} no character in {actual}; read as \u{fffd}")
            } else {
                format!("{runs} more places with bytes that are no character in {actual}, the first here")
            };
            (&rules::damaged_bytes::RULE, message)
        }
        Trouble::ReplacementCharacter { lines, .. } => {
            let where_ = if *lines == 1 {
                "here".to_owned()
            } else {
                format!("in {lines} more lines, the first here")
            };
            let message = format!(
                "an earlier program could not read the characters {where_} and saved \u{fffd} in their place"
            );
            (&rules::replacement_character::RULE, message)
        }
        Trouble::DeclarationMismatch { declared, .. } => {
            let message =
                format!("the record says it is in {declared}, but its bytes are {actual}; read as {actual}");
            (&rules::encoding_mismatch::RULE, message)
        }
        Trouble::UnknownDeclaration { declared, .. } => {
            let message = format!("\"{declared}\" is no encoding of game records; read as {actual}");
            (&rules::unknown_encoding::RULE, message)
        }
        Trouble::DoubleEncoded { lines, .. } => {
            let message = format!(
                "the text from here on is UTF-8 that was read as Shift_JIS and saved again ({lines} lines show it); it cannot be read"
            );
            (&rules::double_encoded::RULE, message)
        }
    }
}
