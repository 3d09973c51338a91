//! The options of a run, as plain data.

#![allow(clippy::ref_option_ref, reason = "the derived code of serde")]

use std::path::{Path, PathBuf};

use encoding_rs::Encoding;
use serde::{Deserialize, Serialize};

use crate::check::{FailOn, Layer, Level, Pattern, Selector};
use crate::finding::Severity;
use crate::notation::{NOTATIONS, Notation};
use crate::profile::Profile;
use crate::text::{encoding_for_label, path_to_text};

/// The options of a run over records, which are the same for all commands: one field for each option.
///
/// If an option is `None` or an empty list, the value in the `kifu.toml` applies. The default applies if the `kifu.toml` has
/// no such value, or cannot contain this option.
///
/// ```
/// use kifu::run::RunOptions;
///
/// let options: RunOptions = serde_json::from_str(
///     r#"{"input": {"paths": ["games"], "exclude": ["old/**"]}, "profile": "jsa-pro", "set": ["clock-*=note"], "severity": "warning"}"#,
/// )?;
/// assert_eq!(options.profile.unwrap().max_moves, Some(500));
/// assert!(serde_json::from_str::<RunOptions>(r#"{"profile": "jsa-prof"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunOptions {
    /// The inputs, and how they are read.
    pub input: InputOptions,
    /// Number of threads; `None` for one thread for each core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jobs: Option<u32>,
    /// The built-in profile of the event; `None` for the profile of the `kifu.toml` or, without one, the default profile.
    #[serde(with = "optional_text", skip_serializing_if = "Option::is_none")]
    pub profile: Option<&'static Profile>,
    /// A file with a profile, in place of a built-in [`profile`](Self::profile); `None` without such a file.
    #[serde(with = "optional_text", skip_serializing_if = "Option::is_none")]
    pub rules: Option<PathBuf>,
    /// The `kifu.toml` that applies.
    pub config: ConfigSource,
    /// The rules that are reported. With an empty list, the `select` of the `kifu.toml` applies or, without it, all rules
    /// are reported.
    #[serde(with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub select: Vec<Selector>,
    /// The rules that are not reported. The `ignore` of the `kifu.toml` also applies, unless the options select rules.
    #[serde(with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub ignore: Vec<Selector>,
    /// The levels of rules, such as `clock-*=note`. The levels in the `kifu.toml` also apply, except for the same selectors.
    #[serde(with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<(Selector, Level)>,
    /// The lowest severity that is shown; `None` for the value of the `kifu.toml` or, without one, `note`.
    #[serde(with = "optional_text", skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// The lowest severity that makes a run fail; `None` for the value of the `kifu.toml` or, without one, the default.
    #[serde(with = "optional_text", skip_serializing_if = "Option::is_none")]
    pub fail_on: Option<FailOn>,
    /// The baseline: a file that lists known and accepted findings. `None` without a baseline.
    #[serde(with = "optional_text", skip_serializing_if = "Option::is_none")]
    pub baseline: Option<PathBuf>,
    /// `true` if the causes of findings are not searched for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_cause: bool,
    /// The condition on games, such as `plies > 100`; `None` to take all games.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// `true` to exclude records with findings that make a run fail.
    #[serde(skip_serializing_if = "is_false")]
    pub clean: bool,
    /// `true` to take only one of several records of the same game.
    #[serde(skip_serializing_if = "is_false")]
    pub unique: bool,
    /// The sheets of results for an audit or for the tables of events. With an empty list, an audit uses those of the `kifu.toml`.
    #[serde(with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub sheet: Vec<PathBuf>,
    /// `true` if every game of a sheet must have a record; `None` for the value of the `kifu.toml` or, without one, `false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// A file with openings in addition to the built-in ones; `None` without such a file.
    #[serde(with = "optional_text", skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
}

/// The inputs of a run, and how they are read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InputOptions {
    /// Files, folders and archives. A byte of a path that is not valid UTF-8 is written as `%8F`.
    #[serde(with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<PathBuf>,
    /// A file that lists more paths; `None` without such a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<ListOptions>,
    /// Additional extensions of files that are read in folders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ext: Vec<String>,
    /// Patterns of paths that are not read, in addition to those of the `kifu.toml`.
    #[serde(with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<Pattern>,
    /// The format of all files; `None` to detect the format of each file.
    #[serde(with = "optional_text", skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static Notation>,
    /// The encoding of all files; `None` to detect the encoding of each file.
    #[serde(with = "optional_text", skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static Encoding>,
}

/// A file that lists paths.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListOptions {
    /// The path of the file.
    #[serde(with = "text")]
    pub path: PathBuf,
    /// `true` if a NUL byte ends each path, instead of a line end.
    #[serde(default)]
    pub null: bool,
}

/// The `kifu.toml` that applies to a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConfigSource {
    /// The nearest `kifu.toml`, in the working directory or one of its parents.
    #[default]
    Nearest,
    /// No `kifu.toml`.
    None,
    /// The file at this path.
    File(#[serde(with = "text")] PathBuf),
}

impl RunOptions {
    /// Returns the selection of rules and the levels of rules that the options set.
    pub(crate) fn layer(&self) -> Layer {
        Layer {
            select: self.select.clone(),
            ignore: self.ignore.clone(),
            set: self.set.clone(),
        }
    }

    /// Returns whether the options set the profile, which then applies to all files.
    pub(crate) const fn chooses_profile(&self) -> bool {
        self.profile.is_some() || self.rules.is_some()
    }

    /// Returns the command-line options that make `kifu show` read a record as in this run, with the same `kifu.toml` and
    /// profile. Options for the selection and levels of rules are not included.
    pub(crate) fn words_of_show(&self) -> Vec<String> {
        let config = match &self.config {
            ConfigSource::Nearest => None,
            ConfigSource::None => Some("--isolated".to_owned()),
            ConfigSource::File(path) => Some(format!("--config={}", path_to_text(path))),
        };
        let format = self.input.format;
        let format = format.map(|format| format!("--input-format={}", format.format.name()));
        let encoding = self.input.encoding;
        let encoding = encoding.map(|encoding| format!("--encoding={}", encoding.name()));
        let profile = self.profile.map(|profile| format!("--profile={}", profile.name));
        let rules = self
            .rules
            .as_deref()
            .map(|path| format!("--rules={}", path_to_text(path)));
        [config, format, encoding, profile, rules]
            .into_iter()
            .flatten()
            .collect()
    }
}

impl InputOptions {
    /// Returns whether there are neither paths nor a list of paths.
    pub(crate) const fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.list.is_none()
    }

    /// Returns whether all options have their default values.
    pub(crate) const fn is_default(&self) -> bool {
        self.is_empty()
            && self.ext.is_empty()
            && self.exclude.is_empty()
            && self.format.is_none()
            && self.encoding.is_none()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

// Values that are strings in JSON.

/// A type whose values are serialized as strings.
pub(super) trait AsText: Sized {
    /// The description of the expected value in error messages.
    const EXPECTED: &'static str;

    /// Returns the text of the value.
    fn to_text(&self) -> String;

    /// Reads a value from its text; `None` if the text is invalid.
    fn from_text(text: &str) -> Option<Self>;
}

impl AsText for PathBuf {
    const EXPECTED: &'static str = "a path";

    fn to_text(&self) -> String {
        path_to_text(self)
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(Path::new(text).to_owned())
    }
}

impl AsText for Pattern {
    const EXPECTED: &'static str = "a pattern of paths";

    fn to_text(&self) -> String {
        self.text.clone()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::read(text).ok()
    }
}

impl AsText for &'static Notation {
    const EXPECTED: &'static str = "the name of a format";

    fn to_text(&self) -> String {
        self.format.name().to_owned()
    }

    fn from_text(text: &str) -> Option<Self> {
        NOTATIONS
            .iter()
            .copied()
            .find(|notation| notation.format.name() == text)
    }
}

impl AsText for &'static Encoding {
    const EXPECTED: &'static str = "the label of an encoding";

    fn to_text(&self) -> String {
        self.name().to_owned()
    }

    fn from_text(text: &str) -> Option<Self> {
        encoding_for_label(text)
    }
}

impl AsText for &'static Profile {
    const EXPECTED: &'static str = "the name of a profile";

    fn to_text(&self) -> String {
        self.name.clone()
    }

    fn from_text(text: &str) -> Option<Self> {
        Profile::named(text)
    }
}

impl AsText for Selector {
    const EXPECTED: &'static str = "a rule, a pattern of rules, or a group of rules";

    fn to_text(&self) -> String {
        self.text().to_owned()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::read(text).ok()
    }
}

impl AsText for (Selector, Level) {
    const EXPECTED: &'static str = "SELECTOR=LEVEL";

    fn to_text(&self) -> String {
        format!("{}={}", self.0.text(), self.1.name())
    }

    fn from_text(text: &str) -> Option<Self> {
        let (selector, level) = text.rsplit_once('=')?;
        Some((Selector::read(selector).ok()?, Level::named(level)?))
    }
}

impl AsText for Severity {
    const EXPECTED: &'static str = "a severity";

    fn to_text(&self) -> String {
        self.name().to_owned()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == text)
    }
}

impl AsText for FailOn {
    const EXPECTED: &'static str = "a severity, or `never`";

    fn to_text(&self) -> String {
        self.name().to_owned()
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fail_on| fail_on.name() == text)
    }
}

/// Serialization of a value as a string.
mod text {
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serializer};

    use super::AsText;

    pub(super) fn serialize<T: AsText, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&value.to_text())
    }

    pub(super) fn deserialize<'de, T: AsText, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        T::from_text(&text).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &T::EXPECTED))
    }
}

/// Serialization of an optional value as a string.
pub(super) mod optional_text {
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::AsText;

    #[expect(clippy::ref_option, reason = "serde passes a reference")]
    pub(in crate::run) fn serialize<T: AsText, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(AsText::to_text).serialize(serializer)
    }

    pub(in crate::run) fn deserialize<'de, T: AsText, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        let parse = |text: String| {
            T::from_text(&text).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &T::EXPECTED))
        };
        text.map(parse).transpose()
    }
}

/// Serialization of a list of values as strings.
mod texts {
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serializer};

    use super::AsText;

    pub(super) fn serialize<T: AsText, S: Serializer>(
        values: &[T],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(AsText::to_text))
    }

    pub(super) fn deserialize<'de, T: AsText, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<T>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let parse = |text: String| {
            T::from_text(&text).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &T::EXPECTED))
        };
        texts.into_iter().map(parse).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// JSON in which all options have a value.
    const ALL_OPTIONS: &str = r#"{"input":{"paths":["games","%8F.kif"],"list":{"path":"list.txt","null":true},"ext":["txt"],"exclude":["old/**"],"format":"csa","encoding":"Shift_JIS"},"jobs":2,"profile":"jsa-pro","rules":"own.toml","config":{"file":"kifu.toml"},"select":["nifu","clock-*"],"ignore":["fouls"],"set":["clock-*=note","nifu=off"],"severity":"warning","fail_on":"never","baseline":"known.jsonl","no_cause":true,"where":"plies > 3","clean":true,"unique":true,"sheet":["results.csv"],"complete":true,"openings":"own-openings.toml"}"#;

    #[test]
    fn options_are_written_as_they_are_read() {
        let parse = |text: &str| serde_json::from_str::<RunOptions>(text).unwrap();
        assert_eq!(serde_json::to_string(&parse(ALL_OPTIONS)).unwrap(), ALL_OPTIONS);
        let default = serde_json::to_string(&RunOptions::default()).unwrap();
        assert_eq!(default, r#"{"input":{},"config":"nearest"}"#);
        assert_eq!(serde_json::to_string(&parse(&default)).unwrap(), default);
        assert_eq!(serde_json::to_string(&parse("{}")).unwrap(), default);
    }

    #[test]
    fn wrong_values_are_reported() {
        for (text, message) in [
            (
                r#"{"profile":"jsa-prof"}"#,
                r#"invalid value: string "jsa-prof", expected the name of a profile"#,
            ),
            (
                r#"{"set":["nifu"]}"#,
                r#"invalid value: string "nifu", expected SELECTOR=LEVEL"#,
            ),
            (r#"{"set":["nifu=x"]}"#, "expected SELECTOR=LEVEL"),
            (r#"{"select":["nifuu"]}"#, "expected a rule"),
            (r#"{"input":{"exclude":["["]}}"#, "expected a pattern of paths"),
            (r#"{"input":{"format":"kiff"}}"#, "expected the name of a format"),
            (r#"{"profil":"jsa-pro"}"#, "unknown field `profil`"),
            (r#"{"config":"here"}"#, "unknown variant `here`"),
        ] {
            let error = serde_json::from_str::<RunOptions>(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
