//! A rule as users know it: its name, its weight and its page.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Group, Severity, Words, both};

/// What kind of fault a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A 反則: the mover loses.
    Foul,
    /// Cannot be done on a real board, or contradicts the record itself: more likely a damaged record than a foul.
    RecordError,
    /// Something a recorder should look at.
    Doubt,
    /// Legal, but worth saying.
    Notice,
}

impl Class {
    /// All four, the gravest first.
    pub(crate) const ALL: [Self; 4] = [Self::Foul, Self::RecordError, Self::Doubt, Self::Notice];

    /// The weight of a finding of this class on the main line.
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

    /// What the class is called in the catalogue.
    pub(crate) const fn words(self) -> Words {
        match self {
            Self::Foul => both("illegal move", "反則"),
            Self::RecordError => both("record error", "棋譜の誤り"),
            Self::Doubt => both("doubt", "要確認"),
            Self::Notice => both("notice", "参考"),
        }
    }
}

/// A rule: what every finding needs of it. Its check stands in the same file, its page in `pages/`.
#[derive(Debug)]
pub struct Rule {
    /// Kebab-case name of the fault; stable for ever.
    pub name: &'static str,
    /// What kind of fault it is.
    pub class: Class,
    /// What it is about.
    pub group: Group,
    /// The fault in a few English words.
    pub english: &'static str,
    /// The Japanese name.
    pub japanese: &'static str,
    /// The documentation, if the rule is not one of the crate's own: see [`Rule::page`].
    pub page: Option<&'static RulePage>,
}

impl Rule {
    /// The fault in a few words.
    pub(crate) const fn title(&self) -> Words {
        both(self.english, self.japanese)
    }
}

/// Rules as statics, one a row: name of the static, name, class, group, and the title in English and in Japanese. The page of
/// a rule is the entry of its name in the file of its group in `pages/`. A name before the rows is that of a list of them.
macro_rules! rules {
    ($list:ident: $($id:ident = $name:literal, $class:ident, $group:ident, $english:literal, $japanese:literal;)+) => {
        $crate::finding::rules! { $($id = $name, $class, $group, $english, $japanese;)+ }
        /// The rules of this file, in the order of the catalogue.
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

/// Rules are compared by name.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

// The documentation of a rule: its page, in the file of its group in `pages/`.

/// A file for each group, in the order of [`Group::ALL`].
const FILES: [&str; Group::ALL.len()] = [
    include_str!("pages/fouls.toml"),
    include_str!("pages/results.toml"),
    include_str!("pages/clocks.toml"),
    include_str!("pages/starts.toml"),
    include_str!("pages/reading.toml"),
    include_str!("pages/notation.toml"),
];

/// The pages that were asked for. A file is not parsed as a whole: most runs need few pages, and many none.
static PAGES: Mutex<BTreeMap<&str, &RulePage>> = Mutex::new(BTreeMap::new());

impl Rule {
    /// Returns the documentation: its own, or that of the crate's rule of this name.
    ///
    /// # Panics
    ///
    /// If there is neither.
    pub fn page(&self) -> &'static RulePage {
        let of_crate = || {
            let mut pages = PAGES.lock().unwrap_or_else(PoisonError::into_inner);
            *pages.entry(self.name).or_insert_with(|| self.read_page())
        };
        self.page.unwrap_or_else(of_crate)
    }

    fn read_page(&self) -> &'static RulePage {
        let table = table(FILES[self.group as usize], self.name);
        let pages: Option<HashMap<&str, RulePage>> = table.map(built_in);
        let page = pages.and_then(|mut it| it.remove(self.name));
        Box::leak(Box::new(
            page.unwrap_or_else(|| panic!("{} has no page", self.name)),
        ))
    }
}

/// The lines of a file from the head of a table, `[nifu]`, to that of the next. Those of its parts, `[nifu.bad]`, have a dot.
fn table<'f>(file: &'f str, name: &str) -> Option<&'f str> {
    let is_head = |rest: &str| {
        let head = rest.lines().next().and_then(|it| it.strip_suffix(']'));
        head.is_some_and(|it| {
            it.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        })
    };
    let begin = file.find(&format!("\n[{name}]\n"))?;
    let rest = &file[begin + 1..];
    let mut others = rest.match_indices("\n[").map(|(at, _)| at);
    let end = others.find(|&at| is_head(&rest[at + 2..])).unwrap_or(rest.len());
    Some(&rest[..end])
}

/// The page of documentation of a rule, in Markdown.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub struct RulePage {
    /// The exact condition, with the points that are easily got wrong.
    pub what: Words,
    /// Why it is a fault, or why it is worth saying.
    pub why: Words,
    /// What a recorder would do about it.
    pub remedy: Words,
    /// The statement it goes back to: a document by its title, or the definition of a format. A page has one text where
    /// both languages have the same.
    #[serde(deserialize_with = "same_or_both")]
    pub source: Words,
    /// A case that is reported.
    pub bad: Example,
    /// A case close by that is not.
    pub good: Example,
}

/// An example that the tool can judge itself, so that the page cannot go stale.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Example {
    /// Moves in USI (`7g7f 3c3d`) from a position in SFEN or `startpos`.
    Moves {
        /// `startpos` or an SFEN.
        start: &'static str,
        /// USI moves between blanks.
        moves: &'static str,
        /// What to see in it.
        note: Words,
    },
    /// A record, its notation found from its content.
    Record {
        /// The text of the record.
        text: &'static str,
        /// What to see in it.
        note: Words,
    },
    /// A record that is judged by an event's own rules, where the usual ones do not show it.
    Under {
        /// Lines of a file of rules; what they leave out is as usual.
        rules: &'static str,
        /// The text of the record.
        text: &'static str,
        /// What to see in it.
        note: Words,
    },
    /// The file of a record, for faults that have to do with its name.
    File {
        /// The name of the file.
        name: &'static str,
        /// The text of the record.
        text: &'static str,
        /// What to see in it.
        note: Words,
    },
    /// The bytes of a record, for faults that a decoded text cannot show.
    Bytes {
        /// The bytes of the file; on a page, `\x8d` is one that is not part of a character.
        #[serde(deserialize_with = "bytes")]
        bytes: &'static [u8],
        /// What to see in it.
        note: Words,
    },
}

/// One text for every language, or a pair of English and Japanese.
fn same_or_both<'de: 'static, D: Deserializer<'de>>(deserializer: D) -> Result<Words, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Same(&'static str),
        Both(Words),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::Same(text) => Words::same(text),
        Written::Both(words) => words,
    })
}

/// Bytes as text in which `\x8d` is a byte.
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

// Texts for people that are part of the program.

/// What a file of the program in TOML says. It is kept as long as the program runs, so that texts are borrowed from it.
///
/// # Panics
///
/// When the file is not as it must be. Tests read all of them.
pub(crate) fn built_in<T: Deserialize<'static>>(text: &str) -> T {
    let value = toml::from_str::<Value>(text).map(|it| &*Box::leak(Box::new(it)));
    let value = value.unwrap_or_else(|error| panic!("a built-in file: {error}"));
    T::deserialize(value).unwrap_or_else(|error| panic!("a built-in file: {error}"))
}
