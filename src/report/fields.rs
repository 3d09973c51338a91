//! What the fields of the objects of `json` and `jsonl` mean: their schema, and the page about them.

use serde_json::{Map, Value, json};

use super::json::SCHEMA;
use super::put;
use crate::finding::Severity;
use crate::notation::NOTATIONS;
use crate::record::{Format, Terminal};
use crate::system::SYSTEMS;
use crate::text::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

/// A field of an object.
struct Field {
    name: &'static str,
    presence: Presence,
    /// What it holds, as a JSON schema says.
    values: fn() -> Value,
    about: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Always,
    /// It is `null` where nothing is known.
    OrNull,
    /// It is left out where nothing is known.
    OrAbsent,
}

/// Those of a record, in their order.
const RECORD: &[Field] = &[
    always(
        "schema",
        || json!({"const": SCHEMA}),
        "Version of this structure; it increases when a field changes its meaning or is removed, not when a field is added",
    ),
    always(
        "path",
        text,
        "Path of the file: the argument as typed, and the path below it",
    ),
    always("record", || from(1), "Number of the record in its file, from 1"),
    always("format", formats, "Format; `unknown` if no record was found"),
    always("game", games, "Game that was played"),
    always("profile", text, "Profile with which the record was checked"),
    always(
        "encoding",
        encodings,
        "Encoding of the file, with its WHATWG name",
    ),
    always(
        "plies",
        || from(0),
        "Moves of the main line that were read, including illegal ones",
    ),
    or_null("end", ends, "End of the game as stated in the record"),
    or_null("stated", winners, "Winner as stated in the record"),
    or_null(
        "verdict",
        winners,
        "Winner by the rules; if it differs from `stated`, a finding gives the reason",
    ),
    always(
        "findings",
        || json!({"type": "array", "items": {"$ref": "#/$defs/finding"}}),
        "Findings in order of ply, then of detection; empty if nothing was found",
    ),
];

/// Those of a finding.
const FINDING: &[Field] = &[
    always(
        "rule",
        || json!({"type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"}),
        "Name of the rule, which never changes; [docs/rules.md](rules.md) lists the rules",
    ),
    always(
        "severity",
        || words(&Severity::ALL.map(Severity::name)),
        "Severity",
    ),
    or_absent(
        "ply",
        || from(0),
        "Ply, from 1; 0 is the start position and the headers; absent if the finding is about the whole record",
    ),
    or_absent(
        "variation",
        || json!({"type": "array", "items": from(1), "minItems": 2}),
        "Path to the variation: `[3,1]` is the first alternative at ply 3 of the main line; each nested variation adds two numbers",
    ),
    or_absent("line", || from(1), "Line in the file, from 1"),
    or_absent(
        "column",
        || from(1),
        "Column in the line, from 1, in characters whatever the encoding",
    ),
    or_absent("byte", || from(0), "Byte offset in the file, from 0"),
    or_absent("side", seats, "Side whose move the finding is about"),
    or_absent(
        "move",
        text,
        "Move in USI if it has this form, otherwise as written",
    ),
    or_absent("sfen", text, "Position before the move, for shogi"),
    or_absent(
        "position",
        text,
        "The same in any other game; see [Other games](other-games.md)",
    ),
    always(
        "message",
        text,
        "Message for people, in English unless `--lang` selects another language",
    ),
    always(
        "after_foul",
        truth,
        "Whether an illegal move occurs before it in its line of play",
    ),
    or_absent(
        "acknowledged",
        truth,
        "Whether the record itself reports this illegal move and has the penalty for it",
    ),
];

const fn always(name: &'static str, values: fn() -> Value, about: &'static str) -> Field {
    Field {
        name,
        presence: Presence::Always,
        values,
        about,
    }
}

const fn or_null(name: &'static str, values: fn() -> Value, about: &'static str) -> Field {
    Field {
        name,
        presence: Presence::OrNull,
        values,
        about,
    }
}

const fn or_absent(name: &'static str, values: fn() -> Value, about: &'static str) -> Field {
    Field {
        name,
        presence: Presence::OrAbsent,
        values,
        about,
    }
}

fn text() -> Value {
    json!({"type": "string"})
}

fn truth() -> Value {
    json!({"type": "boolean"})
}

fn from(least: u64) -> Value {
    json!({"type": "integer", "minimum": least})
}

/// One of these, each of them once.
fn words(words: &[&'static str]) -> Value {
    let mut once: Vec<_> = Vec::new();
    for word in words {
        if !once.contains(word) {
            once.push(*word);
        }
    }
    json!({"enum": once})
}

fn formats() -> Value {
    let known = NOTATIONS.iter().map(|it| it.format);
    let names: Vec<_> = known.chain([Format::UNKNOWN]).map(Format::name).collect();
    words(&names)
}

fn games() -> Value {
    let names: Vec<_> = SYSTEMS.iter().map(|it| it.game.name).collect();
    words(&names)
}

fn encodings() -> Value {
    let all = [UTF_8, SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP, UTF_16LE, UTF_16BE];
    words(&all.map(Encoding::name))
}

fn ends() -> Value {
    let names: Vec<_> = Terminal::ALL.iter().map(|it| it.name()).collect();
    words(&names)
}

fn seat_names() -> Vec<&'static str> {
    let seats = SYSTEMS.iter().flat_map(|it| it.game.seats.iter());
    seats.map(|seat| seat.name).collect()
}

fn seats() -> Value {
    words(&seat_names())
}

fn winners() -> Value {
    let names: Vec<_> = seat_names().into_iter().chain(["draw", "none"]).collect();
    words(&names)
}

/// The schema of an object of `jsonl`, and of each in the array of `json`.
pub fn schema() -> Value {
    let mut schema = object(RECORD);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "kifu validate --format jsonl".into();
    schema["description"] = "One line per record; --format json writes the same objects as one array.".into();
    schema["$defs"] = json!({"finding": object(FINDING)});
    schema
}

fn object(fields: &[Field]) -> Value {
    let required: Vec<_> = fields
        .iter()
        .filter(|it| it.presence != Presence::OrAbsent)
        .map(|it| it.name)
        .collect();
    let properties: Map<_, _> = fields
        .iter()
        .map(|it| (it.name.to_owned(), property(it)))
        .collect();
    // A later version may add fields.
    json!({"type": "object", "required": required, "properties": properties})
}

fn property(field: &Field) -> Value {
    let mut values = (field.values)();
    if field.presence == Presence::OrNull {
        values = json!({"anyOf": [values, {"type": "null"}]});
    }
    values["description"] = field.about.into();
    values
}

/// The tables of the fields, in Markdown.
pub fn manual() -> String {
    let mut out = String::new();
    for (title, fields) in [("A record", RECORD), ("A finding", FINDING)] {
        put!(
            out,
            "\n### {title}\n\n| field | value | description |\n|---|---|---|\n"
        );
        for field in fields {
            put!(out, "| `{}` | {} | {} |\n", field.name, holds(field), field.about);
        }
    }
    out
}

fn holds(field: &Field) -> String {
    let values = (field.values)();
    let kind = match (&values["enum"], &values["const"], values["type"].as_str()) {
        (Value::Array(words), ..) => words
            .iter()
            .filter_map(Value::as_str)
            .map(|it| format!("`{it}`"))
            .collect::<Vec<_>>()
            .join(" "),
        (_, Value::Number(number), _) => number.to_string(),
        (.., Some("integer")) => "an integer".to_owned(),
        (.., Some("boolean")) => "`true` or `false`".to_owned(),
        (.., Some("array")) => "a list".to_owned(),
        _ => "a string".to_owned(),
    };
    match field.presence {
        Presence::Always => kind,
        Presence::OrNull => format!("{kind}; or `null`"),
        Presence::OrAbsent => format!("{kind}; or absent"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::json::tests;

    /// What is written has these fields in this order: the test of `json` has an object with every one of them.
    #[test]
    fn the_fields_are_those_that_are_written() {
        let names = |fields: &[Field]| fields.iter().map(|it| it.name).collect::<Vec<_>>();
        let written = tests::FULL;
        let mut at = 0;
        for name in names(RECORD)
            .into_iter()
            .chain(names(FINDING))
            .filter(|&it| it != "position")
        {
            let key = format!("\"{name}\":");
            at += written[at..]
                .find(&key)
                .unwrap_or_else(|| panic!("{name} in {written}"));
        }
        assert_eq!(written.matches("\":").count(), RECORD.len() + FINDING.len() - 1);
    }
}
