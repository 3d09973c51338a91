//! Descriptions of the fields in `json` and `jsonl` output: their schema, and the page about them.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::check::SCHEMA;
use crate::finding::{Language, Severity, Words, both};
use crate::notation::NOTATIONS;
use crate::record::{Format, Terminal};
use crate::report::json::tests::FULL;
use crate::system::SYSTEMS;
use crate::text::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

/// The fields in order, one line each: object, name, presence, values, and description in English and Japanese.
const FIELDS: &str = include_str!("fields.tsv");

/// A field of an object.
struct Field {
    name: &'static str,
    presence: Presence,
    /// The values, as a JSON schema.
    values: Value,
    about: Words,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Always,
    /// It is `null` if the value is unknown.
    OrNull,
    /// It is absent if the value is unknown.
    OrAbsent,
}

/// Returns the fields of a `record` or a `finding`.
fn fields(object: &str) -> Vec<Field> {
    let lines = FIELDS.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let of_object = lines.filter_map(|cells| match cells[..] {
        [of, name, presence, values, english, japanese] if of == object => Some(Field {
            name,
            presence: match presence {
                "or null" => Presence::OrNull,
                "or absent" => Presence::OrAbsent,
                _ => Presence::Always,
            },
            values: self::values(values),
            about: both(english, japanese),
        }),
        _ => None,
    });
    of_object.collect()
}

fn values(kind: &str) -> Value {
    match kind {
        "version" => json!({"const": SCHEMA}),
        "findings" => json!({"type": "array", "items": {"$ref": "#/$defs/finding"}}),
        "rule" => json!({"type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"}),
        "way" => json!({"type": "array", "items": from(1), "minItems": 2}),
        "from 0" => from(0),
        "from 1" => from(1),
        "truth" => json!({"type": "boolean"}),
        "severities" => words(Severity::ALL.map(Severity::name)),
        "formats" => {
            let known = NOTATIONS.iter().map(|it| it.format);
            words(known.chain([Format::UNKNOWN]).map(Format::name))
        }
        "games" => words(SYSTEMS.iter().map(|it| it.game.name)),
        "encodings" => {
            let all = [UTF_8, SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP, UTF_16LE, UTF_16BE];
            words(all.map(Encoding::name))
        }
        "ends" => words(Terminal::ALL.iter().map(|it| it.name())),
        "seats" => words(seats()),
        "winners" => words(seats().chain(["draw", "none"])),
        _ => json!({"type": "string"}),
    }
}

fn from(least: u64) -> Value {
    json!({"type": "integer", "minimum": least})
}

/// Returns the schema of an enumeration, without duplicates.
fn words(words: impl IntoIterator<Item = &'static str>) -> Value {
    let mut once: Vec<_> = Vec::new();
    for word in words {
        if !once.contains(&word) {
            once.push(word);
        }
    }
    json!({"enum": once})
}

fn seats() -> impl Iterator<Item = &'static str> {
    let seats = SYSTEMS.iter().flat_map(|it| it.game.seats.iter());
    seats.map(|seat| seat.name)
}

/// Returns the schema of an object in `jsonl`, which is also that of each element in `json`.
pub(super) fn schema() -> Value {
    let mut schema = object(&fields("record"));
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "kifu validate --format jsonl".into();
    schema["description"] = "One line per record; --format json writes the same objects as one array.".into();
    schema["$defs"] = json!({"finding": object(&fields("finding"))});
    schema
}

fn object(fields: &[Field]) -> Value {
    let required: Vec<_> = fields
        .iter()
        .filter(|field| field.presence != Presence::OrAbsent)
        .map(|it| it.name)
        .collect();
    let properties: Map<_, _> = fields
        .iter()
        .map(|field| (field.name.to_owned(), property(field)))
        .collect();
    // Additional properties are allowed, because a later version may add fields.
    json!({"type": "object", "required": required, "properties": properties})
}

fn property(field: &Field) -> Value {
    let mut values = field.values.clone();
    if field.presence == Presence::OrNull {
        values = json!({"anyOf": [values, {"type": "null"}]});
    }
    values["description"] = field.about.english.into();
    values
}

/// Returns the tables of the fields in Markdown.
pub(super) fn manual(language: Language) -> String {
    let mut out = String::new();
    let record = language.either("A record", "棋譜");
    let finding = language.either("A finding", "指摘");
    let columns = language.either("field | value | description", "フィールド | 値 | 説明");
    for (title, object) in [(record, "record"), (finding, "finding")] {
        let _ = write!(out, "\n### {title}\n\n| {columns} |\n|---|---|---|\n");
        for field in fields(object) {
            let (name, about) = (field.name, field.about.in_language(language));
            let _ = writeln!(out, "| `{name}` | {} | {about} |", holds(&field, language));
        }
    }
    out
}

fn holds(field: &Field, language: Language) -> String {
    let values = &field.values;
    let kind = match (&values["enum"], &values["const"], values["type"].as_str()) {
        (Value::Array(words), ..) => words
            .iter()
            .filter_map(Value::as_str)
            .map(|word| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(" "),
        (_, Value::Number(number), _) => number.to_string(),
        (.., Some("integer")) => language.either("an integer", "整数").to_owned(),
        (.., Some("boolean")) => language
            .either("`true` or `false`", "`true` または `false`")
            .to_owned(),
        (.., Some("array")) => language.either("a list", "リスト").to_owned(),
        _ => language.either("a string", "文字列").to_owned(),
    };
    let otherwise = match field.presence {
        Presence::Always => "",
        Presence::OrNull => language.either("; or `null`", "、または `null`"),
        Presence::OrAbsent => language.either("; or absent", "。ないこともある"),
    };
    kind + otherwise
}

/// The output has these fields in this order. The object `FULL` in the test of `json` contains all of them.
#[test]
fn documented_fields_equal_the_output() {
    let [record, finding] = ["record", "finding"].map(fields);
    let names = |fields: &[Field]| fields.iter().map(|it| it.name).collect::<Vec<_>>();
    let written = FULL;
    let mut at = 0;
    for name in names(&record)
        .into_iter()
        .chain(names(&finding))
        .filter(|&name| name != "position")
    {
        let key = format!("\"{name}\":");
        at += written[at..]
            .find(&key)
            .unwrap_or_else(|| panic!("{name} in {written}"));
    }
    assert_eq!(written.matches("\":").count(), record.len() + finding.len() - 1);
}
