//! The keys of `kifu.toml`: what they are called, what they mean, what they take.

use serde_json::{Value, json};

use super::file::ConfigFile;
use super::key::{Key, table_schema};
use super::level::{FailOn, Level};
use super::per_path::{Pattern, PerPath};
use super::reader::{Item, Reader, span_of};
use super::selector::Selector;
use crate::finding::{Message, Severity, Span, both, message, say};
use crate::profile::Profile;

/// The keys of the file, in the order in which they are listed.
pub static KEYS: &[Key<ConfigFile>] = &[
    Key {
        name: "profile",
        about: both("profile of the event", "検査に使うプロファイル"),
        schema: profile_schema,
        read: |reader, key, item, file| file.profile = profile(reader, key, item),
    },
    Key {
        name: "rules-file",
        about: both(
            "file with your own profile, relative to this file",
            "独自の規定のファイル（このファイルからの相対パス）",
        ),
        schema: || json!({ "type": "string" }),
        read: |reader, key, item, file| file.rules_file = reader.text(key, item).map(str::to_owned),
    },
    Key {
        name: "select",
        about: both(
            "rules to report; all others are ignored",
            "報告する規則（ほかは報告しない）",
        ),
        schema: selectors_schema,
        read: |reader, key, item, file| file.layer.select = reader.selectors(key, item),
    },
    Key {
        name: "ignore",
        about: both("rules to ignore", "報告しない規則"),
        schema: selectors_schema,
        read: |reader, key, item, file| file.layer.ignore = reader.selectors(key, item),
    },
    Key {
        name: "severity",
        about: both("lowest severity to show", "表示する最低の重大度"),
        schema: || json!({ "enum": Severity::ALL.map(Severity::name) }),
        read: |reader, key, item, file| {
            let named = |name: &str| Severity::ALL.into_iter().find(|it| it.name() == name);
            file.severity = reader.word(key, item, &Severity::ALL.map(Severity::name), named);
        },
    },
    Key {
        name: "fail-on",
        about: both(
            "lowest severity that makes the exit status 1",
            "終了ステータスを1とする最低の重大度",
        ),
        schema: || json!({ "enum": FailOn::ALL.map(FailOn::name) }),
        read: |reader, key, item, file| {
            file.fail_on = reader.word(key, item, &FailOn::ALL.map(FailOn::name), FailOn::named);
        },
    },
    Key {
        name: "ext",
        about: both(
            "more extensions of files to read in directories",
            "フォルダの中で追加して読むファイルの拡張子",
        ),
        schema: || json!({ "type": "array", "items": { "type": "string" } }),
        read: |reader, key, item, file| {
            for (text, span) in reader.texts(key, item) {
                match extension(text) {
                    Some(extension) => file.ext.push(extension.to_owned()),
                    None => reader.fault(span, no_extension(text), None),
                }
            }
        },
    },
    Key {
        name: "exclude",
        about: both(
            "files and folders to skip: patterns of paths, relative to this file",
            "読まないファイルとフォルダ（このファイルからの相対パスのパターン）",
        ),
        schema: || json!({ "type": "array", "items": { "type": "string" } }),
        read: |reader, key, item, file| {
            let texts = reader.texts(key, item);
            file.exclude = read_patterns(reader, texts);
        },
    },
    Key {
        name: "set",
        about: both("severity of rules", "規則ごとの重大度"),
        schema: levels_schema,
        read: |reader, key, item, file| file.layer.set = reader.levels(key, item),
    },
    Key {
        name: "per-path",
        about: both(
            "settings for some of the files; if two entries match a file, the later one applies",
            "一部のファイルだけの設定。2つの項目に一致するファイルには後の項目を適用する",
        ),
        schema: || json!({ "type": "array", "items": table_schema(PER_PATH_KEYS, &["paths"]) }),
        read: |reader, key, item, file| file.per_path = per_path(reader, key, item),
    },
    Key {
        name: "names",
        about: both(
            "names of players, each with its other spellings",
            "対局者名の統一。使う名前と、その別表記",
        ),
        schema: || json!({ "type": "object", "additionalProperties": { "type": "array", "items": { "type": "string" } } }),
        read: |reader, key, item, file| file.names = names(reader, key, item),
    },
];

/// The extension that is meant by `txt`, `.txt` and `*.txt`; `None` where none is.
pub fn extension(text: &str) -> Option<&str> {
    let text = text.trim();
    let bare = text.strip_prefix("*.").or(text.strip_prefix('.')).unwrap_or(text);
    let is_one = !bare.is_empty() && !bare.contains(['.', '*', '?', '/', '\\']);
    is_one.then_some(bare)
}

/// What is wrong with what is no extension.
pub fn no_extension(text: &str) -> Message {
    message!(
        "invalid extension `{text}`; write it as in \"txt\"",
        "`{text}` は拡張子として使えない。\"txt\" のように書く",
        text
    )
}

/// The keys of an entry of `[[per-path]]`.
pub static PER_PATH_KEYS: &[Key<PerPath>] = &[
    Key {
        name: "paths",
        about: both(
            "files: patterns of paths, relative to this file",
            "対象のファイル（このファイルからの相対パスのパターン）",
        ),
        schema: || json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 }),
        read: |reader, key, item, entry| {
            let patterns = reader.texts(key, item);
            if patterns.is_empty() && item.get_ref().as_array().is_some_and(|it| it.is_empty()) {
                let none = say("expected at least one path", "パスが書かれていない");
                reader.fault(span_of(item), none, None);
            }
            entry.paths = read_patterns(reader, patterns);
        },
    },
    Key {
        name: "ignore",
        about: both("rules to ignore in these files", "対象のファイルで報告しない規則"),
        schema: selectors_schema,
        read: |reader, key, item, entry| entry.layer.ignore = reader.selectors(key, item),
    },
    Key {
        name: "set",
        about: both(
            "severity of rules in these files",
            "対象のファイルでの規則ごとの重大度",
        ),
        schema: levels_schema,
        read: |reader, key, item, entry| entry.layer.set = reader.levels(key, item),
    },
    Key {
        name: "profile",
        about: both(
            "profile of the event for these files",
            "対象のファイルの検査に使うプロファイル",
        ),
        schema: profile_schema,
        read: |reader, key, item, entry| entry.profile = profile(reader, key, item),
    },
];

fn read_patterns(reader: &mut Reader, texts: Vec<(&str, Span)>) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for (text, span) in texts {
        match Pattern::below(text) {
            Ok(pattern) => patterns.push(pattern),
            Err((message, help)) => reader.fault(span, message, help),
        }
    }
    patterns
}

/// The names of the profiles that are built in.
fn profiles() -> Vec<&'static str> {
    Profile::all().iter().map(|it| it.name.as_str()).collect()
}

fn profile(reader: &mut Reader, key: &str, item: &Item<'_>) -> Option<&'static Profile> {
    reader.word(key, item, &profiles(), Profile::named)
}

fn per_path(reader: &mut Reader, key: &str, item: &Item<'_>) -> Vec<PerPath> {
    let tables: Option<Vec<_>> = item.get_ref().as_array().and_then(|list| {
        list.iter()
            .map(|it| Some((it.get_ref().as_table()?, span_of(it))))
            .collect()
    });
    let Some(tables) = tables else {
        let message = message!(
            "expected a list of tables for `{key}`",
            "`{key}` が表のリストではない",
            key
        );
        let help = say(
            "write `[[per-path]]`, followed by its keys",
            "`[[per-path]]` の下にキーを書く",
        );
        reader.fault(span_of(item), message, help);
        return Vec::new();
    };
    let mut entries = Vec::new();
    for (table, span) in tables {
        let mut entry = PerPath::default();
        let read = Key::read_all(PER_PATH_KEYS, reader, table, &mut entry);
        if !read.iter().any(|&(key, _)| key == "paths") {
            let message = say("missing key `paths`", "`paths` がない");
            let help = say(
                "for example, paths = [\"2019/**\"]",
                "paths = [\"2019/**\"] のように書く",
            );
            reader.fault(span, message, help);
        }
        entries.push(entry);
    }
    entries
}

fn names(reader: &mut Reader, key: &str, item: &Item<'_>) -> Vec<(String, Vec<String>)> {
    let mut names: Vec<(String, Vec<String>)> = Vec::new();
    let entries = reader.entries(key, item);
    let kept: Vec<_> = entries.iter().map(|(name, _)| name.get_ref().as_ref()).collect();
    for (name, others) in &entries {
        let name = name.get_ref().as_ref();
        let mut writings = Vec::new();
        for (other, span) in reader.texts(name, others) {
            let is_taken = names
                .iter()
                .any(|(_, others)| others.iter().any(|it| it == other));
            if is_taken || other != name && kept.contains(&other) {
                let message = message!(
                    "`{other}` is listed under two names",
                    "`{other}` が2つの名前に登録されている",
                    other
                );
                let help = say("keep one of the entries", "一方だけを残す");
                reader.fault(span, message, help);
            }
            writings.push(other.to_owned());
        }
        names.push((name.to_owned(), writings));
    }
    names
}

fn profile_schema() -> Value {
    json!({ "enum": profiles() })
}

fn selectors_schema() -> Value {
    json!({ "type": "array", "items": { "$ref": "#/$defs/selector" } })
}

fn levels_schema() -> Value {
    json!({
        "type": "object",
        "propertyNames": { "$ref": "#/$defs/selector" },
        "additionalProperties": { "enum": Level::ALL.map(Level::name) },
    })
}

/// The schema of `kifu.toml`, for editors that check it while it is written.
pub fn schema() -> Value {
    let mut schema = table_schema(KEYS, &[]);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "kifu.toml".into();
    schema["description"] =
        "Settings for kifu in the directory of this file and all directories below it.".into();
    schema["not"] = json!({ "required": ["profile", "rules-file"] });
    schema["$defs"] = json!({
        "selector": {
            "description": "A rule, a pattern of rule names with *, a group of rules, or all",
            "anyOf": [
                { "enum": Selector::words().collect::<Vec<_>>() },
                { "type": "string", "pattern": "\\*" },
            ],
        },
    });
    schema
}
