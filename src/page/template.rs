//! Pages with gaps.

use super::words::WORDS;
use crate::finding::Language;

/// Fills the gaps of a page, `{{name}}`, with these values and else with the words of the language. What is filled in
/// is not looked at again.
pub(super) fn filled(page: &str, language: Language, values: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, (name, behind))) = rest
        .split_once("{{")
        .and_then(|(before, gap)| Some((before, gap.split_once("}}")?)))
    {
        out.push_str(before);
        let value = values.iter().find(|(it, _)| *it == name);
        let words = WORDS.iter().find(|(it, _)| *it == name);
        match (value, words) {
            (Some((_, value)), _) => out.push_str(value),
            (None, Some((_, words))) => out.push_str(words.in_language(language)),
            (None, None) => {}
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The names of the gaps of a page.
#[cfg(test)]
pub(super) fn gaps(page: &str) -> Vec<&str> {
    page.split("{{")
        .skip(1)
        .filter_map(|it| Some(it.split_once("}}")?.0))
        .collect()
}
