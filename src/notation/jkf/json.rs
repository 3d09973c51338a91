//! A JSON parser in one pass: a table of the values of a text, each with its span.

use std::borrow::Cow;
use std::iter::from_fn;

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::bytes::unescaped_len;
use super::fast_path::{self, UsualEntry};
use crate::finding::{Span, shortened};
use crate::notation::StartPart;
use crate::record::{Destination, MAX_RECORD_MOVES};

/// Maximum number of variation levels that a path shows.
const MAX_PATH_LEVELS: usize = 8;

/// Maximum number of values and keys that are read from a record, far more than the moves of a record can need.
const MAX_ITEMS: usize = 1 << 24;

/// The number in [`Row::after`] for a JSON value that is broken.
const UNTERMINATED: u32 = u32::MAX;

/// The JSON value at the beginning of a text, as a table of all values and keys in it.
pub(super) struct Json<'t> {
    text: &'t str,
    rows: Vec<Row>,
    /// Offset up to which the text has been read (bytes); after parsing, the end of the value.
    pub at: usize,
    /// Offset of the first character that is not allowed, or of the end of the text if the text is truncated (bytes).
    /// `None` if the whole value was read.
    pub error_at: Option<usize>,
    /// A stack of the open arrays and objects.
    open: Vec<Open>,
    /// The number of arrays and objects that were open at the last missing or superfluous comma; 0 without such an
    /// error.
    error_depth: usize,
    /// The entries that were read by the fast path, each with its row. The values in such an entry have no rows.
    usual_entries: Vec<(u32, UsualEntry)>,
}

/// An array or object whose end has not been reached.
#[derive(Clone, Copy)]
struct Open {
    row: u32,
    /// The number of values so far.
    count: u32,
    is_object: bool,
    role: Role,
}

/// The meaning of an array or object, as far as the fast path depends on it.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Other,
    Record,
    /// The array `moves`, or a line of `forks`.
    Line,
    /// An entry that was not read by the fast path.
    Entry,
    Forks,
}

/// A value, or the key of a member. The row of a key precedes that of its value.
struct Row {
    start: u32,
    end: u32,
    /// The index of the row after all rows of this value; [`UNTERMINATED`] if the value is broken.
    after: u32,
    parent: u32,
    /// The index of an element in its array; 0 for a key, 1 for the value of a member.
    index: u32,
}

impl<'t> Json<'t> {
    /// Reads the value at the beginning of a text.
    ///
    /// If a comma is missing or superfluous, the table ends at the end of the array or object around the comma. Any
    /// other error ends the table at once. All arrays and objects that are open at the end of the table are broken.
    pub(super) fn parse(text: &'t str) -> Self {
        Self::parse_as(text, Role::Other)
    }

    /// Reads the record at the beginning of a text like [`parse`](Self::parse), but with the fast path for entries: an
    /// entry in the usual form is a [usual entry](JsonValue::usual_entry) without members.
    pub(super) fn parse_record(text: &'t str) -> Self {
        /// Maximum length of a text for which the fast path is used (bytes). The text cannot contain more values than
        /// [`MAX_ITEMS`] or more moves than [`MAX_RECORD_MOVES`]: each value has at least one byte, and each move more than
        /// eight.
        const MAX_BYTES: usize = MAX_RECORD_MOVES * 8;
        const { assert!(MAX_BYTES < MAX_ITEMS) };
        let is_short = text.len() <= MAX_BYTES;
        Self::parse_as(text, if is_short { Role::Record } else { Role::Other })
    }

    /// Reads the value at the beginning of a text. `role` is that of the value.
    fn parse_as(text: &'t str, role: Role) -> Self {
        /// The bytes of a value or key, with the characters around it, in a compact record.
        const BYTES_PER_ROW: usize = 4;
        /// Maximum number of rows for which memory is reserved; a few games have more.
        const TYPICAL_ROWS: usize = 1 << 13;
        let mut json = Self {
            text: text.trim_end(),
            rows: Vec::with_capacity((text.len() / BYTES_PER_ROW).min(TYPICAL_ROWS)),
            at: 0,
            error_at: None,
            open: Vec::new(),
            error_depth: 0,
            usual_entries: Vec::new(),
        };
        if json.scan(role).is_none() {
            json.note_first_error();
        }
        json
    }

    /// Returns the value or key that begins at an offset of the text; `None` if none begins there.
    pub(super) fn value_at(&self, offset: usize) -> Option<JsonValue<'_, 't>> {
        let start = u32::try_from(offset).ok()?;
        let row = self.rows.binary_search_by_key(&start, |row| row.start).ok()?;
        Some(JsonValue { json: self, row })
    }

    /// Returns the outermost value.
    pub(super) fn root(&self) -> JsonValue<'_, 't> {
        JsonValue { json: self, row: 0 }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Parses the value with this role; returns `None` if the text is truncated or wrong.
    fn scan(&mut self, role: Role) -> Option<()> {
        self.skip_blanks();
        self.value(0, 0, role)?;
        while let Some(open) = self.open.last_mut() {
            let Open {
                row,
                count: index,
                is_object,
                role,
            } = *open;
            open.count += 1;
            let byte = self.skip_commas(usize::from(index > 0))?;
            if byte == if is_object { b'}' } else { b']' } {
                if self.error_depth == self.open.len() {
                    return None;
                }
                self.at += 1;
                self.close(row);
                self.open.pop();
                continue;
            }
            // The first entry of a record belongs to the start position.
            if role == Role::Line && index > 0 && self.entry(row, index).is_some() {
                continue;
            }
            if is_object {
                self.key(row)?;
            }
            let nested_role = self.nested_role(role);
            self.value(row, if is_object { 1 } else { index }, nested_role)?;
        }
        Some(())
    }

    /// Returns the role of the next value, if it is an array or an object. `parent` is the role of the array or object around it,
    /// and the last row is the key of the value, if it has one.
    fn nested_role(&self, parent: Role) -> Role {
        let follows_key = |key: &[u8]| {
            let key_row = self.rows.last();
            key_row.is_some_and(|row| {
                self.text.as_bytes().get(row.start as usize..row.end as usize) == Some(key)
            })
        };
        match (parent, self.byte()) {
            (Role::Record, Some(b'[')) if follows_key(b"\"moves\"") => Role::Line,
            (Role::Line, Some(b'{')) => Role::Entry,
            (Role::Entry, Some(b'[')) if follows_key(b"\"forks\"") => Role::Forks,
            (Role::Forks, Some(b'[')) => Role::Line,
            _ => Role::Other,
        }
    }

    /// Reads the next entry of a line with the fast path. Returns `None`, without a change, if the entry does not have the usual
    /// form, or if it has `same` although the preceding entry is not a usual one with the same destination.
    fn entry(&mut self, line: u32, index: u32) -> Option<()> {
        let (entry, end) = fast_path::entry(self.text, self.at)?;
        let row = self.rows.len() as u32;
        if let Destination::Same(to) = entry.written.to {
            let (preceding_row, preceding) = self.usual_entries.last()?;
            let precedes = preceding_row + 1 == row && self.rows.last()?.parent == line;
            if !precedes || preceding.written.to.square() != to {
                return None;
            }
        }
        self.rows.push(Row {
            start: self.at as u32,
            end: end as u32,
            after: row + 1,
            parent: line,
            index,
        });
        self.usual_entries.push((row, entry));
        self.at = end;
        Some(())
    }

    /// Skips to the next value or to the end of the open array or object, and returns the byte there. Returns `None`
    /// at the end of the text.
    ///
    /// `expected` is the number of commas before another value; before the end of the array or object, no comma is
    /// allowed. A missing or superfluous comma is noted as an error.
    #[inline]
    fn skip_commas(&mut self, expected: usize) -> Option<u8> {
        let mut commas = 0;
        loop {
            let byte = self.byte()?;
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {}
                b',' if commas < expected => commas += 1,
                b',' => self.wrong_comma(),
                _ => {
                    let is_end = matches!(byte, b'}' | b']');
                    if commas != if is_end { 0 } else { expected } {
                        self.wrong_comma();
                    }
                    return Some(byte);
                }
            }
            self.at += 1;
        }
    }

    #[cold]
    fn wrong_comma(&mut self) {
        self.note_first_error();
        self.error_depth = self.open.len();
    }

    fn note_first_error(&mut self) {
        self.error_at
            .get_or_insert(self.text.floor_char_boundary(self.at));
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.byte() {
            self.at += 1;
        }
    }

    /// Parses a key, its colon and the blanks before the value. Returns `None` if one of them is missing or the text
    /// ends.
    #[inline]
    fn key(&mut self, parent: u32) -> Option<()> {
        if self.byte() != Some(b'"') {
            return None;
        }
        self.value(parent, 0, Role::Other)?;
        self.skip_blanks();
        if self.byte() != Some(b':') {
            return None;
        }
        self.at += 1;
        self.skip_blanks();
        (self.at < self.text.len()).then_some(())
    }

    /// Parses a value, or only the opening bracket of an array or an object. Returns `None` if the value is broken or
    /// exceeds [`MAX_ITEMS`]. `role` is that of an array or object.
    #[inline]
    fn value(&mut self, parent: u32, index: u32, role: Role) -> Option<()> {
        if self.rows.len() == MAX_ITEMS {
            return None;
        }
        let (row, start) = (self.rows.len() as u32, self.at);
        let rest = self.text.as_bytes().get(start..)?;
        let simple_length = simple_scalar_len(rest);
        let opens = matches!(rest, [b'{' | b'[', ..]);
        let is_whole = if let Some(length) = simple_length {
            self.at += length;
            true
        } else {
            !opens && self.scalar().is_some()
        };
        let (end, after) = if is_whole {
            (self.at, row + 1)
        } else {
            (self.text.len(), UNTERMINATED)
        };
        self.rows.push(Row {
            start: start as u32,
            end: end as u32,
            after,
            parent,
            index,
        });
        if opens {
            self.open.push(Open {
                row,
                count: 0,
                is_object: rest[0] == b'{',
                role,
            });
            self.at += 1;
        }
        (opens || is_whole).then_some(())
    }

    /// Sets the end of the value in `row` to the current position, after all its nested rows.
    fn close(&mut self, row: u32) {
        let after = self.rows.len() as u32;
        if let Some(row) = self.rows.get_mut(row as usize) {
            (row.end, row.after) = (self.at as u32, after);
        }
    }

    /// Parses a string, a number, `true`, `false` or `null`. Returns `None` for an error, with `at` at the place of
    /// the error.
    #[cold]
    fn scalar(&mut self) -> Option<()> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<IgnoredAny>();
        match values.next()? {
            Ok(_) => self.at += values.byte_offset(),
            Err(error) if error.is_eof() => {
                self.at = self.text.len();
                return None;
            }
            Err(error) => {
                let at = error.column().saturating_sub(1);
                // For a control character in a string, `serde_json` reports the column of the character before
                // it.
                let is_before = rest
                    .get(at + 1)
                    .is_some_and(|&byte| rest[0] == b'"' && byte < b' ');
                self.at += at + usize::from(is_before);
                return None;
            }
        }
        Some(())
    }
}

/// Returns the length of a string without escapes, or of a number with digits only, at the beginning of a text.
/// Returns `None` for other values, which are not necessarily wrong.
#[inline]
fn simple_scalar_len(text: &[u8]) -> Option<usize> {
    match text {
        [b'"', inner @ ..] => {
            let end = unescaped_len(inner)?;
            (inner[end] == b'"').then_some(end + 2)
        }
        [b'0'..=b'9', b',' | b'}' | b']', ..] => Some(1),
        [b'1'..=b'9', more @ ..] => {
            let end = more.iter().position(|byte| !byte.is_ascii_digit())?;
            matches!(more[end], b',' | b'}' | b']').then_some(end + 1)
        }
        _ => None,
    }
}

/// Returns the reason why the JSON value at the beginning of a text cannot be read to its end. The reason is the error
/// of `serde_json`, or else the limit [`MAX_ITEMS`].
pub(super) fn error_reason(text: &str) -> String {
    let Err(error) = serde_json::from_str::<&RawValue>(text) else {
        return format!("more than {MAX_ITEMS} values");
    };
    let reason = error.to_string();
    reason.split(" at line ").next().unwrap_or_default().to_owned()
}

/// A value of a table. A value that is not [whole](Self::is_whole) is broken and extends to the end of the
/// text.
#[derive(Clone, Copy)]
pub(super) struct JsonValue<'j, 't> {
    json: &'j Json<'t>,
    row: usize,
}

impl<'j, 't> JsonValue<'j, 't> {
    fn row(self) -> &'j Row {
        &self.json.rows[self.row]
    }

    /// Returns the value as written.
    pub(super) fn text(self) -> &'t str {
        self.span().slice(self.json.text)
    }

    /// Returns the span of the value in the text of the table.
    pub(super) fn span(self) -> Span {
        let &Row { start, end, .. } = self.row();
        Span { start, end }
    }

    /// Returns the array or object that directly contains this value; `None` for the outermost value.
    pub(super) fn parent(self) -> Option<Self> {
        let row = self.row().parent as usize;
        (self.row > 0).then_some(Self { row, ..self })
    }

    pub(super) fn is_whole(self) -> bool {
        self.row().after != UNTERMINATED
    }

    pub(super) fn is_object(self) -> bool {
        self.begins_with(b'{')
    }

    pub(super) fn is_array(self) -> bool {
        self.begins_with(b'[')
    }

    pub(super) fn is_string(self) -> bool {
        self.begins_with(b'"') && self.is_whole()
    }

    pub(super) fn is_null(self) -> bool {
        self.begins_with(b'n') && self.text() == "null"
    }

    fn begins_with(self, byte: u8) -> bool {
        self.json.text.as_bytes().get(self.row().start as usize) == Some(&byte)
    }

    /// Returns the index of a key among names that have no escapes; `None` if the key is not one of them. The name at
    /// index `expected` is compared first.
    pub(super) fn index_in(self, names: &[&str], expected: usize) -> Option<usize> {
        let &Row { start, end, .. } = self.row();
        let inner = start as usize + 1..(end as usize).saturating_sub(1);
        let inner = self.json.text.as_bytes().get(inner).unwrap_or_default();
        if names.get(expected).is_some_and(|name| name.as_bytes() == inner) {
            return Some(expected);
        }
        let index = names.iter().position(|name| name.as_bytes() == inner);
        index.or_else(|| {
            let text = inner.contains(&b'\\').then(|| self.to_str())?;
            names.iter().position(|name| *name == text)
        })
    }

    /// Returns whether a key has this name.
    fn is_named(self, name: &str) -> bool {
        self.index_in(&[name], 0).is_some()
    }

    /// Returns the text of a string with its escapes resolved, or as written if an escape is invalid.
    pub(super) fn to_str(self) -> Cow<'t, str> {
        let text = self.text();
        let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
        // Most strings are short, so that the setup of a faster search would take longer.
        if inner.bytes().any(|byte| byte == b'\\') {
            serde_json::from_str(text).map_or(Cow::Borrowed(inner), Cow::Owned)
        } else {
            Cow::Borrowed(inner)
        }
    }

    /// Returns the entry if it was read by the fast path; `None` for any other value.
    pub(super) fn usual_entry(self) -> Option<&'j UsualEntry> {
        let entries = &self.json.usual_entries;
        let at = entries.binary_search_by_key(&(self.row as u32), |&(row, _)| row);
        Some(&entries[at.ok()?].1)
    }

    /// Returns the text of the table.
    pub(super) fn whole_text(self) -> &'t str {
        self.json.text
    }

    /// Returns the elements of an array; no elements if the value is not an array.
    pub(super) fn elements(self) -> impl Iterator<Item = Self> + use<'j, 't> {
        self.nested(self.is_array())
    }

    /// Returns the keys and values of an object; no members if the value is not an object.
    pub(super) fn members(self) -> impl Iterator<Item = (Self, Self)> + use<'j, 't> {
        let mut nested = self.nested(self.is_object());
        from_fn(move || nested.next().zip(nested.next()))
    }

    /// Returns the value of the first member with this name; `None` if the object has no such member.
    pub(super) fn member(self, name: &str) -> Option<Self> {
        let mut members = self.members();
        members
            .find(|(key, _)| key.is_named(name))
            .map(|(_, value)| value)
    }

    /// Returns the direct children of this row; none if the row is not an array or object of the expected type.
    fn nested(self, is_container: bool) -> impl Iterator<Item = Self> + use<'j, 't> {
        let json = self.json;
        let end = if is_container {
            self.row().after as usize
        } else {
            0
        };
        let mut next = self.row + 1;
        from_fn(move || {
            let row = next;
            next = json.rows.get(row).filter(|_| row < end)?.after as usize;
            Some(Self { json, row })
        })
    }

    /// Returns the path to a value, or to the member of a key: `moves[12].move.to.x`. The path to the outermost value
    /// is `$`.
    ///
    /// In deeply nested variations, the path shows only the innermost [`MAX_PATH_LEVELS`] levels.
    pub(super) fn path(self) -> String {
        let (mut steps, mut levels) = (Vec::new(), 0);
        let mut value = self;
        while value.row > 0 {
            let &Row { parent, index, .. } = value.row();
            let parent = Self {
                row: parent as usize,
                ..value
            };
            if parent.is_object() {
                let row = value.row - index as usize;
                let key = Self { row, ..value }.to_str();
                levels += usize::from(key == "forks");
                if levels > MAX_PATH_LEVELS {
                    steps.pop();
                    steps.push("…".to_owned());
                    break;
                }
                let dot = if parent.row > 0 { "." } else { "" };
                steps.push(format!("{dot}{}", shortened(&key)));
            } else {
                steps.push(format!("[{index}]"));
            }
            value = parent;
        }
        steps.reverse();
        if steps.is_empty() {
            "$".to_owned()
        } else {
            steps.concat()
        }
    }
}

// Lookup of values in a record that has been read.

/// Returns the value of a member of a move, as written; `None` if the member is absent or `null`.
pub(super) fn value_of_move<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let json = Json::parse(text);
    let mut members = json.root().members();
    let value = members.find(|(key, value)| key.is_named(name) && !value.is_null());
    value.map(|(_, value)| value.text())
}

/// Returns the cell of a square in `initial.data`, or a side's hand there; `None` if `data` lacks this part.
pub(in crate::notation) fn part_of_start(data: &str, part: StartPart) -> Option<&str> {
    let json = Json::parse(data);
    let value = match part {
        StartPart::Square(square) => {
            let board = json.root().member("board")?;
            let file = board.elements().nth(usize::from(square.file()) - 1)?;
            file.elements().nth(usize::from(square.rank()) - 1)
        }
        StartPart::Hand(side) => json.root().member("hands")?.elements().nth(side.index()),
    };
    value.map(JsonValue::text)
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::{Json, JsonValue, MAX_ITEMS, error_reason};

    #[test]
    fn elements_are_found_despite_wrong_commas() {
        for (text, elements) in [
            ("[]", vec![]),
            ("[1, \"a]\",{\"b\":[2]} ]", vec!["1", "\"a]\"", "{\"b\":[2]}"]),
            ("[1 2,,3,]", vec!["1", "2", "3"]),
            ("[{} [", vec!["{}", "["]),
            ("[{}, {\"a\": 1", vec!["{}", "{\"a\": 1"]),
            ("[1, x, 2]", vec!["1", "x, 2]"]),
            ("{\"a\":1}", vec![]),
        ] {
            let json = Json::parse(text);
            let element_texts: Vec<_> = json.root().elements().map(JsonValue::text).collect();
            assert_eq!(element_texts, elements, "{text}");
        }
    }

    #[test]
    fn members_of_truncated_json_are_found() {
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
            let json = Json::parse(text);
            let members_found = json.root().members();
            let member_texts: Vec<_> = members_found
                .map(|(key, value)| (key.text(), value.text()))
                .collect();
            assert_eq!(member_texts, members, "{text}");
        }
    }

    #[test]
    fn a_wrong_comma_makes_its_array_incomplete() {
        let json = Json::parse("[[1],[2 [3],4] ,[5]]");
        let elements: Vec<_> = json.root().elements().collect();
        let are_whole: Vec<_> = elements.iter().map(|it| it.is_whole()).collect();
        assert_eq!(are_whole, [true, false]);
        let inner: Vec<_> = elements[1].elements().map(JsonValue::text).collect();
        assert_eq!(inner, ["2", "[3]", "4"]);
    }

    #[test]
    fn syntax_errors_have_exact_offsets() {
        for (text, rest) in [
            ("{\"a\":1 \"b\":2}", Some("\"b\":2}")),
            ("{\"歩\":歩}", Some("歩}")),
            ("{\"歩\":t歩}", Some("歩}")),
            ("{\n\"歩\":1,\n}", Some("}")),
            ("{\n\"歩\":\"a\nb\"}", Some("\nb\"}")),
            ("{\"a\":[1,2 \n", Some(" \n")),
            ("x", Some("x")),
            ("", Some("")),
            ("{\"a\":\"\\q\"}", Some("q\"}")),
            (" {} ", None),
        ] {
            let rest_at_error = Json::parse(text).error_at.map(|at| &text[at..]);
            assert_eq!(rest_at_error, rest, "{text:?}");
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
            assert_eq!(Json::parse(text).root().to_str(), inner, "{text}");
        }
    }

    #[test]
    fn complete_values_agree_with_serde() {
        let words = "0 -0 12 01 1. 1.5 -1e5 1e 1e+5 - + .5 true tru nul null NaN x 1x";
        let strings = [
            r#""\u12aF""#,
            r#""\u12""#,
            r#""\/\b""#,
            r#""\x""#,
            "\"\t\"",
            "\"\u{7f}\"",
        ];
        let nested = [
            "[1,2]",
            "[1,]",
            "[,1]",
            "{\"a\":[],\"b\":{}}",
            "{\"a\"}",
            "[}",
            "{]",
            "[[]",
            "[1,,2]",
        ];
        for text in words.split(' ').chain(strings).chain(nested) {
            let json = Json::parse(text);
            let is_whole = json.root().is_whole() && json.at == text.len();
            assert_eq!(
                is_whole,
                serde_json::from_str::<&RawValue>(text).is_ok(),
                "{text}"
            );
        }
    }

    #[test]
    fn more_values_than_the_limit_are_not_read() {
        let text = format!("[{}0]", "0,".repeat(MAX_ITEMS));
        let json = Json::parse(&text);
        assert_eq!(json.error_at, Some(text.len() - "0,0]".len()));
        assert_eq!(json.root().elements().count(), MAX_ITEMS - 1);
        assert_eq!(error_reason(&text), "more than 16777216 values");
    }

    #[test]
    fn paths_are_written_as_in_javascript() {
        let json = Json::parse(r#"{"moves":[{},{"move":{"to":5}}]}"#);
        let root = json.root();
        assert_eq!(root.path(), "$");
        let moves = root.member("moves").expect("moves");
        let to = moves
            .elements()
            .nth(1)
            .and_then(|element| element.member("move")?.member("to"));
        assert_eq!(to.map(JsonValue::path).as_deref(), Some("moves[1].move.to"));
        let (key, _) = root.members().next().expect("a member");
        assert_eq!(key.path(), "moves");
    }
}
