//! Mate problems (詰将棋): what is a fault in the record of a game and none in theirs.

use super::rules::{end_token_missing, no_moves, start_king_count, times_all_zero};
use crate::finding::{Finding, Rule, Severity};
use crate::notation::header;
use crate::record::{HeaderKey, Record};
use crate::shogi::Color;

/// A problem need not have its solution beside it, its solution ends where the mate is seen, and nobody plays it by a
/// clock.
const WAIVED: &[&Rule] = &[&end_token_missing::RULE, &no_moves::RULE, &times_all_zero::RULE];

/// Drops the notes that are about games. A position without Black's king is taken for a problem, which is said,
/// unless the record calls itself one.
pub(super) fn waive(record: &Record<'_>, findings: &mut Vec<Finding>) {
    if !is_problem(record) {
        return;
    }
    let declared = is_declared(record);
    let is_waived = |rule: &Rule| WAIVED.contains(&rule) || declared && *rule == start_king_count::RULE;
    findings.retain(|finding| finding.severity > Severity::Note || !is_waived(finding.rule));
}

/// Whether a record calls itself a problem or lacks the king that problems lack.
pub(super) fn is_problem(record: &Record<'_>) -> bool {
    is_declared(record) || lacks_blacks_king(record)
}

/// Whether the record calls itself a problem.
pub(super) fn is_declared(record: &Record<'_>) -> bool {
    let name = record.start.name.as_ref();
    name.is_some_and(|(name, _)| header::is_problem(name))
        || record.headers.iter().any(|header| match header.key {
            HeaderKey::Problem | HeaderKey::ProblemTitle => true,
            HeaderKey::Title | HeaderKey::Event | HeaderKey::Opening | HeaderKey::Category => {
                is_title(&header.value)
            }
            _ => false,
        })
}

/// Whether a title says that a problem follows.
fn is_title(title: &str) -> bool {
    ["詰将棋", "詰め将棋"].iter().any(|name| title.contains(name))
}

/// The attacker has no king, the defender has one.
fn lacks_blacks_king(record: &Record<'_>) -> bool {
    let king = |side| record.start.position.king(side);
    king(Color::Black).is_none() && king(Color::White).is_some()
}
