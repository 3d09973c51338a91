//! The catalogue of rules as a text table and as JSON.

use std::borrow::Cow;

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::put;
use crate::finding::{Applicability, Language, Rule};
use crate::fix::fixes_of;

/// Returns a line per rule with aligned columns: name, group, class, severity, possible fixes, the title in `language`, and the
/// title in the other of the two languages.
pub(crate) fn catalogue<'r>(rules: impl Iterator<Item = &'r Rule>, language: Language) -> Vec<u8> {
    let rows: Vec<_> = rules.map(|rule| row(rule, language)).collect();
    let mut widths = [0; COLUMN_COUNT];
    for row in &rows {
        for (width, words) in widths.iter_mut().zip(row) {
            *width = words.width().max(*width);
        }
    }
    let mut out = Vec::new();
    for row in rows {
        let [padded @ .., last] = row;
        for (words, width) in padded.into_iter().zip(widths) {
            // Widths are terminal columns, of which a Japanese character takes two.
            let blanks = width - words.width() + 2;
            put!(out, "{words}{:blanks$}", "");
        }
        put!(out, "{last}\n");
    }
    out
}

/// Returns the catalogue as JSON: an array with an object per rule. The title is in both languages, and all other texts
/// are in `language`.
pub(crate) fn catalogue_json<'r>(rules: impl Iterator<Item = &'r Rule>, language: Language) -> Vec<u8> {
    let rules: Vec<_> = rules.map(|rule| RuleObject::new(rule, language)).collect();
    // Writing to memory cannot fail, nor can the serialization of texts.
    let mut out = serde_json::to_vec_pretty(&rules).unwrap_or_default();
    out.push(b'\n');
    out
}

/// The JSON object of a rule.
#[derive(Serialize)]
struct RuleObject {
    name: &'static str,
    group: &'static str,
    class: &'static str,
    severity: &'static str,
    /// The fixes that its findings can have: `safe`, `unsafe`.
    fixes: Vec<&'static str>,
    english: &'static str,
    japanese: &'static str,
    what: &'static str,
    why: &'static str,
    remedy: &'static str,
    source: &'static str,
}

impl RuleObject {
    fn new(rule: &Rule, language: Language) -> Self {
        let page = rule.page();
        Self {
            name: rule.name,
            group: rule.group.name(),
            class: rule.class.name(),
            severity: rule.class.severity().name(),
            fixes: fixes_of(rule).into_iter().map(Applicability::name).collect(),
            english: rule.english,
            japanese: rule.japanese,
            what: page.what.in_language(language),
            why: page.why.in_language(language),
            remedy: page.remedy.in_language(language),
            source: page.source.in_language(language),
        }
    }
}

/// Number of columns of the catalogue.
const COLUMN_COUNT: usize = 7;

/// Returns the cells of a rule in the catalogue: name, group, class, severity, possible fixes, the title in `language`, and the
/// title in the other of the two languages.
pub(crate) fn row(rule: &Rule, language: Language) -> [Cow<'static, str>; COLUMN_COUNT] {
    let (english, japanese) = (rule.english, rule.japanese);
    let (title, other_title) = language.either((english, japanese), (japanese, english));
    let (class, severity) = (rule.class.words(), rule.class.severity().words());
    [
        rule.name.into(),
        rule.group.name().into(),
        (*class.in_language(language)).into(),
        (*severity.in_language(language)).into(),
        fixes_of(rule)
            .into_iter()
            .map(Applicability::name)
            .collect::<Vec<_>>()
            .join(", ")
            .into(),
        title.into(),
        other_title.into(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::rules::READING;

    fn table(language: Language) -> String {
        String::from_utf8(catalogue(READING.iter().copied(), language)).unwrap()
    }

    #[test]
    fn the_columns_are_aligned() {
        let table = table(Language::English);
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines.len(), READING.len());
        let class_start = lines[0].find("record error").unwrap();
        for (line, rule) in lines.iter().zip(READING.iter().copied()) {
            assert!(
                line.starts_with(rule.name)
                    && line[class_start..].starts_with(rule.class.words().english)
                    && line.contains(rule.group.name()),
                "{line}"
            );
        }
    }
    #[test]
    fn japanese_columns_are_aligned_on_a_terminal() {
        let table = table(Language::Japanese);
        let title_columns: Vec<_> = table
            .lines()
            .zip(READING.iter().copied())
            .map(|(line, rule)| line.rsplit_once(rule.japanese).unwrap().0.width())
            .collect();
        assert!(
            title_columns.windows(2).all(|window| window[0] == window[1]),
            "{table}"
        );
        assert!(table.contains("棋譜の誤り  エラー  "), "{table}");
    }
}
