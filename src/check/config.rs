//! The content of a `kifu.toml`.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use toml::Spanned;
use toml::de::DeTable;

use super::patterns::{Pattern, PerPath};
use super::selector::{FailOn, Layer, Level, Selector};
use crate::finding::{
    InputError, InputErrors, Item, Message, Severity, Span, bilingual, did_you_mean, entries_in_order,
    message, span_of,
};
use crate::profile::Profile;
use crate::text::similar;

/// Name of the configuration file.
pub(crate) const CONFIG_FILE_NAME: &str = "kifu.toml";

/// The content of a `kifu.toml`. A field is `None` or empty if the file does not contain its key.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConfigFile {
    /// The built-in profile that the key `profile` specifies.
    pub profile: Option<&'static Profile>,
    /// The file with the profile that applies, relative to the `kifu.toml`.
    pub rules_file: Option<String>,
    /// The reported rules and their severity.
    pub layer: Layer,
    /// The lowest severity to show.
    pub severity: Option<Severity>,
    /// The lowest severity that makes a run fail.
    pub fail_on: Option<FailOn>,
    /// Additional extensions of files to read.
    pub ext: Vec<String>,
    /// The files and folders to skip.
    pub exclude: Vec<Pattern>,
    /// The settings for some of the files.
    pub per_path: Vec<PerPath>,
    /// The names of players to keep, each with its other spellings.
    pub names: Vec<(String, Vec<String>)>,
    /// The settings of `kifu audit`.
    pub audit: AuditConfig,
    /// The keys that the file contains and the spans of their values, in the order of the text.
    pub places: Vec<(&'static str, Span)>,
}

/// The settings of `kifu audit` in a `kifu.toml`.
#[derive(Clone, Debug, Default)]
pub(crate) struct AuditConfig {
    /// The paths of sheets of results, relative to the `kifu.toml`.
    pub sheet: Vec<PathBuf>,
    /// `true` if every game of a sheet must have a record; `None` without this key.
    pub complete: Option<bool>,
}

impl ConfigFile {
    /// Returns the span of the value of a key; `None` if the file does not contain the key.
    pub(crate) fn place(&self, key: &str) -> Option<Span> {
        let place = self.places.iter().find(|(name, _)| *name == key);
        place.map(|&(_, span)| span)
    }

    /// Returns the path of the nearest `kifu.toml` in a directory or above it; `None` if there is no such file.
    pub(crate) fn nearest(directory: &Path) -> Option<PathBuf> {
        let mut paths = directory.ancestors().map(|it| it.join(CONFIG_FILE_NAME));
        // A broken symbolic link also ends the search, so that no other file is used by accident.
        paths.find(|path| path.is_file() || path.is_symlink() && !path.exists())
    }
}

// The keys: the name, the field for the value, and the description. The type of the field determines how the value
// is read, and the JSON schema of the value.

/// A key of `kifu.toml` or of a table in it. The value is stored in a `T`.
pub(crate) struct Key<T: 'static> {
    /// The key, as users write it.
    pub name: &'static str,
    /// A description of the value, in English.
    pub about: &'static str,
    schema: fn() -> Value,
    read: fn(&mut T, &Item<'_>, &mut InputErrors),
}

/// Defines the keys of a table: the name, the field for the value, and the description.
macro_rules! keys {
    ($of:ty: $($name:literal => $($slot:ident).+: $about:literal;)+) => {
        &[$(Key {
            name: $name,
            about: $about,
            schema: schema_of(|of: &$of| &of.$($slot).+),
            read: |of, item, errors| of.$($slot).+ = Setting::read($name, item, errors),
        },)+]
    };
}

/// The keys of the file, in the order in which they are listed.
pub(crate) static KEYS: &[Key<ConfigFile>] = keys! { ConfigFile:
    "profile" => profile: "profile of the event";
    "rules-file" => rules_file: "file with your own profile, relative to this file";
    "select" => layer.select: "rules to report; all others are ignored";
    "ignore" => layer.ignore: "rules to ignore";
    "severity" => severity: "lowest severity to show";
    "fail-on" => fail_on: "lowest severity that makes the exit status 1";
    "ext" => ext: "more extensions of files to read in directories";
    "exclude" => exclude: "files and folders to skip: patterns of paths, relative to this file";
    "set" => layer.set: "severity of rules";
    "per-path" => per_path: "settings for some of the files; if two entries match a file, the later one applies";
    "names" => names: "names of players, each with its other spellings";
    "audit" => audit: "settings of kifu audit";
};

/// The keys of the table `[audit]`.
pub(crate) static AUDIT_KEYS: &[Key<AuditConfig>] = keys! { AuditConfig:
    "sheet" => sheet: "sheets of results, relative to this file";
    "complete" => complete: "true if every game of a sheet must have a record";
};

/// The keys of an entry of `[[per-path]]`.
pub(crate) static PER_PATH_KEYS: &[Key<PerPath>] = keys! { PerPath:
    "paths" => paths: "files: patterns of paths, relative to this file";
    "ignore" => layer.ignore: "rules to ignore in these files";
    "set" => layer.set: "severity of rules in these files";
    "profile" => profile: "profile of the event for these files";
};

const fn schema_of<T, V: Setting>(_: fn(&T) -> &V) -> fn() -> Value {
    V::schema
}

/// Reads the entries of a table, in the order of the text. Returns the known keys with the spans of their
/// values, and adds an error for each unknown key.
fn read_all<T>(
    keys: &'static [Key<T>],
    table: &DeTable<'_>,
    target: &mut T,
    errors: &mut InputErrors,
) -> Vec<(&'static str, Span)> {
    let mut known_keys = Vec::new();
    for (word, item) in entries_in_order(table) {
        if errors.is_full() {
            break;
        }
        match keys.iter().find(|key| key.name == word.get_ref().as_ref()) {
            Some(key) => {
                (key.read)(target, item, errors);
                known_keys.push((key.name, span_of(item)));
            }
            None => add_unknown_key(word, keys.iter().map(|key| key.name), errors),
        }
    }
    known_keys
}

/// Adds an error about a key that is not one of `keys`.
fn add_unknown_key(
    word: &Spanned<Cow<'_, str>>,
    keys: impl Iterator<Item = &'static str> + Clone,
    errors: &mut InputErrors,
) {
    let key = word.get_ref().as_ref();
    let help = similar(key, keys.clone()).map_or_else(
        || {
            let keys = keys.collect::<Vec<_>>().join(", ");
            message!("the keys are {keys}", "使えるキー: {keys}")
        },
        |meant| did_you_mean(&format!("`{meant}`")),
    );
    let message = message!("unknown key `{key}`", "`{key}` というキーはない");
    errors.add(span_of(word), message, help);
}

/// Returns the JSON schema of a table with these keys.
fn table_schema<T>(keys: &[Key<T>]) -> Value {
    let property = |key: &Key<T>| {
        let mut schema = (key.schema)();
        schema["description"] = key.about.into();
        (key.name.to_owned(), schema)
    };
    let properties: serde_json::Map<_, _> = keys.iter().map(property).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// Returns the schema of `kifu.toml`, for editors that check the file while it is edited.
pub fn schema() -> Value {
    let mut schema = table_schema(KEYS);
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

// The types of values, and the errors about values of another type.

/// A type that the value of a key can have.
trait Setting: Sized {
    /// Returns the JSON schema of the values.
    fn schema() -> Value;

    /// Reads a value. If the value is invalid, adds an error and returns an empty value.
    fn read(key: &str, item: &Item<'_>, errors: &mut InputErrors) -> Self;
}

/// A type with a fixed list of values, each of which has a name that users write.
trait Named: Sized {
    fn all() -> Vec<(&'static str, Self)>;
}

impl Named for &'static Profile {
    fn all() -> Vec<(&'static str, Self)> {
        Profile::all()
            .iter()
            .map(|profile| (profile.name.as_str(), profile))
            .collect()
    }
}

impl Named for Severity {
    fn all() -> Vec<(&'static str, Self)> {
        Self::ALL.map(|value| (value.name(), value)).into()
    }
}

impl Named for FailOn {
    fn all() -> Vec<(&'static str, Self)> {
        Self::ALL.map(|value| (value.name(), value)).into()
    }
}

impl Named for Level {
    fn all() -> Vec<(&'static str, Self)> {
        Self::ALL.map(|value| (value.name(), value)).into()
    }
}

/// Returns the JSON schema of a value that must be one of the names of a type.
fn names_schema<T: Named>() -> Value {
    json!({ "enum": T::all().iter().map(|(name, _)| *name).collect::<Vec<_>>() })
}

impl<T: Named> Setting for Option<T> {
    fn schema() -> Value {
        names_schema::<T>()
    }

    fn read(key: &str, item: &Item<'_>, errors: &mut InputErrors) -> Self {
        let text = text(key, item, errors)?;
        let all = T::all();
        let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
        if let Some((_, value)) = all.into_iter().find(|(name, _)| *name == text) {
            return Some(value);
        }
        let help = similar(text, names.iter().copied()).map_or_else(
            || {
                let words = names.join("\", \"");
                message!("expected one of \"{words}\"", "次のいずれかを書く: \"{words}\"",)
            },
            |meant| did_you_mean(&format!("\"{meant}\"")),
        );
        let message = message!(
            "invalid value \"{text}\" for `{key}`",
            "`{key}` に「{text}」は使えない",
        );
        errors.add(span_of(item), message, help);
        None
    }
}

impl Setting for Option<String> {
    fn schema() -> Value {
        json!({ "type": "string" })
    }

    fn read(key: &str, item: &Item<'_>, errors: &mut InputErrors) -> Self {
        text(key, item, errors).map(str::to_owned)
    }
}

impl Setting for Option<bool> {
    fn schema() -> Value {
        json!({ "type": "boolean" })
    }

    fn read(key: &str, item: &Item<'_>, errors: &mut InputErrors) -> Self {
        let value = item.get_ref().as_bool();
        if value.is_none() {
            let expected = bilingual("write true or false", "trueかfalseを書く");
            add_type_error(key, item, expected, errors);
        }
        value
    }
}

impl Setting for AuditConfig {
    fn schema() -> Value {
        table_schema(AUDIT_KEYS)
    }

    fn read(key: &str, item: &Item<'_>, errors: &mut InputErrors) -> Self {
        let mut audit = Self::default();
        match item.get_ref().as_table() {
            Some(table) => {
                read_all(AUDIT_KEYS, table, &mut audit, errors);
            }
            None => {
                entries(key, item, errors);
            }
        }
        audit
    }
}

/// A type that can be an element of a list.
trait Element: Sized {
    fn schema() -> Value {
        json!({ "type": "string" })
    }

    fn read(text: &str) -> Result<Self, InputError>;

    /// Adds an error and returns `false` if the elements of a list take too much memory.
    fn check_size(_key: &str, _item: &Item<'_>, _errors: &mut InputErrors) -> bool {
        true
    }
}

/// Reads a file extension.
impl Element for String {
    fn read(text: &str) -> Result<Self, InputError> {
        extension(text)
    }
}

impl Element for PathBuf {
    fn read(text: &str) -> Result<Self, InputError> {
        Ok(Self::from(text))
    }
}

impl Element for Pattern {
    fn read(text: &str) -> Result<Self, InputError> {
        Self::read_relative(text)
    }

    fn check_size(key: &str, item: &Item<'_>, errors: &mut InputErrors) -> bool {
        PatternTotals::default().add(key, item, span_of(item), errors)
    }
}

impl Element for Selector {
    fn schema() -> Value {
        json!({ "$ref": "#/$defs/selector" })
    }

    fn read(text: &str) -> Result<Self, InputError> {
        Self::read(text)
    }
}

fn element<T: Element>(text: &str, span: Span, errors: &mut InputErrors) -> Option<T> {
    T::read(text).map_err(|error| errors.add_at(span, error)).ok()
}

impl<T: Element> Setting for Vec<T> {
    fn schema() -> Value {
        json!({ "type": "array", "items": T::schema() })
    }

    fn read(key: &str, item: &Item<'_>, errors: &mut InputErrors) -> Self {
        if !T::check_size(key, item, errors) {
            return Self::new();
        }
        let mut elements = Self::new();
        for (text, span) in texts(key, item, errors) {
            if errors.is_full() {
                break;
            }
            elements.extend(element::<T>(text, span, errors));
        }
        elements
    }
}

impl Setting for Vec<(Selector, Level)> {
    fn schema() -> Value {
        json!({
            "type": "object",
            "propertyNames": <Selector as Element>::schema(),
            "additionalProperties": names_schema::<Level>(),
        })
    }

    fn read(key: &str, item: &Item<'_>, errors: &mut InputErrors) -> Self {
        let mut levels = Self::new();
        for (selector, level) in entries(key, item, errors) {
            if errors.is_full() {
                break;
            }
            let text = selector.get_ref().as_ref();
            let selector: Option<Selector> = element(text, span_of(selector), errors);
            levels.extend(selector.zip(Setting::read(text, level, errors)));
        }
        levels
    }
}

/// Maximum number of patterns of `exclude`, and of all entries of `[[per-path]]`. A pattern takes 4 to 16 KB of memory.
const MAX_PATTERNS: usize = 4_096;

/// Maximum length of all these patterns together (bytes).
const MAX_PATTERN_BYTES: usize = 128 << 10;

/// The number and the length of the patterns of a key so far.
#[derive(Default)]
struct PatternTotals {
    count: usize,
    bytes: usize,
}

impl PatternTotals {
    /// Adds a list of patterns. If there are too many patterns of this key, adds an error and returns `false`.
    fn add(&mut self, key: &str, list: &Item<'_>, span: Span, errors: &mut InputErrors) -> bool {
        for pattern in list.get_ref().as_array().into_iter().flatten() {
            self.count += 1;
            self.bytes += pattern.get_ref().as_str().map_or(0, str::len);
        }
        let message = if self.count > MAX_PATTERNS {
            message!(
                "more than {MAX_PATTERNS} patterns in `{key}`",
                "`{key}` のパターンが全部で{MAX_PATTERNS}個を超えている",
            )
        } else if self.bytes > MAX_PATTERN_BYTES {
            message!(
                "more than {MAX_PATTERN_BYTES} bytes in the patterns of `{key}`",
                "`{key}` のパターンが全部で{MAX_PATTERN_BYTES}バイトを超えている",
            )
        } else {
            return true;
        };
        let help = bilingual(
            "use patterns for folders or many files: \"2019/**\"",
            "フォルダや多数のファイルを表すパターンを使う: \"2019/**\"",
        );
        errors.add(span, message, help);
        false
    }
}

impl Setting for Vec<PerPath> {
    fn schema() -> Value {
        let mut entry = table_schema(PER_PATH_KEYS);
        entry["required"] = json!(["paths"]);
        entry["properties"]["paths"]["minItems"] = 1.into();
        json!({ "type": "array", "items": entry })
    }

    fn read(key: &str, item: &Item<'_>, errors: &mut InputErrors) -> Self {
        let tables: Option<Vec<_>> = item.get_ref().as_array().and_then(|list| {
            list.iter()
                .map(|table| Some((table.get_ref().as_table()?, span_of(table))))
                .collect()
        });
        let Some(tables) = tables else {
            let message = message!(
                "expected a list of tables for `{key}`",
                "`{key}` が表のリストではない",
            );
            let help = bilingual(
                "write `[[per-path]]`, followed by its keys",
                "`[[per-path]]` の下にキーを書く",
            );
            errors.add(span_of(item), message, help);
            return Self::new();
        };
        let mut entries = Self::new();
        let mut patterns = PatternTotals::default();
        for (table, span) in tables {
            let paths = table.get("paths");
            if errors.is_full() || paths.is_some_and(|paths| !patterns.add(key, paths, span, errors)) {
                return entries;
            }
            let mut entry = PerPath::default();
            read_all(PER_PATH_KEYS, table, &mut entry, errors);
            match paths {
                None => {
                    let message = bilingual("missing key `paths`", "`paths` がない");
                    let help = bilingual(
                        "for example, paths = [\"2019/**\"]",
                        "paths = [\"2019/**\"] のように書く",
                    );
                    errors.add(span, message, help);
                }
                Some(paths) if paths.get_ref().as_array().is_some_and(|it| it.is_empty()) => {
                    let message = bilingual("expected at least one path", "パスが書かれていない");
                    errors.add(span_of(paths), message, None);
                }
                Some(_) => {}
            }
            entries.push(entry);
        }
        entries
    }
}

/// The names of players, each with its other spellings.
impl Setting for Vec<(String, Vec<String>)> {
    fn schema() -> Value {
        json!({ "type": "object", "additionalProperties": { "type": "array", "items": { "type": "string" } } })
    }

    fn read(key: &str, item: &Item<'_>, errors: &mut InputErrors) -> Self {
        let mut names = Self::new();
        let entries = entries(key, item, errors);
        let main_names: HashSet<_> = entries.iter().map(|(name, _)| name.get_ref().as_ref()).collect();
        let mut listed = HashSet::new();
        for (name, spellings_item) in &entries {
            if errors.is_full() {
                break;
            }
            let name = name.get_ref().as_ref();
            let mut spellings = Vec::new();
            let texts = texts(name, spellings_item, errors);
            for &(spelling, span) in &texts {
                let is_taken = listed.contains(spelling);
                if is_taken || spelling != name && main_names.contains(spelling) {
                    let message = message!(
                        "`{spelling}` is listed under two names",
                        "`{spelling}` が2つの名前に登録されている",
                    );
                    let help = bilingual("keep one of the entries", "一方だけを残す");
                    errors.add(span, message, help);
                }
                spellings.push(spelling.to_owned());
            }
            // A name can list one spelling twice.
            listed.extend(texts.iter().map(|&(spelling, _)| spelling));
            names.push((name.to_owned(), spellings));
        }
        names
    }
}

/// Adds an error about a value of the wrong type.
fn add_type_error(key: &str, item: &Item<'_>, expected: Message, errors: &mut InputErrors) {
    let message = message!("invalid value for `{key}`", "`{key}` の値が正しくない");
    errors.add(span_of(item), message, expected);
}

fn text<'i>(key: &str, item: &'i Item<'_>, errors: &mut InputErrors) -> Option<&'i str> {
    let text = item.get_ref().as_str().filter(|text| !text.trim().is_empty());
    if text.is_none() {
        let expected = bilingual("expected a string in quotes", "引用符で囲んだ文字列を書く");
        add_type_error(key, item, expected, errors);
    }
    text
}

/// Returns the strings of a list, each with its span. Adds an error for a value that is not a list, and for
/// each element that is not a string.
fn texts<'i>(key: &str, item: &'i Item<'_>, errors: &mut InputErrors) -> Vec<(&'i str, Span)> {
    let Some(list) = item.get_ref().as_array() else {
        let expected = bilingual(
            "expected a list of strings: [\"…\", \"…\"]",
            "文字列のリストを書く: [\"…\", \"…\"]",
        );
        add_type_error(key, item, expected, errors);
        return Vec::new();
    };
    let texts = list
        .iter()
        .filter_map(|value| Some((text(key, value, errors)?, span_of(value))));
    texts.collect()
}

/// Returns the entries of a value that is a table, in the order of the text. For any other value, adds an error
/// and returns no entries.
fn entries<'i, 't>(
    key: &str,
    item: &'i Item<'t>,
    errors: &mut InputErrors,
) -> Vec<(&'i Spanned<Cow<'t, str>>, &'i Item<'t>)> {
    let Some(table) = item.get_ref().as_table() else {
        let expected = message!(
            "expected a table: write `[{key}]`, followed by its entries",
            "`[{key}]` と書き、その下に項目を書く",
        );
        add_type_error(key, item, expected, errors);
        return Vec::new();
    };
    entries_in_order(table)
}

/// The text that means files without an extension, as an empty text does.
const NO_EXTENSION: &str = "-";

/// Returns the extension that a text gives as `txt`, `.txt` or `*.txt`. It is empty for `-` and the empty text, which
/// mean files without an extension.
///
/// # Errors
///
/// Returns an error if the text is not an extension.
pub(crate) fn extension(text: &str) -> Result<String, InputError> {
    let text = text.trim();
    if text.is_empty() || text == NO_EXTENSION {
        return Ok(String::new());
    }
    let extension = text.strip_prefix("*.").or(text.strip_prefix('.')).unwrap_or(text);
    if !extension.is_empty() && !extension.contains(['.', '*', '?', '/', '\\']) {
        return Ok(extension.to_owned());
    }
    let message = message!(
        "invalid extension `{text}`; write it as in \"txt\"",
        "`{text}` は拡張子として使えない。\"txt\" のように書く",
    );
    Err(InputError::new(message, None))
}

// Reading a `kifu.toml`.

impl ConfigFile {
    /// Parses the text of a `kifu.toml`.
    ///
    /// # Errors
    ///
    /// Returns the errors of the text, in the order of the text. After 20 errors, the text is not read further.
    pub(crate) fn read(text: &str) -> Result<Self, Vec<InputError>> {
        let table = DeTable::parse(text).map_err(|error| vec![syntax_error(&error)])?;
        let mut errors = InputErrors::default();
        let mut file = Self::default();
        file.places = read_all(KEYS, table.get_ref(), &mut file, &mut errors);
        if let (Some(_), Some(span)) = (file.place("profile"), file.place("rules-file")) {
            let message = bilingual(
                "`rules-file` and `profile` cannot be used together",
                "`rules-file` と `profile` は同時に使えない",
            );
            let help = bilingual(
                "the key `extends` of the rules file selects the profile that it is based on",
                "もとにするプロファイルは、規定のファイルの `extends` で指定する",
            );
            errors.add(span, message, help);
        }
        errors.into_result(file)
    }
}

/// Returns the error about a text that is not TOML, with advice if a key lacks quotation marks. Such keys are
/// usually patterns.
fn syntax_error(error: &toml::de::Error) -> InputError {
    let mut input_error = InputError::from_toml_error(error);
    if error.message().contains("unquoted key") {
        input_error.help = Some(bilingual(
            "put names with other characters in quotes, for example \"clock-*\"",
            "ほかの記号を含む名前は、\"clock-*\" のように引用符で囲む",
        ));
    }
    input_error
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text of up to 1 MiB is read in time: the errors and the names of players are compared with few others.
    #[test]
    fn large_files_are_read_in_time() {
        let list = |key: &str| format!("{key} = [{}]\n", "'nihu-*',".repeat(60_000));
        let lines = |line: fn(usize) -> String| (0..40_000).map(line).collect::<String>();
        for (text, errors) in [
            (list("select"), 20),
            (lines(|at| format!("profil{at} = 1\n")), 20),
            (
                format!("[set]\n{}", lines(|at| format!("nihu{at} = 'off'\n"))),
                20,
            ),
            (
                format!("[names]\n{}", lines(|at| format!("n{at} = ['m{at}']\n"))),
                0,
            ),
            ("[names]\na = ['x', 'x', 'a']\nb = ['y']\n".to_owned(), 0),
            ("[names]\na = ['x', 'b']\nb = ['x']\n".to_owned(), 2),
        ] {
            let start = std::time::Instant::now();
            let result = ConfigFile::read(&text);
            assert_eq!(result.err().map_or(0, |it| it.len()), errors, "{}", &text[..20]);
            assert!(start.elapsed().as_secs() < 5, "{}", &text[..20]);
        }
    }

    #[test]
    fn patterns_have_limits() {
        let list = |key: &str, pattern: &str, count: usize| {
            format!("{key} = [{}]\n", format!("'{pattern}',").repeat(count))
        };
        for key in ["exclude", "[[per-path]]\npaths"] {
            for (text, expected) in [
                (list(key, "a", MAX_PATTERNS), None),
                (
                    list(key, "a", MAX_PATTERNS + 1),
                    Some("more than 4096 patterns in `"),
                ),
                (list(key, &"a".repeat(MAX_PATTERN_BYTES / 2), 2), None),
                (
                    list(key, &"*a".repeat(MAX_PATTERN_BYTES / 2 + 1), 1),
                    Some("more than 131072 bytes in the patterns of `"),
                ),
            ] {
                let errors = ConfigFile::read(&text).err().unwrap_or_default();
                let message = errors.first().map(|error| error.message.english());
                let beginning = expected.map(|text| message.as_ref().unwrap().starts_with(text));
                assert!(beginning.unwrap_or(message.is_none()), "{key} {message:?}");
            }
        }
    }

    #[test]
    fn unknown_keys_have_suggestions() {
        let file = ConfigFile::read("profile = \"jsa-pro\"\nignore = [\"clock-*\"]\n").unwrap();
        assert_eq!(file.profile.unwrap().name, "jsa-pro");

        let errors = ConfigFile::read("profil = \"jsa-pro\"\n").unwrap_err();
        assert_eq!(
            errors[0].help.as_ref().unwrap().english(),
            "did you mean `profile`?"
        );
    }
}
