//! The start position as the rules look at it.

use super::report::ask;
use super::rules;
use crate::finding::{Findings, Span};
pub(super) use crate::notation::start_part::Part;
use crate::notation::start_place::place;
use crate::record::{Record, Start};
use crate::shogi::{Handicap, PieceKind, Position};

/// A start position that was drawn or listed, or has a turn line; those that are only named need no check.
#[derive(Debug)]
pub(super) struct StartCase<'a> {
    /// The record that begins so.
    pub record: &'a Record<'a>,
    /// How the record gives it.
    pub start: &'a Start<'a>,
    /// The position itself.
    pub position: &'a Position,
    counts: [u16; 8],
}

impl StartCase<'_> {
    /// How many pieces of an unpromoted kind there are, board and hands together.
    pub(super) fn count(&self, kind: PieceKind) -> u16 {
        self.counts[kind.base().index()]
    }

    /// Where a square or a hand stands in the text, if it has a place of its own.
    pub(super) fn place(&self, part: Part) -> Option<Span> {
        place(self.record, part)
    }
}

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
