//! JSON taken apart level by level: every value is a slice of the text.

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

use serde::Deserialize as _;
use serde_json::value::RawValue;

use super::read::JkfReader;
use crate::finding::Span;
use crate::notation::damage::shortened;
use crate::notation::header::Part;
use crate::notation::{self, csa};
use crate::record::gap::{Gap, GapId, Taken, ValueGap, Wanted, WrongValue};
use crate::record::{GapKind, Record};
use crate::shogi::{Color, PieceKind, Square};

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

// Where the long objects and arrays of a record end, found in one pass, so that what is nested deep is not gone
// through again at every level.

/// A value shorter than this is gone through when it is met.
const LONG: usize = 128;

/// The ends of the long objects and arrays of a sound text.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// The address of the text.
    address: usize,
    /// Where each starts and where it ends, in the order of the starts.
    long: Vec<(usize, usize)>,
}

impl Ends {
    /// None known: every value is gone through.
    pub(super) const UNKNOWN: Self = Self {
        address: 0,
        long: Vec::new(),
    };

    /// All of a sound text.
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut long, mut open) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => at = string_end(bytes, at),
                b'{' | b'[' => {
                    open.push(long.len());
                    long.push((at, at));
                }
                b'}' | b']' => {
                    let row = open.pop().unwrap_or_default();
                    match long.get_mut(row) {
                        // What is inside of a short one is shorter and is gone by now.
                        Some((start, _)) if at + 1 - *start < LONG => long.truncate(row),
                        Some((_, end)) => *end = at + 1,
                        None => {}
                    }
                }
                _ => {}
            }
            at += 1;
        }
        let address = text.as_ptr() as usize;
        Self { address, long }
    }

    /// The long value at the beginning of a text, if its end is known.
    pub(super) fn first<'t>(&self, text: &'t str) -> Option<&'t str> {
        let start = (text.as_ptr() as usize).wrapping_sub(self.address);
        let row = self.long.binary_search_by_key(&start, |&(start, _)| start);
        let (start, end) = self.long.get(row.ok()?)?;
        text.get(..end - start)
    }
}

/// Where the closing quotation mark of the string stands that starts at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(step) = bytes
        .get(at..)
        .and_then(|rest| memchr::memchr2(b'"', b'\\', rest))
    {
        at += step;
        if bytes[at] == b'"' {
            return at;
        }
        at += 2;
    }
    bytes.len()
}

// What a value should be, and what is noted when it is something else.

/// The keys under which moves and results stand: one that is left out costs a part of the game.
const OF_THE_GAME: [&str; 4] = ["moves", "move", "special", "forks"];

/// Why a value cannot be read. Of a broken one nothing is said: that it is broken has been said already.
#[derive(Debug)]
pub(super) struct Misread {
    pub span: Span,
    pub path: String,
    pub what: WrongValue,
    pub broken: bool,
}

impl Misread {
    /// What is wrong with a value that stands at this place, whole.
    pub(super) fn at(span: Span, path: &Path<'_>, what: WrongValue) -> Self {
        Self {
            span,
            path: path.to_string(),
            what,
            broken: false,
        }
    }
}

impl<'t> JkfReader<'t> {
    /// Where a value stands in the file.
    pub(super) fn span(&self, value: JsonValue<'_>) -> Span {
        let start = value.text.as_ptr() as usize - self.source.text.as_ptr() as usize;
        self.source.span(start, start + value.text.len())
    }

    /// A value that is not what it should be.
    pub(super) fn wrong(&self, value: JsonValue<'_>, path: &Path<'_>, wanted: Wanted) -> Misread {
        self.odd(value, path, WrongValue::Not(wanted))
    }

    /// A value with something else about it.
    pub(super) fn odd(&self, value: JsonValue<'_>, path: &Path<'_>, what: WrongValue) -> Misread {
        Misread {
            broken: !value.whole,
            ..Misread::at(self.span(value), path, what)
        }
    }

    /// An object without a member that it needs.
    pub(super) fn missing(&self, object: JsonValue<'_>, path: &Path<'_>, key: &str) -> Misread {
        self.odd(object, &path.key(key), WrongValue::Missing)
    }

    /// Notes a value that could not be read, what was taken in its place, and what kind of gap that is.
    pub(super) fn miss(
        &mut self,
        misread: Misread,
        taken: Taken,
        kind: impl FnOnce(ValueGap) -> GapKind,
    ) -> Option<GapId> {
        let Misread {
            span,
            path,
            what,
            broken,
        } = misread;
        let gap = Gap::new(span, kind(ValueGap { path, what, taken })).of(self.last);
        (!broken).then(|| self.record.gaps.push(gap))
    }

    /// What was noted since there were so many gaps belongs to the node that was read last.
    pub(super) fn belongs_to_last(&mut self, since: usize) {
        for gap in self.record.gaps.since(since) {
            gap.node = Some(self.last);
        }
    }

    /// Notes a value that costs nothing of the game.
    pub(super) fn doubt(&mut self, misread: Misread, taken: Taken) -> Option<GapId> {
        self.miss(misread, taken, |value| GapKind::SchemaError {
            value,
            costs_game: false,
        })
    }

    /// Notes a value that costs a part of the game.
    pub(super) fn loss(&mut self, misread: Misread, taken: Taken) {
        self.miss(misread, taken, |value| GapKind::SchemaError {
            value,
            costs_game: true,
        });
    }

    /// The members of an object that have these names, `null` counting as absent. Others are named in a note.
    pub(super) fn fields<const N: usize>(
        &mut self,
        object: JsonValue<'t>,
        path: &Path<'_>,
        names: [&str; N],
    ) -> Result<[Option<JsonValue<'t>>; N], Misread> {
        if !object.is_object() {
            return Err(self.wrong(object, path, Wanted::Object));
        }
        let mut found = [None; N];
        let ends = Rc::clone(&self.ends);
        for (key, value) in object.members_by(&ends) {
            let name = key.unquoted();
            match names.iter().position(|known| *known == name) {
                Some(_) if value.is_null() => {}
                Some(at) => {
                    if found[at].replace(value).is_some() {
                        let twice = Misread::at(self.span(key), &path.key(&name), WrongValue::Twice);
                        let costs_game = OF_THE_GAME.contains(&&*name);
                        self.miss(twice, Taken::Later, |value| GapKind::SchemaError {
                            value,
                            costs_game,
                        });
                    }
                }
                None => self.additional(key, &name, path),
            }
        }
        Ok(found)
    }

    /// Notes a key that the format does not have, once for each.
    fn additional(&mut self, key: JsonValue<'t>, name: &str, path: &Path<'_>) {
        if let Some(&known) = self.additional.get(key.text) {
            let gap = self.record.gaps.get_mut(known).map(|gap| &mut gap.kind);
            if let Some(GapKind::SchemaError { value, .. }) = gap
                && let WrongValue::UnknownKey(times) = &mut value.what
            {
                *times += 1;
            }
            return;
        }
        let unknown = Misread::at(self.span(key), &path.key(name), WrongValue::UnknownKey(1));
        if let Some(noted) = self.doubt(unknown, Taken::LeftOut) {
            self.additional.insert(key.text, noted);
        }
    }

    /// A string.
    pub(super) fn string(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<Cow<'t, str>, Misread> {
        if !value.is_string() {
            return Err(self.wrong(value, path, Wanted::String));
        }
        let text = value.unquoted();
        if matches!(text, Cow::Borrowed(_)) && text.contains('\\') {
            let misread = self.wrong(value, path, Wanted::Escape);
            self.doubt(misread, Taken::AsItStands);
        }
        Ok(text)
    }

    /// A whole number from zero. One in quotation marks is read, and noted.
    pub(super) fn number(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<u32, Misread> {
        if let Ok(number) = value.text.parse() {
            return Ok(number);
        }
        let misread = self.wrong(value, path, Wanted::Number);
        if value.is_string()
            && let Ok(number) = value.unquoted().parse()
        {
            self.doubt(misread, Taken::Number(number));
            return Ok(number);
        }
        Err(misread)
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, value: JsonValue<'_>, path: &Path<'_>) -> Result<bool, Misread> {
        match value.text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong(value, path, Wanted::Flag)),
        }
    }

    /// 0 for Black, 1 for White.
    pub(super) fn color(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<Color, Misread> {
        match self.number(value, path) {
            Ok(0) => Ok(Color::Black),
            Ok(1) => Ok(Color::White),
            _ => Err(self.wrong(value, path, Wanted::Color)),
        }
    }

    /// The two letters of CSA for a piece.
    pub(super) fn kind(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<PieceKind, Misread> {
        let code = if value.is_string() {
            value.unquoted()
        } else {
            Cow::Borrowed("")
        };
        let known = code.as_bytes().try_into().ok().and_then(csa::kind);
        known.ok_or_else(|| self.wrong(value, path, Wanted::Kind))
    }

    /// A square `{x, y}`.
    pub(super) fn square(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<Square, Misread> {
        let [x, y] = self.fields(value, path, ["x", "y"])?;
        let x = x.ok_or_else(|| self.missing(value, path, "x"))?;
        let y = y.ok_or_else(|| self.missing(value, path, "y"))?;
        let file = self.coordinate(x, &path.key("x"))?;
        let rank = self.coordinate(y, &path.key("y"))?;
        Square::new(file, rank).ok_or_else(|| self.wrong(value, path, Wanted::Square))
    }

    fn coordinate(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<u8, Misread> {
        match self.number(value, path) {
            Ok(number @ 1..=9) => Ok(number as u8),
            _ => Err(self.wrong(value, path, Wanted::Coordinate)),
        }
    }
}

// The way to a value: `moves[12].move.to.x`.

/// The way to a value from the record down. It is kept on the stack and written out when a finding needs it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'p> {
    /// A way that is written out already; empty for the record itself.
    From(&'p str),
    /// A member of an object.
    Key(&'p Path<'p>, &'p str),
    /// An element of an array.
    Index(&'p Path<'p>, usize),
}

impl<'p> Path<'p> {
    /// The record itself.
    pub(super) const RECORD: Path<'static> = Path::From("");

    /// The way to a member.
    pub(super) const fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    /// The way to an element.
    pub(super) const fn index(&'p self, index: usize) -> Self {
        Self::Index(self, index)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From("") => f.write_str("$"),
            Self::From(way) => f.write_str(way),
            Self::Key(Self::From(""), key) => f.write_str(&shortened(key)),
            Self::Key(object, key) => write!(f, "{object}.{}", shortened(key)),
            Self::Index(array, index) => write!(f, "{array}[{index}]"),
        }
    }
}

// Where the members of an object stand in a record of JKF.

/// Where a member of the object at a span stands in a record of JKF. The span itself where there is none, and in other
/// notations.
pub(crate) fn member_span(record: &Record<'_>, span: Span, name: &str) -> Span {
    if record.format != notation::JKF {
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

#[cfg(test)]
mod tests {
    use super::{Ends, JsonValue, Path, first_break};

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

    #[test]
    fn long_values_end_where_they_end() {
        let pad = "歩\\\"]}{[\\\\".repeat(20);
        let inner = format!("{{\"a\":[[],{{}},\"{pad}\"],\"b\":[1,[2]]}}");
        let text = format!("[{inner},[[]],[{inner}] ,7]");
        let whole = JsonValue::first(&text);
        assert!(whole.whole);
        let ends = Ends::of(whole.text);
        assert_eq!(
            ends.long.len(),
            6,
            "the text, both inner ones, their arrays and what holds the second"
        );
        for (at, _) in text.char_indices() {
            let rest = &text[at..];
            let known = ends.first(rest);
            assert!(
                known.is_none_or(|known| known == JsonValue::first(rest).text),
                "{at}"
            );
        }
    }

    #[test]
    fn ways_are_written_as_in_javascript() {
        let moves = Path::RECORD.key("moves");
        let entry = moves.index(12);
        assert_eq!(entry.key("move").to_string(), "moves[12].move");
        assert_eq!(Path::RECORD.to_string(), "$");
        assert_eq!(
            Path::From("moves[1].forks[0]").index(3).to_string(),
            "moves[1].forks[0][3]"
        );
    }
}
