//! Counts of records and findings over a run.

use std::collections::BTreeMap;

use super::{Paint, put};
use crate::finding::{Finding, Language, Rule, Severity, Words, both};
use crate::referee::Judgement;

/// The counts of records and findings in a run, or in some of its records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FindingCounts {
    /// The number of records that were checked.
    pub records: u64,
    /// The number of moves on the main lines of these records.
    pub plies: u64,
    /// The number of records with at least one error that is neither in the baseline nor suppressed.
    pub with_errors: u64,
    /// The numbers of findings by the name of their rule, for each group of findings.
    ///
    /// The indices of the groups are [`SHOWN`], [`IN_BASELINE`], [`SUPPRESSED`] and [`CONSEQUENCES`].
    counts: [BTreeMap<&'static str, Count>; 4],
}

/// Index of the findings that are neither in the baseline nor suppressed.
const SHOWN: usize = 0;

/// Index of the findings that are hidden because they are in the baseline.
const IN_BASELINE: usize = 1;

/// Index of the findings that are hidden because a mark in their record suppresses them.
const SUPPRESSED: usize = 2;

/// Index of the findings that follow from the cause of another finding.
const CONSEQUENCES: usize = 3;

/// The number of findings of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    rule: &'static Rule,
    /// The numbers of findings by severity, notes first.
    findings: [u64; 3],
}

impl Count {
    fn total(&self) -> u64 {
        self.findings.iter().sum()
    }
}

impl FindingCounts {
    /// Counts a record, its plies, and its findings that are neither in the baseline nor suppressed.
    pub(crate) fn add(&mut self, judgement: &Judgement) {
        self.records += 1;
        self.plies += u64::from(judgement.plies);
        let is_error = |finding: &Finding| finding.severity == Severity::Error;
        self.with_errors += u64::from(judgement.findings.iter().any(is_error));
        for finding in &judgement.findings {
            let group = if finding.consequence { CONSEQUENCES } else { SHOWN };
            self.count(group, finding.rule, finding.severity);
        }
    }

    /// Counts findings that are hidden because they are in the baseline, with the severity of their rules.
    pub(crate) fn add_baselined(&mut self, findings: &[Finding]) {
        self.count_hidden(IN_BASELINE, findings);
    }

    /// Counts findings that are hidden because their record suppresses them, with the severity of their rules.
    pub(crate) fn add_suppressed(&mut self, findings: &[Finding]) {
        self.count_hidden(SUPPRESSED, findings);
    }

    /// Returns the number of findings that follow from the cause of another one.
    pub(crate) fn consequences(&self) -> u64 {
        self.counts[CONSEQUENCES].values().map(Count::total).sum()
    }

    fn count_hidden(&mut self, group: usize, findings: &[Finding]) {
        for Finding { rule, .. } in findings {
            self.count(group, rule, rule.class.severity());
        }
    }

    /// Returns the numbers of hidden findings: those in the baseline, and those that their records suppress.
    pub(crate) fn hidden(&self) -> [u64; 2] {
        [IN_BASELINE, SUPPRESSED].map(|group| self.counts[group].values().map(Count::total).sum())
    }

    fn count(&mut self, group: usize, rule: &'static Rule, severity: Severity) {
        let findings = [0; 3];
        let count = self.counts[group]
            .entry(rule.name)
            .or_insert(Count { rule, findings });
        count.findings[severity as usize] += 1;
    }

    /// Adds the counts of other records of the run.
    pub(crate) fn merge(&mut self, other: Self) {
        self.records += other.records;
        self.plies += other.plies;
        self.with_errors += other.with_errors;
        for (counts, other_counts) in self.counts.iter_mut().zip(other.counts) {
            for (name, other_count) in other_counts {
                let findings = [0; 3];
                let count = counts.entry(name).or_insert(Count {
                    findings,
                    ..other_count
                });
                for (sum, findings) in count.findings.iter_mut().zip(other_count.findings) {
                    *sum += findings;
                }
            }
        }
    }

    /// Returns the number of findings with a severity that are neither in the baseline nor suppressed.
    pub(crate) fn findings(&self, severity: Severity) -> u64 {
        self.counts[SHOWN]
            .values()
            .map(|count| count.findings[severity as usize])
            .sum()
    }

    /// Returns the highest severity of the findings that are neither in the baseline nor suppressed, if there are any.
    pub(crate) fn highest(&self) -> Option<Severity> {
        Severity::ALL
            .into_iter()
            .find(|&severity| self.findings(severity) > 0)
    }

    /// Returns a text table of the number of findings per rule: first of those that are not hidden, then of those in
    /// the baseline, then of the suppressed ones.
    ///
    /// In each group, the most frequent rules are first. The table is empty if there are no findings.
    pub(crate) fn statistics(&self, language: Language, paint: &Paint) -> Vec<u8> {
        const GROUP_NOTES: [Words; 4] = [
            both("", ""),
            both(" (known from the baseline)", "（ベースラインにある既知の指摘）"),
            both(" (ignored by a mark in the record)", "（棋譜内の指定により無視）"),
            both(
                " (follows from the cause of another finding)",
                "（ほかの指摘の原因による）",
            ),
        ];
        let mut rows = Vec::new();
        for (counts, note) in self.counts.iter().zip(GROUP_NOTES) {
            let group_start = rows.len();
            rows.extend(counts.values().map(|count| (count.rule, count.total(), note)));
            // The sort is stable, so rules with equal counts stay in the order of their names.
            rows[group_start..].sort_by_key(|row| std::cmp::Reverse(row.1));
        }
        let digits = rows.iter().map(|row| row.1.to_string().len()).max().unwrap_or(0);
        let name_width = rows.iter().map(|row| row.0.name.len()).max().unwrap_or(0);
        let mut out = Vec::new();
        for (rule, count, note) in rows {
            let style = paint.severity(rule.class.severity());
            put!(
                out,
                "{count:digits$}  {style}{:name_width$}{style:#}  {}{}\n",
                rule.name,
                rule.title().in_language(language),
                note.in_language(language)
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::bilingual;
    use crate::referee::rules::reading;

    fn counts_of(findings: &[(&'static Rule, Severity)]) -> FindingCounts {
        let finding = |&(rule, severity): &(&'static Rule, Severity)| {
            let mut finding = Finding::new(rule, None, bilingual("", ""));
            finding.severity = severity;
            finding
        };
        let mut counts = FindingCounts::default();
        counts.add(&Judgement {
            findings: findings.iter().map(finding).collect(),
            plies: 7,
            ..Judgement::default()
        });
        counts
    }

    #[test]
    fn merged_counts_are_sums() {
        let first = [
            (&reading::NO_MOVES, Severity::Warning),
            (&reading::UNREADABLE_LINE, Severity::Note),
        ];
        let second = [(&reading::UNREADABLE_LINE, Severity::Error)];
        let mut merged = counts_of(&first);
        merged.merge(counts_of(&second));
        assert_eq!((merged.records, merged.plies, merged.with_errors), (2, 14, 1));
        assert_eq!(Severity::ALL.map(|severity| merged.findings(severity)), [1, 1, 1]);
        let table = String::from_utf8(merged.statistics(Language::English, &Paint::plain())).unwrap();
        let lines: Vec<_> = table
            .lines()
            .map(|line| line.split_whitespace().take(2).collect::<Vec<_>>())
            .collect();
        assert_eq!(lines, [["2", "unreadable-line"], ["1", "no-moves"]]);
        let table = merged.statistics(Language::Japanese, &Paint::plain());
        let table = String::from_utf8(table).unwrap();
        assert!(
            table.ends_with(&format!("1  no-moves         {}\n", reading::NO_MOVES.japanese)),
            "{table}"
        );
    }

    #[test]
    fn the_highest_severity_is_returned() {
        let counts = counts_of(&[
            (&reading::NO_MOVES, Severity::Warning),
            (&reading::NO_MOVES, Severity::Note),
        ]);
        assert_eq!(counts.highest(), Some(Severity::Warning));
        assert_eq!(counts_of(&[]).highest(), None);
    }
}
