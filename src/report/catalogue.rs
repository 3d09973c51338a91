//! The catalogue of rules as a table for people.

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::put;
use crate::finding::{Language, Rule};

/// A line per rule: name, group, class, severity, the fault in this language and in the other.
pub(crate) fn catalogue<'r>(rules: impl Iterator<Item = &'r Rule>, language: Language) -> Vec<u8> {
    let rows: Vec<_> = rules.map(|rule| row(rule, language)).collect();
    let mut widths = [0; COLUMNS];
    for row in &rows {
        for (width, words) in widths.iter_mut().zip(row) {
            *width = words.width().max(*width);
        }
    }
    let mut out = Vec::new();
    for row in rows {
        let [before @ .., last] = row;
        for (words, width) in before.into_iter().zip(widths) {
            // Columns of a terminal: a Japanese character has two.
            let blanks = width - words.width() + 2;
            put!(out, "{words}{:blanks$}", "");
        }
        put!(out, "{last}\n");
    }
    out
}

/// The same for programs: an array with an object per rule, in the language where there are words.
pub(crate) fn catalogue_json<'r>(rules: impl Iterator<Item = &'r Rule>, language: Language) -> Vec<u8> {
    let rules: Vec<_> = rules.map(|rule| RuleObject::new(rule, language)).collect();
    // Neither writing to memory nor texts can fail.
    let mut out = serde_json::to_vec_pretty(&rules).unwrap_or_default();
    out.push(b'\n');
    out
}

/// What programs are told of a rule.
#[derive(Serialize)]
struct RuleObject {
    name: &'static str,
    group: &'static str,
    class: &'static str,
    severity: &'static str,
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
            english: rule.english,
            japanese: rule.japanese,
            what: page.what.in_language(language),
            why: page.why.in_language(language),
            remedy: page.remedy.in_language(language),
            source: page.source.in_language(language),
        }
    }
}

const COLUMNS: usize = 6;

/// What stands in a table about a rule.
pub(crate) fn row(rule: &Rule, language: Language) -> [&'static str; COLUMNS] {
    let (english, japanese) = (rule.english, rule.japanese);
    let (here, there) = language.either((english, japanese), (japanese, english));
    let (class, severity) = (rule.class.words(), rule.class.severity().words());
    [
        rule.name,
        rule.group.name(),
        class.in_language(language),
        severity.in_language(language),
        here,
        there,
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
        let column = lines[0].find("record error").unwrap();
        for (line, rule) in lines.iter().zip(READING.iter().copied()) {
            assert!(
                line.starts_with(rule.name)
                    && line[column..].starts_with(rule.class.words().english)
                    && line.contains(rule.group.name()),
                "{line}"
            );
        }
    }
    #[test]
    fn japanese_columns_are_aligned_on_a_terminal() {
        let table = table(Language::Japanese);
        let columns: Vec<_> = table
            .lines()
            .zip(READING.iter().copied())
            .map(|(line, rule)| line.rsplit_once(rule.japanese).unwrap().0.width())
            .collect();
        assert!(columns.windows(2).all(|it| it[0] == it[1]), "{table}");
        assert!(table.contains("棋譜の誤り  エラー  "), "{table}");
    }
}
