//! Looks a text over for trouble.

use core::ops::Range;

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};
use memchr::memmem;

use super::Text;
use super::control::control_characters;
use super::double;
use super::trouble::{Damage, LISTED, Place, Trouble};

/// Everything that is wrong with `text`, in the order of the text within each kind.
pub(super) fn survey(text: &Text<'_>) -> Vec<Trouble> {
    if text.looks_binary() {
        return Vec::new();
    }
    let mut troubles = Vec::from_iter(mark(text));
    troubles.extend(declaration(text));
    let listed = |damage: &Damage, told: fn(Place, usize) -> Trouble| {
        let told: Vec<_> = damage.runs().map(|(place, runs)| told(place, runs)).collect();
        told
    };
    troubles.extend(listed(&control_characters(text), |place, runs| {
        Trouble::ControlCharacters { place, runs }
    }));
    if text.as_str().is_ascii() {
        return troubles;
    }
    troubles.extend(listed(&text.damage, |place, runs| Trouble::DamagedBytes {
        place,
        runs,
    }));
    replacement_characters(text, &mut troubles);
    troubles.extend(double_encoding(text));
    troubles
}

/// A mark of UTF-8 in front of another encoding.
fn mark(text: &Text<'_>) -> Option<Trouble> {
    let actual = text.encoding();
    let is_of_it = [UTF_8, UTF_16LE, UTF_16BE].contains(&actual);
    (text.had_bom() && !is_of_it).then_some(Trouble::MarkMismatch {
        place: Place {
            text: 0..0,
            source: 0..text.mark as u64,
        },
        actual,
    })
}

fn declaration(text: &Text<'_>) -> Option<Trouble> {
    let declaration = text.declared()?;
    let declared = declaration.label.to_owned();
    if declaration.encoding().is_none() {
        return Some(Trouble::UnknownDeclaration {
            place: text.place(declaration.span),
            declared,
        });
    }
    let actual = text.encoding();
    declaration
        .contradicts(actual, text.as_str().is_ascii())
        .then(|| Trouble::DeclarationMismatch {
            place: text.place(declaration.span),
            declared,
            actual,
        })
}

/// One entry a line. Only the encodings of Unicode can write U+FFFD; in the text it also stands for damage.
fn replacement_characters(text: &Text<'_>, troubles: &mut Vec<Trouble>) {
    let written: &[u8] = match text.encoding() {
        it if it == UTF_8 => b"\xEF\xBF\xBD",
        it if it == UTF_16LE => b"\xFD\xFF",
        it if it == UTF_16BE => b"\xFF\xFD",
        _ => return,
    };
    let undamaged = text.damage.malformed == 0;
    let mut lines: Vec<(Range<usize>, usize)> = Vec::new();
    let mut line = 0..0;
    for at in memmem::find_iter(text.as_str().as_bytes(), "\u{FFFD}") {
        let source = text.source_offset(at) as usize;
        if !undamaged && !text.source[source..].starts_with(written) {
            continue;
        }
        let end = at + '\u{FFFD}'.len_utf8();
        let same_line = line.contains(&at) && !lines.is_empty();
        let full = lines.len() > LISTED;
        match lines.last_mut() {
            Some((span, _)) if same_line => span.end = end,
            Some((span, count)) if full => {
                span.end = end;
                *count += 1;
            }
            _ => lines.push((at..end, 1)),
        }
        if !same_line {
            line = text.line_span(at);
        }
    }
    let entry = |(span, lines)| Trouble::ReplacementCharacter {
        place: text.place(span),
        lines,
    };
    troubles.extend(lines.into_iter().map(entry));
}

fn double_encoding(text: &Text<'_>) -> Option<Trouble> {
    let found = double::find(text.as_str())?;
    Some(Trouble::DoubleEncoded {
        place: text.place(found.first),
        lines: found.lines,
    })
}
