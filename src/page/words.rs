//! The words of the page in both languages.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::finding::{Language, Words, built_in};
use crate::notation::japanese_terminal;
use crate::record::Terminal;

/// The texts of the page, by the names that the templates and scripts use.
///
/// In a text, `{0}`, `{1}` etc. are placeholders for values.
pub(super) static WORDS: LazyLock<BTreeMap<&str, Words>> =
    LazyLock::new(|| built_in(include_str!("words.toml")));

/// Returns the words with this name in `language`, or an empty string if there are none.
pub(super) fn word(name: &str, language: Language) -> &'static str {
    WORDS.get(name).map_or("", |words| words.in_language(language))
}

/// Returns the words with this name in `language`, with a value inserted for `{0}`.
pub(super) fn word_with_value(name: &str, value: &str, language: Language) -> String {
    word(name, language).replace("{0}", value)
}

/// Returns the words for a kind of end of a game, which are 「その他」 in Japanese if the kind has no Japanese name.
pub(super) fn end_words(terminal: Terminal, language: Language) -> &'static str {
    let japanese = japanese_terminal(terminal).filter(|_| terminal.name() != "other");
    let japanese = japanese.or(terminal.japanese()).unwrap_or("その他");
    language.either(terminal.english(), japanese)
}

#[cfg(all(test, feature = "application"))]
mod tests;
