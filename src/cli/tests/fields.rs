//! Descriptions of the fields in `json` and `jsonl` output: their schema, and the page about them.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::check::SCHEMA;
use crate::finding::{Applicability, CauseKind, Language, Severity, Words, both};
use crate::notation::NOTATIONS;
use crate::proof::Proof;
use crate::record::{Format, Terminal};
use crate::report::json::tests::FULL;
use crate::system::SYSTEMS;
use crate::text::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

/// The fields in the order of the output, one line each: object, name, presence, values, and description in English and
/// Japanese.
const FIELDS: &str = include_str!("fields.tsv");

/// A field of a `record` or a `finding` in JSON.
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
    /// The field is `null` if the value is unknown.
    OrNull,
    /// The field is absent if the value is unknown.
    OrAbsent,
}

/// Returns the fields of a `record` or a `finding`.
fn fields(object: &str) -> Vec<Field> {
    let lines = FIELDS.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let object_fields = lines.filter_map(|cells| match cells[..] {
        [owner, name, presence, values, english, japanese] if owner == object => Some(Field {
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
    object_fields.collect()
}

fn values(kind: &str) -> Value {
    match kind {
        "version" => json!({"const": SCHEMA}),
        "findings" => json!({"type": "array", "items": {"$ref": "#/$defs/finding"}}),
        "proof" => {
            let kinds = json!({"kind": enumeration(Proof::KINDS)});
            json!({"type": "object", "required": ["kind"], "properties": kinds})
        }
        "cause" | "fix" => json!({"$ref": format!("#/$defs/{kind}")}),
        "causes" => json!({"type": "array", "items": {"$ref": "#/$defs/cause"}, "minItems": 2}),
        "related" => json!({"type": "array", "items": {"$ref": "#/$defs/related"}}),
        "edits" => json!({"type": "array", "items": {"$ref": "#/$defs/edit"}}),
        "causekinds" => enumeration(CauseKind::ALL.map(CauseKind::name)),
        "applicabilities" => {
            enumeration([Applicability::Safe, Applicability::Unsafe].map(Applicability::name))
        }
        "rule" => json!({"type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"}),
        "way" => json!({"type": "array", "items": integer_from(1), "minItems": 2}),
        "from 0" => integer_from(0),
        "from 1" => integer_from(1),
        "truth" => json!({"type": "boolean"}),
        "severities" => enumeration(Severity::ALL.map(Severity::name)),
        "formats" => {
            let formats = NOTATIONS.iter().map(|it| it.format);
            enumeration(formats.chain([Format::UNKNOWN, Format::SHEET]).map(Format::name))
        }
        "games" => enumeration(SYSTEMS.iter().map(|it| it.game.name)),
        "encodings" => {
            let encodings = [UTF_8, SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP, UTF_16LE, UTF_16BE];
            enumeration(encodings.map(Encoding::name))
        }
        "ends" => enumeration(Terminal::ALL.iter().map(|it| it.name())),
        "seats" => enumeration(seats()),
        "winners" => enumeration(seats().chain(["draw", "none"])),
        _ => json!({"type": "string"}),
    }
}

fn integer_from(least: u64) -> Value {
    json!({"type": "integer", "minimum": least})
}

/// Returns the schema of an enumeration of these words, each once.
fn enumeration(words: impl IntoIterator<Item = &'static str>) -> Value {
    let mut distinct: Vec<_> = Vec::new();
    for word in words {
        if !distinct.contains(&word) {
            distinct.push(word);
        }
    }
    json!({"enum": distinct})
}

fn seats() -> impl Iterator<Item = &'static str> {
    let seats = SYSTEMS.iter().flat_map(|it| it.game.seats.iter());
    seats.map(|seat| seat.name)
}

/// Returns the schema of a line of `jsonl`, which is also the schema of an element of the array in `json`.
pub(super) fn schema() -> Value {
    let mut schema = object(&fields("record"));
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "kifu validate --format jsonl".into();
    schema["description"] = "One line per record; --format json writes the same objects as one array.".into();
    let definitions =
        ["finding", "related", "cause", "fix", "edit"].map(|name| (name.to_owned(), object(&fields(name))));
    schema["$defs"] = Value::Object(definitions.into_iter().collect());
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
    let related = language.either("Another record or a sheet", "ほかの棋譜か表");
    let cause = language.either("A cause", "原因");
    let fix = language.either("A fix", "修正");
    let edit = language.either("An edit of a fix", "修正の変更箇所");
    let objects = [
        (record, "record"),
        (finding, "finding"),
        (related, "related"),
        (cause, "cause"),
        (fix, "fix"),
        (edit, "edit"),
    ];
    for (title, object) in objects {
        let _ = write!(out, "\n### {title}\n\n| {columns} |\n|---|---|---|\n");
        for field in fields(object) {
            let (name, about) = (field.name, field.about.in_language(language));
            let _ = writeln!(
                out,
                "| `{name}` | {} | {about} |",
                value_description(&field, language)
            );
        }
    }
    out
}

fn value_description(field: &Field, language: Language) -> String {
    let values = &field.values;
    let description = match (&values["enum"], &values["const"], values["type"].as_str()) {
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
        (.., None | Some("object")) => language.either("an object", "オブジェクト").to_owned(),
        (.., Some("array")) => language.either("a list", "リスト").to_owned(),
        _ => language.either("a string", "文字列").to_owned(),
    };
    let otherwise = match field.presence {
        Presence::Always => "",
        Presence::OrNull => language.either("; or `null`", "、または `null`"),
        Presence::OrAbsent => language.either("; or absent", "。ないこともある"),
    };
    description + otherwise
}

/// The fields occur in the output in the documented order, and the output has no other fields. The object `FULL` in the
/// tests of `json` contains all fields except `position`, which only games other than shogi have, those of several causes and
/// `misheard`.
#[test]
fn documented_fields_equal_the_output() {
    let [record, finding, related, cause, fix, edit] =
        ["record", "finding", "related", "cause", "fix", "edit"].map(fields);
    let names = |fields: &[Field]| fields.iter().map(|it| it.name).collect::<Vec<_>>();
    let output = FULL;
    let mut offset = 0;
    for name in names(&record)
        .into_iter()
        .chain(names(&finding))
        .filter(|&name| !["position", "causes", "causes_together", "misheard"].contains(&name))
        .flat_map(|name| match name {
            "cause" => {
                let cause = names(&cause).into_iter().filter(|&name| name != "with");
                std::iter::once(name).chain(cause).collect()
            }
            "related" => [vec![name], names(&related)].concat(),
            "fix" => [vec![name], names(&fix), names(&edit)].concat(),
            // The proof that a position is not mate.
            "proof" => vec![name, "kind", "sfen", "move"],
            _ => vec![name],
        })
    {
        let key = format!("\"{name}\":");
        offset += output[offset..]
            .find(&key)
            .unwrap_or_else(|| panic!("{name} in {output}"));
    }
    let fields = [&record, &finding, &related, &cause, &fix, &edit].map(Vec::len);
    // `position`, `misheard` and the fields of several causes are absent, and each of the two proofs has three fields.
    assert_eq!(
        output.matches("\":").count(),
        fields.iter().sum::<usize>() - 5 + 2 * 3
    );
}
