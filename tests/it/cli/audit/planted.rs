//! The findings of `kifu audit` about generated events with planted faults, and with twins: correct records that resemble faults.

use std::collections::BTreeMap;
use std::fmt;

use super::{Found, audit};
use crate::generator::events::{Planted, Truth, Twin, make_events};

/// The faults of one kind.
#[derive(Debug, Default)]
struct Row {
    planted: usize,
    found: usize,
}

/// The findings of an audit, compared with the truth.
#[derive(Debug, Default)]
struct Score {
    records: usize,
    /// By the rule and the kind of fault.
    faults: BTreeMap<(String, String), Row>,
    /// The number of twins, and of those without a false finding, by kind.
    twins: BTreeMap<String, (usize, usize)>,
    missed: Vec<Planted>,
    false_findings: Vec<Found>,
}

impl Score {
    /// Returns the score for generated events with this number of faults.
    fn new(seed: u64, events: u64, faults: usize) -> Self {
        let (files, truth) = make_events(seed, events, faults);
        let files: Vec<_> = files
            .map(|file| (format!("g/{}", file.path), file.bytes))
            .collect();
        let (_, found) = audit(&files, "");
        let mut score = Self {
            records: files.len(),
            ..Self::default()
        };
        for fault in &truth.planted {
            let kind = (fault.rule.to_owned(), fault.kind.to_owned());
            let row = score.faults.entry(kind).or_default();
            row.planted += 1;
            if found.iter().any(|finding| is_of(finding, fault)) {
                row.found += 1;
            } else {
                score.missed.push(fault.clone());
            }
        }
        let is_false = |finding: &&Found| !is_true(finding, &truth);
        score.false_findings = found.iter().filter(is_false).cloned().collect();
        for twin in &truth.twins {
            let (twins, silent) = score.twins.entry(twin.kind.to_owned()).or_default();
            *twins += 1;
            *silent += usize::from(
                !score
                    .false_findings
                    .iter()
                    .any(|finding| concerns(finding, &twin.paths)),
            );
        }
        score
    }

    /// Returns the number of false findings of a severity.
    fn false_count(&self, severity: &str) -> usize {
        let of_severity = self
            .false_findings
            .iter()
            .filter(|(_, _, other, _)| other == severity);
        of_severity.count()
    }
}

/// Returns whether a finding is about one of these records.
fn concerns((path, _, _, related): &Found, paths: &[String]) -> bool {
    let mut places = related
        .iter()
        .chain([path])
        .map(|path| path.trim_start_matches("g/"));
    places.any(|place| paths.iter().any(|path| path == place))
}

/// Returns whether the finding is that of the fault, under its rule.
fn is_of(finding: &Found, fault: &Planted) -> bool {
    finding.1 == fault.rule && concerns(finding, &fault.paths)
}

/// Returns whether the finding is a consequence of a fault, or right about a twin.
fn is_true(finding: &Found, truth: &Truth) -> bool {
    let (_, rule, severity, _) = finding;
    let is_consequence = |fault: &Planted| fault.also.contains(&&**rule) && concerns(finding, &fault.paths);
    let is_allowed =
        |twin: &Twin| twin.allowed == Some((&**rule, &**severity)) && concerns(finding, &twin.paths);
    let mut faults = truth.planted.iter();
    faults.any(|fault| is_of(finding, fault) || is_consequence(fault)) || truth.twins.iter().any(is_allowed)
}

/// The tables of docs/testing.md, and then the faults that were missed and the false findings.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} records\n", self.records)?;
        writeln!(
            f,
            "| rule | planted fault | planted | found |\n|---|---|---:|---:|"
        )?;
        for ((rule, kind), row) in &self.faults {
            writeln!(f, "| `{rule}` | {kind} | {} | {} |", row.planted, row.found)?;
        }
        writeln!(
            f,
            "\n| twin | number | without a false finding |\n|---|---:|---:|"
        )?;
        for (kind, (twins, silent)) in &self.twins {
            writeln!(f, "| {kind} | {twins} | {silent} |")?;
        }
        let [errors, warnings, notes] =
            ["error", "warning", "note"].map(|severity| self.false_count(severity));
        writeln!(
            f,
            "\nFalse findings: {errors} errors, {warnings} warnings, {notes} notes."
        )?;
        writeln!(f, "Missed: {:#?}\nFalse: {:#?}", self.missed, self.false_findings)
    }
}

/// Checks that enough faults of each kind are found, and that few findings are false.
fn assert_reliable(score: &Score) {
    for ((rule, kind), row) in &score.faults {
        assert!(
            row.found * 20 >= row.planted * 19,
            "{rule}, {kind}: {row:?}\n{score}"
        );
    }
    assert!(score.false_count("error") * 1_000 <= score.records, "{score}");
    assert!(
        score.false_count("warning") * 1_000 <= 3 * score.records,
        "{score}"
    );
}

#[test]
fn faults_of_all_kinds_are_found_and_twins_are_silent() {
    let score = Score::new(1, 8, 48);
    assert_eq!((score.faults.len(), score.twins.len()), (24, 16), "{score}");
    assert_reliable(&score);
}

#[test]
#[ignore = "prints the tables of docs/testing.md"]
fn ten_thousand_games() {
    for seed in 1..=3 {
        let score = Score::new(seed, 40, 200);
        println!("{score}");
        assert_reliable(&score);
    }
}
