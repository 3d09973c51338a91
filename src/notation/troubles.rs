//! Trouble that the decoder had with the bytes, as findings.

use std::ops::Range;

use super::rules::{
    control_character, damaged_bytes, double_encoded, encoding_mismatch, replacement_character,
    unknown_encoding,
};
use crate::finding::{Finding, Message, Rule, Span};
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

fn describe(text: &Text<'_>, trouble: &Trouble) -> (&'static Rule, Message) {
    let actual = text.encoding().name();
    match trouble {
        Trouble::DamagedBytes { place, runs: 1 } => {
            let bytes = place.source.end - place.source.start;
            (&damaged_bytes::RULE, damaged_bytes::here(bytes, actual))
        }
        Trouble::DamagedBytes { runs, .. } => (&damaged_bytes::RULE, damaged_bytes::more(*runs, actual)),
        Trouble::ReplacementCharacter { lines, .. } => {
            (&replacement_character::RULE, replacement_character::lost(*lines))
        }
        Trouble::DeclarationMismatch { declared, .. } => (
            &encoding_mismatch::RULE,
            encoding_mismatch::differs(declared, actual),
        ),
        Trouble::MarkMismatch { .. } => (&encoding_mismatch::RULE, encoding_mismatch::marked(actual)),
        Trouble::ControlCharacters { place, runs: 1 } => {
            let message = control_character::here(place.source.end - place.source.start);
            (&control_character::RULE, message)
        }
        Trouble::ControlCharacters { runs, .. } => (&control_character::RULE, control_character::more(*runs)),
        Trouble::UnknownDeclaration { declared, .. } => (
            &unknown_encoding::RULE,
            unknown_encoding::declared(declared, actual),
        ),
        Trouble::DoubleEncoded { lines, .. } => (&double_encoded::RULE, double_encoded::from_here(*lines)),
    }
}
