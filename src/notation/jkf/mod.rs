//! JKF, the JSON Kifu Format 1.0 of Kifu for JS.
//!
//! A record is one JSON object. `serde_json` says where a value ends and whether the JSON is sound; the reader goes
//! into objects and arrays level by level, so that every value it looks at is a slice of the text and tells its place.
//! Nothing recurses, whatever the depth.
//!
//! Beyond the definition it reads: null and absent fields, keys in any order; moves without colour, piece or
//! destination as minimal and unnormalised files have them; `comment` beside `comments`; a board beside a preset;
//! several records in an array, or one after the other; JSON without or with too many commas, and the beginning of
//! one that was cut off.

mod cut;
mod ends;
mod entry;
mod foreign;
mod forks;
mod json;
mod member;
mod moves;
mod path;
mod preset;
mod read;
mod reader;
mod schema;
mod start;
mod variations;
mod write;

#[cfg(feature = "cli")]
pub(crate) use foreign::may_be_foreign;
pub(crate) use foreign::other_game;

pub(crate) use member::member_span;
pub(super) use member::part_of_start;

use super::{Bookmarks, Capabilities, Claim, Headers, Join, Newline, Notation, Scope, Target, formats, page};
use crate::finding::{Words, both};
use crate::record::SHOGI;
use crate::text::UTF_8;

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
    format: formats::JKF,
    title: both("JKF (JSON Kifu Format 1.0)", "JKF（JSON Kifu Format 1.0）"),
    extensions: &["jkf", "json"],
    encodings: Words::same("UTF-8"),
    page: page!(),
    scope: Scope::Games,
    claim_line: |line| Claim::strong_if(claims_line(line)),
    first_record: cut::first_record,
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

#[cfg(test)]
mod tests {
    use super::claims_line;

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
}
