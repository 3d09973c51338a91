//! JKF, the JSON Kifu Format 1.0 of Kifu for JS.
//!
//! A record is one JSON object. One pass over its text creates a table of the values with their spans, and the
//! reader looks values up in any order. There is no recursion at any depth.
//!
//! Beyond the definition, the reader accepts:
//!
//! * `null` and absent fields, and keys in any order;
//! * moves without colour, piece or destination, as in minimal and unnormalised files;
//! * `comment` together with `comments`, and a board together with a preset;
//! * several records in an array, or one after the other;
//! * JSON with missing or superfluous commas, and the beginning of truncated JSON.

use memchr::{memchr, memmem};

use super::gib::{JANGGI, Ply};
use super::other_game::is_other_game;
use super::tokens::SECTION_BYTES;
use super::{Bookmarks, Capabilities, Claim, Notation, Scope, Target};
use crate::finding::{Words, both};
use crate::record::Record;
use json::{Json, JsonValue};
use read::{KEYS, is_record};

mod bytes;
mod edit;
mod fast_path;
mod json;
mod read;
mod start;
mod words;
mod write;

pub(crate) use edit::{Entry, has_all_destinations, move_in_style};
#[doc(hidden)]
pub use read::read_by_table;

// `read_by_table` is for tests that compare the fast path with the table of JSON values.

/// The capabilities of JKF. JKF has no move numbers and no program lines.
const CAPABILITIES: Capabilities = Capabilities {
    variations_after_end: true,
    numbers: false,
    bookmarks: Bookmarks::AsComments,
    tool_lines: false,
    results: write::RESULTS,
    claims: false,
    passes: false,
    ..Capabilities::GAME
};

/// The entry of JKF in the table of formats.
pub static NOTATION: Notation = Notation {
    format: super::JKF,
    title: both("JKF (JSON Kifu Format 1.0)", "JKF（JSON Kifu Format 1.0）"),
    extensions: &["jkf", "json"],
    encodings: Words::untranslated("UTF-8"),
    scope: Scope::Games,
    form: super::TextForm {
        layout: super::Layout::Json,
        part_of_start: json::part_of_start,
        other_board_size: start::other_board_size,
        value_of_move: json::value_of_move,
        other_game,
        move_text: |_, _, ply| edit::move_text(ply),
        start_text: None,
        start_edits: edit::start_edits,
        move_unit: super::MoveUnit::Entry,
        move_in_words: edit::move_in_words,
        ..super::TextForm::LINES
    },
    binary: None,
    claim_line: |line| Claim::Strong.when(claims_line(line)),
    first_record,
    sort_key: None,
    read: read::read,
    targets: &[Target::new(
        "jkf",
        both("JKF (normalised, on one line)", "JKF（正規化、一行）"),
        CAPABILITIES,
        write::write,
    )],
};

/// Returns whether a line can only be JSON.
///
/// Such a line is an opening bracket alone, or opens an object or an array with a value in it. A line that begins with
/// a string and contains a colon after a quotation mark can also only be JSON. A line `[[word]]` or `]` may just as
/// well be TOML or program code.
fn claims_line(line: &str) -> bool {
    let line = line.trim();
    match line.as_bytes() {
        [b'{' | b'['] | [b'{' | b'[', b'}' | b']' | b'"', ..] => true,
        [b'{' | b'[', b'{' | b'[', ..] => {
            let value = line.trim_start_matches(['{', '[', ' ', '\t']);
            value.is_empty() || value.starts_with(|c: char| c.is_ascii_digit() || "\"}]-".contains(c))
        }
        [b'{', b' ' | b'\t', rest @ ..] => rest.trim_ascii_start().starts_with(b"\""),
        [b'"', ..] => line.contains("\":"),
        _ => false,
    }
}

// The end of one record in a text.

/// Returns the length of the first record (bytes).
///
/// The record is the first object with all text before it, and the blanks, commas and closing array brackets after it.
/// Objects after the record that are not records belong to it, so that a list of other objects is one unreadable record
/// instead of thousands. If an object does not end, all text after it also belongs to the record.
fn first_record(text: &str) -> usize {
    let bytes = text.as_bytes();
    let next_brace = |from: usize| memchr(b'{', &bytes[from..]).map(|at| from + at);
    let Some(mut start) = next_brace(0) else {
        return bytes.len();
    };
    let before_last_key = &bytes[..last_key_offset(bytes)];
    while let Some(end) = object_end(before_last_key, start) {
        let Some(next_object) = next_brace(end) else { break };
        if is_record(Json::parse(&text[next_object..]).root()) {
            let bytes_between = bytes[end..next_object].iter();
            return end
                + bytes_between
                    .take_while(|byte| b" \t\r\n,]".contains(byte))
                    .count();
        }
        start = next_object;
    }
    bytes.len()
}

/// Returns the offset of the last text that may be a key of a record (bytes). No record begins after this offset.
///
/// Returns the length of the text if a key occurs twice, or if the text is long. The search for keys is faster than a
/// search for the end of an object, but would be repeated too often in a long text.
fn last_key_offset(bytes: &[u8]) -> usize {
    /// Length of the beginning of the text that is searched first (bytes).
    const NEAR_BYTES: usize = 1 << 10;
    let mut last_offset = 0;
    // In a list of small records, a second key is near the beginning.
    for part in [&bytes[..bytes.len().min(NEAR_BYTES)], bytes] {
        // A key with an escape (`\u`) may be any key.
        for key in KEYS.iter().chain(&["\\u"]) {
            let mut offsets = memmem::find_iter(part, key);
            last_offset = last_offset.max(offsets.next().unwrap_or_default());
            if bytes.len() > SECTION_BYTES || offsets.next().is_some() {
                return bytes.len();
            }
        }
    }
    last_offset
}

/// Returns the offset after the object that begins at `start` (bytes); `None` if the object does not end.
///
/// Braces inside strings are ignored.
fn object_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut rest = bytes.get(start..)?.iter();
    let mut depth = 0_usize;
    loop {
        match rest.next()? {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(bytes.len() - rest.len()),
            b'}' => depth -= 1,
            b'"' => loop {
                match rest.next()? {
                    b'"' => break,
                    b'\\' => {
                        rest.next();
                    }
                    _ => {}
                }
            },
            _ => {}
        }
    }
}

// JSON of other programs that has a key of JKF by coincidence.

/// The keys of an entry of `moves`.
const ENTRY_KEYS: [&str; 6] = ["move", "special", "time", "comments", "comment", "forks"];

/// Maximum number of entries of a list that are examined. More than one is examined, because the first entry of a damaged
/// record may be damaged.
const MAX_ENTRIES_EXAMINED: usize = 8;

/// Returns whether the JSON of a record may be that of another program: a complete object that has only one key of JKF,
/// with a value in which nothing is typical of JKF.
///
/// Example: `{"header":{"alg":"HS256"}}`. Two keys of JKF are not a coincidence, and truncated JSON may have had more
/// keys.
pub(crate) fn may_be_foreign(record: &Record<'_>) -> bool {
    let Some(start) = record.text.find('{').filter(|_| record.format == super::JKF) else {
        return false;
    };
    let json = Json::parse(&record.text[start..]);
    let object = json.root();
    let mut jkf_members = object
        .members()
        .filter(|(key, _)| key.index_in(&KEYS, 0).is_some());
    match (jkf_members.next(), jkf_members.next()) {
        (Some((key, value)), None) => object.is_whole() && !is_jkf_value(&key.to_str(), value),
        _ => false,
    }
}

/// Returns whether the value of a JKF key contains something that only JKF has there.
fn is_jkf_value(key: &str, value: JsonValue<'_, '_>) -> bool {
    match key {
        // JKF uses the header keys of KIF, which are Japanese.
        "header" => value.members().any(|(key, _)| !key.to_str().is_ascii()),
        "initial" => has_any_key(value, &["preset", "data"]),
        _ => value
            .elements()
            .take(MAX_ENTRIES_EXAMINED)
            .any(|entry| entry.text() == "{}" || has_any_key(entry, &ENTRY_KEYS)),
    }
}

/// Keys under which programs specify the game.
const GAME_KEYS: [&str; 4] = ["variant", "game", "gameType", "rule"];

/// Returns the text that identifies another game in a JSON record, and the name of this game; `None` if no text
/// identifies one.
///
/// The text is the name of the game, or the key of a header or a move of janggi.
fn other_game<'t>(record: &Record<'t>) -> Option<(&'t str, String)> {
    let start = record.text.find('{')?;
    Json::parse(&record.text[start..])
        .root()
        .members()
        .find_map(|(key, value)| match &*key.to_str() {
            name if GAME_KEYS.contains(&name) && value.is_string() => {
                let game = value.to_str();
                is_other_game(&game).then(|| (value.text(), game.into_owned()))
            }
            "header" => {
                let mut keys = value.members().map(|(key, _)| key);
                let janggi_key = keys.find(|key| key.to_str().ends_with("대국자"))?;
                Some((janggi_key.text(), JANGGI.name.to_owned()))
            }
            "moves" => {
                let janggi_move = value
                    .elements()
                    .take(MAX_ENTRIES_EXAMINED)
                    .find(|&it| is_move_of_janggi(it))?;
                Some((janggi_move.text(), JANGGI.name.to_owned()))
            }
            _ => None,
        })
}

/// Returns whether a value is a move as in records of janggi, or an object with such a move as the value of a member.
fn is_move_of_janggi(entry: JsonValue<'_, '_>) -> bool {
    let is_move = |value: JsonValue<'_, '_>| {
        value.is_string() && Ply::parse(&value.to_str()).is_some_and(|ply| ply.step.is_some())
    };
    is_move(entry) || entry.is_object() && entry.members().any(|(_, value)| is_move(value))
}

fn has_any_key(object: JsonValue<'_, '_>, keys: &[&str]) -> bool {
    object.members().any(|(key, _)| key.index_in(keys, 0).is_some())
}

#[cfg(test)]
mod tests {
    use super::{SECTION_BYTES, claims_line, first_record};

    #[test]
    fn only_lines_of_json_are_detected() {
        for line in [
            "{",
            "[",
            "{\"header\":{}}",
            "{ \"header\" : {}",
            "[{\"header\"",
            "  \"先手\": \"甲\",",
            "\"moves\":[",
            "{}",
            "[[",
            "[{",
            "[[1,2]]",
            "[[{\"header\"",
        ] {
            assert!(claims_line(line), "{line}");
        }
        for line in [
            "",
            "{甲",
            "[甲対乙]",
            "{ 甲 }",
            "[package]",
            "[[bin]]",
            "]",
            "  },",
            "]}",
            "} ] }",
            "\"甲\"",
            "}、",
            "先手：\"甲\":",
            "*{\"header\":{}}",
            "'{\"a\":1}",
            "+7776FU",
            "   1 ７六歩(77)",
        ] {
            assert!(!claims_line(line), "{line}");
        }
    }

    #[test]
    fn records_are_cut_after_objects() {
        // The character `@` represents a record.
        let record = "{\"moves\":[{}]}";
        for (text, first) in [
            ("", ""),
            ("{}", "{}"),
            (" @ \n", " @ \n"),
            ("@\n@\n", "@\n"),
            ("@@", "@"),
            ("[@ , @]", "[@ , "),
            ("@]\n", "@]\n"),
            ("[\n @,\n @\n]", "[\n @,\n "),
            ("{\"a\":\"}{\"} @", "{\"a\":\"}{\"} "),
            (r#"{"a":"\"}\\"} @"#, r#"{"a":"\"}\\"} "#),
            ("{\"a @ @", "{\"a @ @"),
            ("{\"a\\", "{\"a\\"),
            ("{@ @", "{@ @"),
            ("@ trailing", "@ trailing"),
            ("@} @", "@"),
            ("x @ y @", "x @ "),
            ("[{},{\"a\":{}},{}]", "[{},{\"a\":{}},{}]"),
            ("[{},@,{},@]", "[{},"),
            ("@,{},@]", "@,{},"),
            ("[[[[", "[[[["),
        ] {
            let (text, first) = (text.replace('@', record), first.replace('@', record));
            assert_eq!(&text[..first_record(&text)], first, "{text:?}");
            // In long texts, the end of an object is searched for without looking for keys first.
            let long = format!("{text}{}", " ".repeat(SECTION_BYTES));
            let expected = if first == text { long.len() } else { first.len() };
            assert_eq!(first_record(&long), expected, "{text:?}");
        }
    }
}

#[cfg(test)]
mod foreign_tests {
    use super::may_be_foreign;
    use crate::record::Record;

    fn is_foreign(text: &str) -> bool {
        let record = Record {
            text,
            ..Record::new(crate::notation::JKF)
        };
        may_be_foreign(&record)
    }

    #[test]
    fn a_key_alone_is_not_a_record() {
        for text in [
            r#"{"header":{"alg":"HS256"},"payload":{}}"#,
            r#"{"header":"Release notes"}"#,
            r#"{"initial":0}"#,
            r#"{"initial":{"width":80}}"#,
            r#"{"moves":["e4"]}"#,
            r#"{"moves":[{"name":"tackle","power":40}]}"#,
            r#"{"moves":12,"score":3}"#,
            r#"{"moves":null}"#,
        ] {
            assert!(is_foreign(text), "{text}");
        }
    }

    #[test]
    fn a_damaged_record_is_detected() {
        for text in [
            r#"{"header":{"先手":"甲"}}"#,
            r#"{"header":{"\u5148\u624b":"a"},"payload":{}}"#,
            r#"{"header":{},"moves":7}"#,
            r#"{"initial":{"preset":4}}"#,
            r#"{"initial":{"data":null}}"#,
            r#"{"moves":[{}]}"#,
            r#"{"moves":["x",{"move":"x"}]}"#,
            r#"{"moves":[{"comments":5}]}"#,
            r#"{"moves":[0,0,{"special":"TORYO"}]}"#,
            // Truncated text may have continued with more keys.
            r#"{"header":{"alg":"HS256"}"#,
            r#"{"moves":["e4""#,
        ] {
            assert!(!is_foreign(text), "{text}");
        }
    }
}
