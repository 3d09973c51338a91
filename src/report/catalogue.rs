//! The catalogue of rules as a table for people.

use super::put;
use crate::finding::Rule;

/// A line per rule: name, class, severity, the fault in English and in Japanese.
pub fn catalogue<'r>(rules: impl Iterator<Item = &'r Rule> + Clone) -> Vec<u8> {
    let longest = |word: fn(&Rule) -> &str| rules.clone().map(|rule| word(rule).len()).max().unwrap_or(0);
    let name = longest(|rule| rule.name);
    let class = longest(|rule| rule.class.name());
    let severity = longest(|rule| rule.class.severity().name());
    let english = longest(|rule| rule.english);
    let mut out = Vec::new();
    for rule in rules {
        let weight = rule.class.severity().name();
        put!(
            out,
            "{:name$}  {:class$}  {weight:severity$}  ",
            rule.name,
            rule.class.name()
        );
        put!(out, "{:english$}  {}\n", rule.english, rule.japanese);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::rules;

    #[test]
    fn the_columns_are_aligned() {
        let table = String::from_utf8(catalogue(rules::ALL.iter().copied())).unwrap();
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines.len(), rules::ALL.len());
        let column = lines[0].find("record error").unwrap();
        for (line, rule) in lines.iter().zip(rules::ALL) {
            assert!(
                line.starts_with(rule.name) && line[column..].starts_with(rule.class.name()),
                "{line}"
            );
        }
    }
}
