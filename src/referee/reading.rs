//! What is said of what could not be read of a record.

use super::gap_case::GapCase;
use super::place::PlyPlace;
use super::report::ask;
use super::rules::READING;
use crate::finding::{Finding, Findings, Message, Span};
use crate::record::{Gap, GapKind, NodeId, Record};

impl GapCase<'_> {
    /// What is said of it in words.
    pub fn message(&self) -> Message {
        let first = self.findings().into_iter().next();
        first.map(|finding| finding.message).unwrap_or_default()
    }

    /// What the rules of reading say of it.
    pub fn findings(&self) -> Vec<Finding> {
        let found = ask(READING, self).map(|(rule, complaint)| {
            let mut finding = complaint.finding(rule);
            finding.span = finding.span.or(self.gap.span);
            if let Some(node) = self.gap.node {
                finding.ply = Some(self.record.tree.node(node).ply);
                finding.variation = self.record.tree.path(node);
            }
            finding
        });
        found.collect()
    }
}

/// Something illegible that the replay has come to.
#[derive(Debug)]
pub(super) struct Reached {
    pub place: PlyPlace,
    /// An earlier foul of the line was played on.
    pub after_foul: bool,
}

/// What is said of what could not be read of a record, in the order in which it was met.
pub fn unread(record: &Record<'_>) -> Findings {
    told(record, Vec::new())
}

/// The same in its place among the moves; what only the replay knows of what it has come to is added.
pub(super) fn findings(record: &Record<'_>, reached: Vec<Reached>) -> Findings {
    let mut findings = told(record, reached);
    if record.is_recognised() {
        place_in_line(record, &mut findings);
    }
    findings
}

fn told(record: &Record<'_>, mut reached: Vec<Reached>) -> Findings {
    reached.sort_unstable_by_key(|it| it.place.span);
    let mut findings = Findings::default();
    for gap in record.gaps.iter() {
        let mut found = GapCase { record, gap }.findings();
        if let Some(token) = token(record, gap)
            && let Ok(at) = reached.binary_search_by_key(&token, |it| it.place.span)
        {
            for finding in &mut found {
                complete(finding, &reached[at]);
            }
        }
        findings.extend(found);
    }
    for (kind, count) in record.gaps.unlisted() {
        let gap = Gap::new(None, kind.clone());
        for finding in (GapCase { record, gap: &gap }).findings() {
            findings.count(*count, finding.severity);
        }
    }
    findings
}

/// The token that a gap is about. In JKF the token is an object, and what makes it illegible stands in it.
fn token(record: &Record<'_>, gap: &Gap) -> Option<Span> {
    match gap.kind {
        GapKind::BadToken(_) => gap.node.and_then(|node| record.tree.node(node).span()),
        _ => gap.span,
    }
}

fn complete(finding: &mut Finding, reached: &Reached) {
    finding.seat = Some(reached.place.side.into());
    finding.moved.clone_from(&reached.place.moved);
    finding.position.clone_from(&reached.place.sfen);
    finding.after_foul = reached.after_foul;
}

/// Gives each finding of no node the ply in whose lines it stands: that of the last token that starts no later, 0 before
/// the first.
pub(crate) fn place_in_line(record: &Record<'_>, findings: &mut [Finding]) {
    let unplaced = |finding: &Finding| finding.ply.is_none() && finding.span.is_some();
    if !findings.iter().any(unplaced) {
        return;
    }
    // Nodes are made in the order of the text.
    let tokens: Vec<(Span, NodeId)> = record
        .tree
        .ids()
        .filter_map(|id| Some((record.tree.node(id).span()?, id)))
        .collect();
    for finding in findings.iter_mut().filter(|finding| unplaced(finding)) {
        let Some(span) = finding.span else { continue };
        let after = tokens.partition_point(|(token, _)| token.start <= span.start);
        match after.checked_sub(1).map(|at| tokens[at].1) {
            Some(id) => {
                finding.ply = Some(record.tree.node(id).ply);
                finding.variation = record.tree.path(id);
            }
            None => finding.ply = Some(0),
        }
    }
}
