//! What stands in a `kifu.toml`.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use toml::Spanned;
use toml::de::DeTable;

use super::selector::{FailOn, Layer, Level, Selector};
use super::settings::{Pattern, PerPath};
use crate::finding::{
    Fault, Faults, Item, Message, Severity, Span, Words, both, did_you_mean, entries_in_order, message, say,
    span_of,
};
use crate::profile::Profile;
use crate::text::similar;

/// The name of the file that is looked for.
pub const NAME: &str = "kifu.toml";

/// What stands in a `kifu.toml`.
///
/// ```
/// use kifu::control::ConfigFile;
///
/// let file = ConfigFile::read("profile = \"jsa-pro\"\nignore = [\"clock-*\"]\n").unwrap();
/// assert_eq!(file.profile.unwrap().name, "jsa-pro");
///
/// let faults = ConfigFile::read("profil = \"jsa-pro\"\n").unwrap_err();
/// assert_eq!(faults[0].help.as_ref().unwrap().english(), "did you mean `profile`?");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ConfigFile {
    /// The rules that judge.
    pub profile: Option<&'static Profile>,
    /// The file with the rules that judge, seen from this one.
    pub rules_file: Option<String>,
    /// Which rules are told, and what they weigh.
    pub layer: Layer,
    /// What weighs so much is shown.
    pub severity: Option<Severity>,
    /// What makes a run fail.
    pub fail_on: Option<FailOn>,
    /// Files with these extensions are read, too.
    pub ext: Vec<String>,
    /// What is not read.
    pub exclude: Vec<Pattern>,
    /// What holds for some of the files.
    pub per_path: Vec<PerPath>,
    /// The names of players to keep, each with its other writings.
    pub names: Vec<(String, Vec<String>)>,
    /// The keys that are there and the places of their values, in the order of the text.
    pub places: Vec<(&'static str, Span)>,
}

impl ConfigFile {
    /// Where the value of a key stands.
    pub fn place(&self, key: &str) -> Option<Span> {
        let place = self.places.iter().find(|(name, _)| *name == key);
        place.map(|&(_, span)| span)
    }

    /// The nearest file in a directory or above it.
    pub fn nearest(directory: &Path) -> Option<PathBuf> {
        let mut paths = directory.ancestors().map(|it| it.join(NAME));
        // A link that leads nowhere is no reason to take another file.
        paths.find(|path| path.is_file() || path.is_symlink() && !path.exists())
    }
}

// A key of `kifu.toml`.

/// A key of a file or of a table in it, whose values go into a `T`.
pub struct Key<T: 'static> {
    /// The key.
    pub name: &'static str,
    /// What it says.
    pub about: Words,
    /// The values it takes, as a schema of JSON.
    pub schema: fn() -> Value,
    pub(super) read: fn(&mut Faults, &'static str, &Item<'_>, &mut T),
}

impl<T> Key<T> {
    /// Reads the entries of a table, in the order of the text. What comes back are those that it has, with the places of
    /// their values.
    pub(super) fn read_all(
        keys: &'static [Self],
        reader: &mut Faults,
        table: &DeTable<'_>,
        into: &mut T,
    ) -> Vec<(&'static str, Span)> {
        let mut read = Vec::new();
        for (word, item) in entries_in_order(table) {
            match keys.iter().find(|key| key.name == word.get_ref().as_ref()) {
                Some(key) => {
                    (key.read)(reader, key.name, item, into);
                    read.push((key.name, span_of(item)));
                }
                None => reader.unknown(word, keys.iter().map(|key| key.name)),
            }
        }
        read
    }
}

/// A table with these keys, of which these must not be missing.
pub(super) fn table_schema<T>(keys: &[Key<T>], required: &[&str]) -> Value {
    let property = |key: &Key<T>| {
        let mut schema = (key.schema)();
        schema["description"] = key.about.english.into();
        (key.name.to_owned(), schema)
    };
    let properties: serde_json::Map<_, _> = keys.iter().map(property).collect();
    let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}

// The keys of `kifu.toml`: what they are called, what they mean, what they take.

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
                    None => reader.add(span, no_extension(text), None),
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
                reader.add(span_of(item), none, None);
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

fn read_patterns(reader: &mut Faults, texts: Vec<(&str, Span)>) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for (text, span) in texts {
        match Pattern::below(text) {
            Ok(pattern) => patterns.push(pattern),
            Err((message, help)) => reader.add(span, message, help),
        }
    }
    patterns
}

/// The names of the profiles that are built in.
fn profiles() -> Vec<&'static str> {
    Profile::all().iter().map(|it| it.name.as_str()).collect()
}

fn profile(reader: &mut Faults, key: &str, item: &Item<'_>) -> Option<&'static Profile> {
    reader.word(key, item, &profiles(), Profile::named)
}

fn per_path(reader: &mut Faults, key: &str, item: &Item<'_>) -> Vec<PerPath> {
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
        reader.add(span_of(item), message, help);
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
            reader.add(span, message, help);
        }
        entries.push(entry);
    }
    entries
}

fn names(reader: &mut Faults, key: &str, item: &Item<'_>) -> Vec<(String, Vec<String>)> {
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
                reader.add(span, message, help);
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

// Reading values of `kifu.toml`, and telling what is wrong with them at their places.

impl Faults {
    /// A key that there is not among these.
    pub(super) fn unknown(
        &mut self,
        word: &Spanned<Cow<'_, str>>,
        keys: impl Iterator<Item = &'static str> + Clone,
    ) {
        let key = word.get_ref().as_ref();
        let help = similar(key, keys.clone()).map_or_else(
            || {
                let keys = keys.collect::<Vec<_>>().join(", ");
                message!("the keys are {keys}", "使えるキー: {keys}", keys)
            },
            |meant| did_you_mean(&format!("`{meant}`")),
        );
        let message = message!("unknown key `{key}`", "`{key}` というキーはない", key);
        self.add(span_of(word), message, help);
    }

    /// A value of the wrong kind.
    fn wrong(&mut self, key: &str, item: &Item<'_>, wanted: Message) {
        let message = message!("invalid value for `{key}`", "`{key}` の値が正しくない", key);
        self.add(span_of(item), message, wanted);
    }

    /// A text.
    pub(super) fn text<'i>(&mut self, key: &str, item: &'i Item<'_>) -> Option<&'i str> {
        let text = item.get_ref().as_str().filter(|it| !it.trim().is_empty());
        if text.is_none() {
            self.wrong(
                key,
                item,
                say("expected a string in quotes", "引用符で囲んだ文字列を書く"),
            );
        }
        text
    }

    /// One of some words.
    pub(super) fn word<T>(
        &mut self,
        key: &str,
        item: &Item<'_>,
        words: &[&str],
        named: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(key, item)?;
        let found = named(text);
        if found.is_none() {
            let help = similar(text, words.iter().copied()).map_or_else(
                || {
                    let words = words.join("\", \"");
                    message!(
                        "expected one of \"{words}\"",
                        "次のいずれかを書く: \"{words}\"",
                        words
                    )
                },
                |meant| did_you_mean(&format!("\"{meant}\"")),
            );
            let message = message!(
                "invalid value \"{text}\" for `{key}`",
                "`{key}` に「{text}」は使えない",
                key,
                text
            );
            self.add(span_of(item), message, help);
        }
        found
    }

    /// A list of texts, each with its place.
    pub(super) fn texts<'i>(&mut self, key: &str, item: &'i Item<'_>) -> Vec<(&'i str, Span)> {
        let Some(list) = item.get_ref().as_array() else {
            let wanted = say(
                "expected a list of strings: [\"…\", \"…\"]",
                "文字列のリストを書く: [\"…\", \"…\"]",
            );
            self.wrong(key, item, wanted);
            return Vec::new();
        };
        let texts = list
            .iter()
            .filter_map(|it| Some((self.text(key, it)?, span_of(it))));
        texts.collect()
    }

    /// A list of selectors.
    pub(super) fn selectors(&mut self, key: &str, item: &Item<'_>) -> Vec<Selector> {
        let texts = self.texts(key, item).into_iter();
        texts
            .filter_map(|(text, span)| self.selector(text, span))
            .collect()
    }

    fn selector(&mut self, text: &str, span: Span) -> Option<Selector> {
        match Selector::read(text) {
            Ok(selector) => Some(selector),
            Err(fault) => {
                self.add(span, fault.message, fault.help);
                None
            }
        }
    }

    /// A table of selectors and their levels.
    pub(super) fn levels(&mut self, key: &str, item: &Item<'_>) -> Vec<(Selector, Level)> {
        let words = Level::ALL.map(Level::name);
        let mut levels = Vec::new();
        for (selector, level) in self.entries(key, item) {
            let text = selector.get_ref().as_ref();
            let selector = self.selector(text, span_of(selector));
            let level = self.word(text, level, &words, Level::named);
            levels.extend(selector.zip(level));
        }
        levels
    }

    /// The entries of a value that is a table, in the order of the text.
    pub(super) fn entries<'i, 't>(
        &mut self,
        key: &str,
        item: &'i Item<'t>,
    ) -> Vec<(&'i Spanned<Cow<'t, str>>, &'i Item<'t>)> {
        let Some(table) = item.get_ref().as_table() else {
            let wanted = message!(
                "expected a table: write `[{key}]`, followed by its entries",
                "`[{key}]` と書き、その下に項目を書く",
                key
            );
            self.wrong(key, item, wanted);
            return Vec::new();
        };
        entries_in_order(table)
    }
}

// Reading a `kifu.toml`.

impl ConfigFile {
    /// What stands in this text.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, in the order of the text.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        let table = DeTable::parse(text).map_err(|error| vec![unread(&error)])?;
        let mut reader = Faults::default();
        let mut file = Self::default();
        file.places = Key::read_all(KEYS, &mut reader, table.get_ref(), &mut file);
        if let (Some(_), Some(span)) = (file.place("profile"), file.place("rules-file")) {
            let message = say(
                "`rules-file` and `profile` cannot be used together",
                "`rules-file` と `profile` は同時に使えない",
            );
            let help = say(
                "the key `extends` of the rules file selects the profile that it is based on",
                "もとにするプロファイルは、規定のファイルの `extends` で指定する",
            );
            reader.add(span, message, help);
        }
        reader.or(file)
    }
}

/// What TOML cannot be read for. Patterns are the usual reason.
fn unread(error: &toml::de::Error) -> Fault {
    let mut fault = Fault::of_toml(error);
    if error.message().contains("unquoted key") {
        fault.help = Some(say(
            "put names with other characters in quotes, for example \"clock-*\"",
            "ほかの記号を含む名前は、\"clock-*\" のように引用符で囲む",
        ));
    }
    fault
}
