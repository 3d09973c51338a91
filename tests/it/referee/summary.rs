//! Findings and outcome of a record as one line.

use kifu::finding::Seat;
use kifu::record::Outcome;
use kifu::referee::Judgement;

use crate::support::checking::check_file;

/// The beginning of a KIF record, with two moves.
pub const TWO_MOVES: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n";

/// Returns `TWO_MOVES` followed by these lines, which are separated by ` / `.
pub fn after_two(lines: &str) -> String {
    format!("{TWO_MOVES}{}\n", lines.replace(" / ", "\n"))
}

/// Returns the findings as `rule@ply` (`-` without findings), the stated outcome, and the verdict. The outcome and the
/// verdict are `null` if they are missing.
pub fn summary(judgement: &Judgement) -> String {
    let findings = judgement.findings.iter();
    let findings: Vec<_> = findings
        .map(|finding| format!("{}@{}", finding.rule.name, finding.ply.unwrap_or(0)))
        .collect();
    let findings = if findings.is_empty() {
        "-".to_owned()
    } else {
        findings.join(" ")
    };
    let winner = |it: Option<Outcome<Seat>>| it.map_or("null", Outcome::name);
    let (stated, verdict) = (winner(judgement.stated), winner(judgement.verdict));
    format!("{findings} | {stated} {verdict}")
}

/// Returns the summaries of all records of a file, separated by ` / `.
pub fn summaries(bytes: &[u8]) -> String {
    let judgements = check_file(bytes);
    judgements.iter().map(summary).collect::<Vec<_>>().join(" / ")
}

/// Returns the stated end of the first record of a text (`null` without an end), the findings, and the stated and
/// actual winner.
pub fn end_summary(text: &str) -> String {
    let judgements = check_file(text.as_bytes());
    let end = judgements[0].end.map_or("null", |end| end.name());
    format!("{end}: {}", summary(&judgements[0]))
}

/// Returns the findings of the first record of a text with their severities. Findings that the record itself
/// acknowledges have the suffix `true`.
pub fn with_severities(text: &str) -> String {
    let judgements = check_file(text.as_bytes());
    let findings = judgements[0].findings.iter().map(|finding| {
        let acknowledged = if finding.acknowledged { " true" } else { "" };
        format!("{} {}{acknowledged}", finding.rule.name, finding.severity.name())
    });
    findings.collect::<Vec<_>>().join(", ")
}
