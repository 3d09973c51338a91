//! The language that people are spoken to in.

use crate::finding::Language;

/// The language of the locale, where nobody asks for one.
pub(super) fn of_the_locale() -> Language {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
    match locale {
        Some(locale) if locale.starts_with("ja") => Language::Japanese,
        _ => Language::English,
    }
}

/// A language by its code.
pub(super) fn named(code: &str) -> Result<Language, String> {
    let known = Language::ALL.into_iter().find(|language| language.code() == code);
    known.ok_or_else(|| "not a language that is spoken here: en, ja".to_owned())
}
