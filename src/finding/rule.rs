//! A rule as users see it: its name, its class and its page.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Group, Language, Severity, Words, both};

/// The class of a rule, which determines the severity of its findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// An illegal move (反則), by which the mover loses.
    Foul,
    /// An action that is impossible on a real board, or a contradiction within the record.
    ///
    /// The cause is more likely a damaged record than an illegal move.
    RecordError,
    /// A doubtful statement or notation that a recorder should look at.
    Doubt,
    /// Legal but noteworthy.
    Notice,
}

impl Class {
    /// All classes, the most severe first.
    pub(crate) const ALL: [Self; 4] = [Self::Foul, Self::RecordError, Self::Doubt, Self::Notice];

    /// Returns the severity of a finding of this class on the main line.
    pub const fn severity(self) -> Severity {
        match self {
            Self::Foul | Self::RecordError => Severity::Error,
            Self::Doubt => Severity::Warning,
            Self::Notice => Severity::Note,
        }
    }

    /// Returns the name of the class for programs.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Foul => "foul",
            Self::RecordError => "record error",
            Self::Doubt => "doubt",
            Self::Notice => "notice",
        }
    }

    /// Returns the name of the class in the catalogue.
    pub(crate) const fn words(self) -> Words {
        match self {
            Self::Foul => both("illegal move", "反則"),
            Self::RecordError => both("record error", "棋譜の誤り"),
            Self::Doubt => both("doubt", "要確認"),
            Self::Notice => both("notice", "参考"),
        }
    }
}

/// A rule, with the properties that every finding needs.
///
/// The function that checks the rule is next to the definition of the rule. The documentation page of the rule is in
/// `src/finding/pages/`.
#[derive(Debug)]
pub struct Rule {
    /// The name in kebab-case, which never changes.
    pub name: &'static str,
    /// The class of the rule.
    pub class: Class,
    /// The group of the rule.
    pub group: Group,
    /// The problem in a few English words.
    pub english: &'static str,
    /// The title in Japanese: the problem in a few words.
    pub japanese: &'static str,
    /// The documentation, for rules that are not defined in this crate; `None` for the rules of this crate, whose pages
    /// [`Rule::page`] finds by name.
    pub page: Option<&'static RulePage>,
}

impl Rule {
    /// Returns the problem in a few words.
    pub(crate) const fn title(&self) -> Words {
        both(self.english, self.japanese)
    }
}

/// Defines rules as statics, one per row.
///
/// A row has the name of the static, the name of the rule, its class, its group, and the title in English and in
/// Japanese. The page of a rule is the entry with its name in the file of its group in `pages/`. An identifier before
/// the rows defines a list of these rules.
macro_rules! rules {
    ($list:ident: $($id:ident = $name:literal, $class:ident, $group:ident, $english:literal, $japanese:literal;)+) => {
        $crate::finding::rules! { $($id = $name, $class, $group, $english, $japanese;)+ }
        /// The rules of this file, in the order of the catalogue.
        #[allow(unreachable_pub, reason = "some lists are public")]
        pub static $list: &[&$crate::finding::Rule] = &[$(&$id),+];
    };
    ($($id:ident = $name:literal, $class:ident, $group:ident, $english:literal, $japanese:literal;)+) => {$(
        #[doc = concat!($japanese, ": ", $english, ".")]
        pub(crate) static $id: $crate::finding::Rule = $crate::finding::Rule {
            name: $name,
            class: $crate::finding::Class::$class,
            group: $crate::finding::Group::$group,
            english: $english,
            japanese: $japanese,
            page: None,
        };
    )+};
}
pub(crate) use rules;

/// Compares rules by name.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

// The documentation of a rule: its page, in the file of its group in `pages/`.

/// The files of the groups, in the order of [`Group::ALL`].
const PAGE_FILES: [&str; Group::ALL.len()] = [
    include_str!("pages/fouls.toml"),
    include_str!("pages/results.toml"),
    include_str!("pages/clocks.toml"),
    include_str!("pages/starts.toml"),
    include_str!("pages/reading.toml"),
    include_str!("pages/notation.toml"),
    include_str!("pages/archive.toml"),
];

/// The pages that have been requested. A file is not parsed as a whole, because most runs need few pages or none.
static PAGES: Mutex<BTreeMap<&str, &RulePage>> = Mutex::new(BTreeMap::new());

impl Rule {
    /// Returns the documentation: the page in the field `page`, or else the page with the name of the rule in
    /// this crate.
    ///
    /// # Panics
    ///
    /// Panics if there is no such page.
    pub fn page(&self) -> &'static RulePage {
        let page_of_crate = || {
            let mut pages = PAGES.lock().unwrap_or_else(PoisonError::into_inner);
            *pages.entry(self.name).or_insert_with(|| self.read_page())
        };
        self.page.unwrap_or_else(page_of_crate)
    }

    /// Returns the address of the page of this rule in the published documentation, or `None` if this build has no such address.
    ///
    /// A build has it if the environment variable `KIFU_DOCS_URL` is the address of the documentation during the build.
    pub fn address(&self, language: Language) -> Option<String> {
        address(option_env!("KIFU_DOCS_URL"), self.name, language)
    }

    fn read_page(&self) -> &'static RulePage {
        let table = table(PAGE_FILES[self.group as usize], self.name);
        let pages: Option<HashMap<&str, RulePage>> = table.map(built_in);
        let page = pages.and_then(|mut pages| pages.remove(self.name));
        Box::leak(Box::new(
            page.unwrap_or_else(|| panic!("{} has no page", self.name)),
        ))
    }
}

/// Returns the lines of a file from a table header, such as `[nifu]`, up to the next table header.
///
/// Headers of subtables, such as `[nifu.bad]`, contain a dot and do not end the table. `None` if the file has
/// no such table.
fn table<'f>(file: &'f str, name: &str) -> Option<&'f str> {
    let is_table_header = |rest: &str| {
        let header = rest.lines().next().and_then(|line| line.strip_suffix(']'));
        header.is_some_and(|header| {
            header
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        })
    };
    let begin = file.find(&format!("\n[{name}]\n"))?;
    let rest = &file[begin + 1..];
    let mut later_headers = rest.match_indices("\n[").map(|(offset, _)| offset);
    let end = later_headers
        .find(|&offset| is_table_header(&rest[offset + 2..]))
        .unwrap_or(rest.len());
    Some(&rest[..end])
}

/// The documentation page of a rule, in Markdown.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub struct RulePage {
    /// The exact condition, with points that are easily misunderstood.
    pub what: Words,
    /// The reason why the case is a problem or is worth reporting.
    pub why: Words,
    /// Advice for a recorder.
    pub remedy: Words,
    /// The advice for readers of an HTML page, who have no command line; `None` if `remedy` has no command, option or file of
    /// settings. The key in a file is `page-remedy`.
    #[serde(default, rename = "page-remedy")]
    pub page_remedy: Option<Words>,
    /// The source of the rule: the title of a document, or the definition of a format.
    ///
    /// A page has a single text if the source is the same in both languages.
    #[serde(deserialize_with = "same_or_both")]
    pub source: Words,
    /// A case that is reported.
    pub bad: Example,
    /// A similar case that is not reported.
    pub good: Example,
    /// A case that a safe fix changes; `None` if `bad` is such a case, or if the rule has no safe fix.
    #[serde(default)]
    pub fix: Option<Example>,
}

/// An example, which a test checks, so that the page cannot become outdated.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Example {
    /// Moves in USI (`7g7f 3c3d`) from a position in SFEN or `startpos`.
    Moves {
        /// `startpos` or an SFEN.
        start: &'static str,
        /// USI moves, separated by blanks.
        moves: &'static str,
        /// An explanation of the example.
        note: Words,
    },
    /// A record, whose notation is detected from its content.
    Record {
        /// The text of the record.
        text: &'static str,
        /// An explanation of the example.
        note: Words,
    },
    /// A record that is checked with the rules of an event, because the default rules do not show the case.
    WithRules {
        /// Lines of a rules file. Omitted keys have their default values.
        rules: &'static str,
        /// The text of the record.
        text: &'static str,
        /// An explanation of the example.
        note: Words,
    },
    /// The file of a record, for problems with the file name.
    File {
        /// The name of the file.
        name: &'static str,
        /// The text of the record.
        text: &'static str,
        /// An explanation of the example.
        note: Words,
    },
    /// Several files, for problems between records. The finding is about the last file.
    Files {
        /// The files, each after a line `== NAME`.
        files: &'static str,
        /// An explanation of the example.
        note: Words,
    },
    /// The bytes of a record, for problems that decoded text cannot show.
    Bytes {
        /// The bytes of the file. In the page, `\xHH` is the byte with this hexadecimal value, for
        /// bytes that are not part of a character.
        #[serde(deserialize_with = "bytes")]
        bytes: &'static [u8],
        /// An explanation of the example.
        note: Words,
    },
}

/// Deserializes one text for every language, or a pair of English and Japanese.
fn same_or_both<'de: 'static, D: Deserializer<'de>>(deserializer: D) -> Result<Words, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Same(&'static str),
        Both(Words),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::Same(text) => Words::untranslated(text),
        Written::Both(words) => words,
    })
}

/// Deserializes bytes from text in which `\xHH` is the byte with this hexadecimal value.
fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static [u8], D::Error> {
    let text = String::deserialize(deserializer)?;
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (byte, rest) = part.split_at_checked(2).unwrap_or_default();
        bytes.push(u8::from_str_radix(byte, 16).map_err(D::Error::custom)?);
        bytes.extend(rest.as_bytes());
    }
    Ok(bytes.leak())
}

// Texts for readers that are part of the program.

/// Parses a TOML file of the program. Its values are kept in memory until the program ends, so that they can be borrowed.
///
/// # Panics
///
/// Panics if the file is invalid. Tests read all of these files.
pub(crate) fn built_in<T: Deserialize<'static>>(text: &str) -> T {
    let value = toml::from_str::<Value>(text).map(|toml| &*Box::leak(Box::new(toml)));
    let value = value.unwrap_or_else(|error| panic!("a built-in file: {error}"));
    T::deserialize(value).unwrap_or_else(|error| panic!("a built-in file: {error}"))
}

/// Returns the address of the page of a rule, below the address of the documentation.
fn address(documentation: Option<&str>, rule: &str, language: Language) -> Option<String> {
    let documentation = documentation.filter(|it| !it.is_empty())?.trim_end_matches('/');
    let folder = language.either("rules", "ja/rules");
    Some(format!("{documentation}/{folder}/{rule}/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_rule_is_below_that_of_the_documentation() {
        for (documentation, language, expected) in [
            (
                Some("https://a.example/docs/"),
                Language::English,
                Some("https://a.example/docs/rules/nifu/"),
            ),
            (
                Some("https://a.example/docs"),
                Language::Japanese,
                Some("https://a.example/docs/ja/rules/nifu/"),
            ),
            (Some(""), Language::English, None),
            (None, Language::English, None),
        ] {
            let address = address(documentation, "nifu", language);
            assert_eq!(address.as_deref(), expected, "{documentation:?}");
        }
    }
}
