//! JSON taken apart level by level: every value is a slice of the text.

use std::borrow::Cow;

use serde::Deserialize as _;
use serde_json::value::RawValue;

use super::ends::Ends;

/// Of values that are looked at once.
static UNKNOWN: Ends = Ends::UNKNOWN;

/// A value as it stands in the text. One that is not `whole` is broken, and reaches to the end of what could be
/// looked at; only its beginning is worth anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JsonValue<'t> {
    pub text: &'t str,
    pub whole: bool,
}

impl<'t> JsonValue<'t> {
    /// The value at the beginning of a text.
    pub(super) fn first(text: &'t str) -> Self {
        // Whatever is skipped is not recursed into: `serde_json` keeps the open brackets in a list.
        let mut source = serde_json::Deserializer::from_str(text);
        match <&RawValue>::deserialize(&mut source) {
            Ok(raw) => Self {
                text: raw.get(),
                whole: true,
            },
            Err(_) => Self {
                text: text.trim(),
                whole: false,
            },
        }
    }

    pub(super) fn is_object(self) -> bool {
        self.text.starts_with('{')
    }

    pub(super) fn is_array(self) -> bool {
        self.text.starts_with('[')
    }

    pub(super) fn is_string(self) -> bool {
        self.text.starts_with('"') && self.whole
    }

    pub(super) fn is_null(self) -> bool {
        self.text == "null"
    }

    /// What stands between the quotation marks of a string, escapes resolved; as written where an escape means no
    /// character.
    pub(super) fn unquoted(self) -> Cow<'t, str> {
        let inner = self
            .text
            .get(1..self.text.len().saturating_sub(1))
            .unwrap_or_default();
        if inner.contains('\\') {
            serde_json::from_str(self.text).map_or(Cow::Borrowed(inner), Cow::Owned)
        } else {
            Cow::Borrowed(inner)
        }
    }

    /// The elements of an array. Commas are not counted: where one is missing or superfluous the JSON is broken,
    /// which is said elsewhere, and the elements are there all the same.
    pub(super) fn elements(self) -> impl Iterator<Item = JsonValue<'t>> {
        self.elements_by(&UNKNOWN)
    }

    /// As [`Self::elements`], long ones with the ends that are known.
    pub(super) fn elements_by(self, ends: &Ends) -> impl Iterator<Item = JsonValue<'t>> {
        let mut rest = self.text.strip_prefix('[').unwrap_or_default();
        std::iter::from_fn(move || {
            rest = without_commas(rest);
            if rest.is_empty() || rest.starts_with(']') {
                return None;
            }
            Some(next(&mut rest, ends))
        })
    }

    /// The members of an object, keys with their quotation marks. Commas as for [`Self::elements`].
    pub(super) fn members(self) -> impl Iterator<Item = (JsonValue<'t>, JsonValue<'t>)> {
        self.members_by(&UNKNOWN)
    }

    /// As [`Self::members`], long values with the ends that are known.
    pub(super) fn members_by(self, ends: &Ends) -> impl Iterator<Item = (JsonValue<'t>, JsonValue<'t>)> {
        let mut rest = self.text.strip_prefix('{').unwrap_or_default();
        std::iter::from_fn(move || {
            rest = without_commas(rest);
            if !rest.starts_with('"') {
                return None;
            }
            let key = next(&mut rest, ends);
            rest = rest.trim_start().strip_prefix(':')?.trim_start();
            if rest.is_empty() {
                return None;
            }
            Some((key, next(&mut rest, ends)))
        })
    }
}

/// Takes the value at the beginning of `rest` off it; all of it, where the value is broken.
fn next<'t>(rest: &mut &'t str, ends: &Ends) -> JsonValue<'t> {
    let known = ends.first(rest).map(|text| JsonValue { text, whole: true });
    let value = known.unwrap_or_else(|| JsonValue::first(rest));
    *rest = if value.whole {
        &rest[value.text.len()..]
    } else {
        ""
    };
    value
}

fn without_commas(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\r', '\n', ','])
}

/// Where and why a text is no sound JSON value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Break {
    /// Where the first character stands that cannot stand there; the end of the text if it stops too early.
    pub at: usize,
    /// The reason in the words of `serde_json`.
    pub why: String,
}

/// The first place at which a text stops being the one JSON value that it should be.
pub(super) fn first_break(text: &str) -> Option<Break> {
    let error = serde_json::from_str::<&RawValue>(text).err()?;
    let line = match error.line() {
        0 | 1 => 0,
        number => memchr::memchr_iter(b'\n', text.as_bytes())
            .nth(number - 2)
            .map_or(0, |at| at + 1),
    };
    // Columns count bytes, from 1.
    let mut at = (line + error.column()).saturating_sub(1);
    if error.is_eof() || at > text.len() {
        at = text.trim_end().len();
    }
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default().to_owned();
    // Of a control character in a string the place is told before it has been taken.
    if why.starts_with("control character") && text.as_bytes().get(at).is_some_and(|byte| *byte >= b' ') {
        at += 1;
    }
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    Some(Break { at, why })
}

#[cfg(test)]
mod tests {
    use super::{JsonValue, first_break};

    fn first(text: &str) -> JsonValue<'_> {
        JsonValue::first(text)
    }

    #[test]
    fn elements_are_found_whatever_the_commas() {
        for (text, elements) in [
            ("[]", vec![]),
            ("[1, \"a]\",{\"b\":[2]} ]", vec!["1", "\"a]\"", "{\"b\":[2]}"]),
            ("[1 2,,3,]", vec!["1", "2", "3"]),
            ("[{} [", vec!["{}", "["]),
            ("[{}, {\"a\": 1", vec!["{}", "{\"a\": 1"]),
            ("[1, x, 2]", vec!["1", "x, 2]"]),
            ("{\"a\":1}", vec![]),
        ] {
            let found: Vec<_> = first(text).elements().map(|value| value.text).collect();
            assert_eq!(found, elements, "{text}");
        }
    }

    #[test]
    fn members_are_found_as_far_as_they_go() {
        for (text, members) in [
            ("{}", vec![]),
            ("{\"a\" : 1,\"b\":{}}", vec![("\"a\"", "1"), ("\"b\"", "{}")]),
            ("{\"a\":1 \"b\":2,}", vec![("\"a\"", "1"), ("\"b\"", "2")]),
            ("{\"a\":1,\"b\":[{}", vec![("\"a\"", "1"), ("\"b\"", "[{}")]),
            ("{\"a\":1,\"b", vec![("\"a\"", "1")]),
            ("{\"a\":1,\"b\":", vec![("\"a\"", "1")]),
            ("{\"a\":1, b:2}", vec![("\"a\"", "1")]),
            ("{\"a\" 1}", vec![]),
            ("[1]", vec![]),
        ] {
            let found: Vec<_> = first(text)
                .members()
                .map(|(key, value)| (key.text, value.text))
                .collect();
            assert_eq!(found, members, "{text}");
        }
    }

    #[test]
    fn the_place_of_a_break_is_exact() {
        for (text, rest) in [
            ("{\"a\":1 \"b\":2}", Some("\"b\":2}")),
            ("{\"歩\":歩}", Some("歩}")),
            ("{\"歩\":t歩}", Some("歩}")),
            ("{\n\"歩\":1,\n}", Some("}")),
            ("{\n\"歩\":\"a\nb\"}", Some("\nb\"}")),
            ("{\"a\":[1,2 \n", Some(" \n")),
            ("{} {}", Some("{}")),
            ("x", Some("x")),
            ("", Some("")),
            ("{\"a\":\"\\q\"}", Some("q\"}")),
            (" {} ", None),
        ] {
            let found = first_break(text).map(|it| &text[it.at..]);
            assert_eq!(found, rest, "{text:?}");
        }
    }

    #[test]
    fn escapes_are_resolved() {
        for (text, inner) in [
            ("\"歩\"", "歩"),
            (r#""a\n\"\u6b69""#, "a\n\"歩"),
            (r#""\ud800""#, r"\ud800"),
            ("\"\"", ""),
        ] {
            assert_eq!(first(text).unquoted(), inner, "{text}");
        }
    }
}
