//! JKF, the JSON Kifu Format 1.0 of Kifu for JS.
//!
//! A record is one JSON object. One pass over its text makes a table of the values with their places, in which the reader
//! looks them up in any order. Nothing recurses, whatever the depth.
//!
//! Beyond the definition it reads: null and absent fields, keys in any order; moves without colour, piece or
//! destination as minimal and unnormalised files have them; `comment` beside `comments`; a board beside a preset;
//! several records in an array, or one after the other; JSON without or with too many commas, and the beginning of
//! one that was cut off.

use memchr::memchr;

use super::{Bookmarks, Capabilities, Claim, Headers, Join, Newline, Notation, Scope, Target, page};
use crate::finding::{Words, both};
use crate::record::SHOGI;
use crate::text::UTF_8;
use json::Json;
use read::is_record;

mod foreign;
mod json;
mod read;
mod start;
mod values;
mod write;

#[cfg(feature = "archives")]
pub(crate) use foreign::may_be_foreign;
pub(crate) use foreign::other_game;
pub(crate) use json::member_span;
pub(super) use json::part_of_start;

const TARGETS: &[Target] = &[Target {
    name: "jkf",
    about: both("JKF, normalised, on one line", "JKF（正規化、一行）"),
    games: &[&SHOGI],
    extension: "jkf",
    encoding: UTF_8,
    newline: Newline::Lf,
    join: Join::Never,
    holds: Capabilities {
        moves: true,
        variations: true,
        moves_after_end: true,
        variations_after_end: true,
        plies_before: false,
        last_move: false,
        numbers: false,
        piece_names: true,
        side_marks: true,
        always_marks: false,
        headers: Headers::Any,
        comments: true,
        bookmarks: Bookmarks::AsComments,
        tool_lines: false,
        clock: Some(1000),
        totals: true,
        results: write::RESULTS,
        may_declare: None,
        result_clock: true,
        claims: false,
    },
    write: write::write,
}];

/// The entry of JKF in the table of notations.
pub static NOTATION: Notation = Notation {
    format: super::JKF,
    title: both("JKF (JSON Kifu Format 1.0)", "JKF（JSON Kifu Format 1.0）"),
    extensions: &["jkf", "json"],
    encodings: Words::same("UTF-8"),
    page: page!("jkf"),
    scope: Scope::Games,
    claim_line: |line| Claim::strong_if(claims_line(line)),
    first_record,
    read: read::read,
    targets: TARGETS,
};

/// Whether a line can only be JSON: it opens an object or an array with a value in it, or begins with a string and a
/// colon. A line `[[word]]` or `]` is as likely TOML or a program.
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

// Where one record of a text ends.

/// Length of the first record: the first object with all that stands before it, and the blanks, commas and brackets
/// of an array after it. Objects that follow and are no records belong to it, so that a list of something else is
/// one thing that cannot be read and not thousands; and so does everything after an object that does not end.
fn first_record(text: &str) -> usize {
    let bytes = text.as_bytes();
    let next = |from: usize| memchr(b'{', &bytes[from..]).map(|at| from + at);
    let Some(mut start) = next(0) else {
        return bytes.len();
    };
    while let Some(end) = object_end(bytes, start) {
        let Some(other) = next(end) else { break };
        if is_record(Json::of(&text[other..]).root()) {
            let behind = bytes[end..other].iter();
            return end + behind.take_while(|byte| b" \t\r\n,]".contains(byte)).count();
        }
        start = other;
    }
    bytes.len()
}

/// After the object that starts at `start`; braces inside of strings do not count.
fn object_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut rest = bytes[start..].iter();
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

#[cfg(test)]
mod tests {
    use super::{claims_line, first_record};

    #[test]
    fn only_lines_of_json_are_claimed() {
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
    fn records_are_cut_behind_objects() {
        // `@` stands for a record.
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
        }
    }
}
