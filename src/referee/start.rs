//! Judging the start position.

use super::report::ask;
use super::rules;
use super::start_case::StartCase;
use crate::finding::Findings;
use crate::record::Record;
use crate::shogi::Handicap;

/// Judges the start of a record.
pub(super) fn judge(record: &Record<'_>, findings: &mut Findings) {
    let start = &record.start;
    let is_said = start.diagram.is_some() || start.turn.is_some();
    let is_doubtful = start.name.is_some() || Handicap::of(&start.position).is_none();
    if !(is_said && is_doubtful) && start.king_in_hand.is_none() {
        return;
    }
    let case = StartCase {
        record,
        start,
        position: &start.position,
        counts: start.position.piece_counts(),
    };
    for (rule, complaint) in ask(rules::START, &case) {
        let mut finding = complaint.finding(rule).at_ply(0);
        finding.span = finding.span.or(start.diagram);
        let number = start.plies_before.unwrap_or(0).saturating_add(1);
        finding.position = Some(start.position.to_sfen(number));
        findings.push(finding);
    }
}
