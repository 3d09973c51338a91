//! Counts of records and findings over a run.

use std::collections::BTreeMap;

use super::{Paint, put};
use crate::finding::{Finding, Language, Rule, Severity, Words, both};
use crate::referee::Judgement;

/// The counts of a run, or of a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FindingCounts {
    /// The number of records read.
    pub records: u64,
    /// The number of moves read on their main lines.
    pub plies: u64,
    /// The number of records with an error.
    pub with_errors: u64,
    /// The findings by the name of their rule.
    ///
    /// They are in three groups: findings that are shown, findings in the baseline, and findings suppressed by their
    /// records.
    counts: [BTreeMap<&'static str, Count>; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    rule: &'static Rule,
    /// The numbers by severity, notes first.
    findings: [u64; 3],
}

impl Count {
    fn total(&self) -> u64 {
        self.findings.iter().sum()
    }
}

impl FindingCounts {
    /// Counts a record and its findings.
    pub(crate) fn add(&mut self, judgement: &Judgement) {
        self.records += 1;
        self.plies += u64::from(judgement.plies);
        let is_error = |finding: &Finding| finding.severity == Severity::Error;
        self.with_errors += u64::from(judgement.findings.iter().any(is_error));
        for finding in &judgement.findings {
            self.count(0, finding.rule, finding.severity);
        }
    }

    /// Counts findings of a record that are hidden because they are in the baseline.
    pub(crate) fn add_baselined(&mut self, findings: &[Finding]) {
        self.count_hidden(1, findings);
    }

    /// Counts findings that are hidden because their record suppresses them.
    pub(crate) fn add_suppressed(&mut self, findings: &[Finding]) {
        self.count_hidden(2, findings);
    }

    fn count_hidden(&mut self, why: usize, findings: &[Finding]) {
        for Finding { rule, .. } in findings {
            self.count(why, rule, rule.class.severity());
        }
    }

    /// Returns the numbers of hidden findings: in the baseline, and suppressed by their records.
    pub(crate) fn hidden(&self) -> [u64; 2] {
        [1, 2].map(|why| self.counts[why].values().map(Count::total).sum())
    }

    fn count(&mut self, of: usize, rule: &'static Rule, severity: Severity) {
        let findings = [0; 3];
        let count = self.counts[of]
            .entry(rule.name)
            .or_insert(Count { rule, findings });
        count.findings[severity as usize] += 1;
    }

    /// Adds the counts of another part of the run.
    pub(crate) fn merge(&mut self, other: Self) {
        self.records += other.records;
        self.plies += other.plies;
        self.with_errors += other.with_errors;
        for (own, more) in self.counts.iter_mut().zip(other.counts) {
            for (name, more) in more {
                let findings = [0; 3];
                let count = own.entry(name).or_insert(Count { findings, ..more });
                for (sum, findings) in count.findings.iter_mut().zip(more.findings) {
                    *sum += findings;
                }
            }
        }
    }

    /// Returns the number of findings with a severity.
    pub(crate) fn findings(&self, severity: Severity) -> u64 {
        self.counts[0]
            .values()
            .map(|value| value.findings[severity as usize])
            .sum()
    }

    /// Returns the highest severity of the findings, if there are any.
    pub(crate) fn highest(&self) -> Option<Severity> {
        Severity::ALL
            .into_iter()
            .find(|&severity| self.findings(severity) > 0)
    }

    /// Returns a text table of the number of findings per rule, followed by the hidden ones.
    ///
    /// The most frequent rules come first. The table is empty if there are no findings.
    pub(crate) fn statistics(&self, language: Language, paint: &Paint) -> Vec<u8> {
        const WHY: [Words; 3] = [
            both("", ""),
            both(" (known from the baseline)", "（ベースラインにある既知の指摘）"),
            both(" (ignored by a mark in the record)", "（棋譜内の指定により無視）"),
        ];
        let mut rows = Vec::new();
        for (counts, why) in self.counts.iter().zip(WHY) {
            let first = rows.len();
            rows.extend(counts.values().map(|value| (value.rule, value.total(), why)));
            // The sort is stable, so rules with equal counts stay in the order of their names.
            rows[first..].sort_by_key(|it| std::cmp::Reverse(it.1));
        }
        let digits = rows.iter().map(|row| row.1.to_string().len()).max().unwrap_or(0);
        let name = rows.iter().map(|it| it.0.name.len()).max().unwrap_or(0);
        let mut out = Vec::new();
        for (rule, count, why) in rows {
            let style = paint.severity(rule.class.severity());
            put!(
                out,
                "{count:digits$}  {style}{:name$}{style:#}  {}{}\n",
                rule.name,
                rule.title().in_language(language),
                why.in_language(language)
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

    fn tally(findings: &[(&'static Rule, Severity)]) -> FindingCounts {
        let finding = |&(rule, severity): &(&'static Rule, Severity)| {
            let mut finding = Finding::new(rule, None, bilingual("", ""));
            finding.severity = severity;
            finding
        };
        let mut tally = FindingCounts::default();
        tally.add(&Judgement {
            findings: findings.iter().map(finding).collect(),
            plies: 7,
            ..Judgement::default()
        });
        tally
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let first = [
            (&reading::NO_MOVES, Severity::Warning),
            (&reading::UNREADABLE_LINE, Severity::Note),
        ];
        let second = [(&reading::UNREADABLE_LINE, Severity::Error)];
        let mut sum = tally(&first);
        sum.merge(tally(&second));
        assert_eq!((sum.records, sum.plies, sum.with_errors), (2, 14, 1));
        assert_eq!(Severity::ALL.map(|severity| sum.findings(severity)), [1, 1, 1]);
        let table = String::from_utf8(sum.statistics(Language::English, &Paint::plain())).unwrap();
        let lines: Vec<_> = table
            .lines()
            .map(|line| line.split_whitespace().take(2).collect::<Vec<_>>())
            .collect();
        assert_eq!(lines, [["2", "unreadable-line"], ["1", "no-moves"]]);
        let table = sum.statistics(Language::Japanese, &Paint::plain());
        let table = String::from_utf8(table).unwrap();
        assert!(
            table.ends_with(&format!("1  no-moves         {}\n", reading::NO_MOVES.japanese)),
            "{table}"
        );
    }

    #[test]
    fn the_highest_severity_is_returned() {
        let warned = tally(&[
            (&reading::NO_MOVES, Severity::Warning),
            (&reading::NO_MOVES, Severity::Note),
        ]);
        assert_eq!(warned.highest(), Some(Severity::Warning));
        assert_eq!(tally(&[]).highest(), None);
    }
}
