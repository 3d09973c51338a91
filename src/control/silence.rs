//! What of a record's findings is known or not wanted.

use super::baseline::Baseline;
use super::mark;
use crate::finding::{Finding, Message, Rule};
use crate::record::Record;
use crate::text::Text;

/// Findings of a record that are left out, by their rules.
#[derive(Clone, Debug, Default)]
pub struct LeftOut {
    /// They are in the baseline.
    pub known: Vec<&'static Rule>,
    /// A mark in the record names their rules.
    pub marked: Vec<&'static Rule>,
    /// What stands in such a mark and is no rule, and what may help.
    pub unknown: Vec<(String, Option<Message>)>,
}

impl LeftOut {
    /// Takes what is known, or what the record itself wants left out, out of its findings.
    pub fn of(
        (record, text): (&Record<'_>, &Text<'_>),
        findings: &mut Vec<Finding>,
        baseline: Option<&Baseline>,
    ) -> Self {
        let mut left_out = Self::default();
        if findings.is_empty() {
            return left_out;
        }
        if let Some(baseline) = baseline {
            left_out.known = baseline.take_known((record, text), findings);
        }
        let marks = mark::marks(record);
        left_out.unknown = marks.unknown;
        findings.retain(|finding| {
            let is_marked = marks
                .selectors
                .iter()
                .any(|it| it.rank_of(finding.rule).is_some());
            if is_marked {
                left_out.marked.push(finding.rule);
            }
            !is_marked
        });
        left_out
    }
}
