//! Findings of readers, and the text of a finding as in the tables of test cases.

use kifu::finding::Finding;
use kifu::finding::Findings;
use kifu::record::Record;
use kifu::referee::reading_findings;

/// Access to the findings of the reader of a record.
pub trait ReadFindings {
    /// Returns the findings of the reader, without those of the referee.
    fn findings(&self) -> Findings;
}

impl ReadFindings for Record<'_> {
    fn findings(&self) -> Findings {
        reading_findings(self)
    }
}

/// Returns a finding as `rule @ply side`. `plies_before` is the number of moves before the record. A missing ply is
/// `?`, and a missing side is left out.
pub fn finding_text(plies_before: u32, finding: &Finding) -> String {
    let ply = finding
        .ply
        .map_or("?".to_owned(), |ply| (plies_before + ply).to_string());
    let seat = finding
        .seat
        .map_or_else(String::new, |seat| format!(" {}", seat.name));
    format!("{} @{ply}{seat}", finding.rule.name)
}
