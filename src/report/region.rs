//! The place of a finding as programs want it: from where to where.

use super::ReportEntry;
use crate::finding::Finding;

/// From the first character of what a finding is about to the one after its last. Lines and columns count from 1, columns
/// in characters, whatever the encoding.
pub(super) struct Region {
    pub(super) start: (u64, u64),
    pub(super) end: (u64, u64),
}

impl Region {
    /// That of a finding which is about a place in the text.
    pub(super) fn of(entry: &ReportEntry<'_>, finding: &Finding) -> Option<Self> {
        let span = finding.span?;
        let [start, end] = [span.start, span.end].map(|at| entry.text.line_column(at as usize));
        Some(Self { start, end })
    }
}
