//! Where a finding of the replay stands, and how it is written down.

use super::replay::{Doubt, Foul, Replay};
use super::report::Complaint;
use super::rules;
use crate::finding::{Cell, Class, Finding, Rule, Severity, Span};
use crate::notation::jkf::member_span;
use crate::notation::quote::shortened;
use crate::record::{NodeId, Origin, Step, Written};
use crate::shogi::{Color, Square};

/// A ply that findings speak of.
#[derive(Debug)]
pub(super) struct Place {
    pub ply: u32,
    pub variation: Vec<(u32, u32)>,
    pub side: Color,
    pub span: Span,
    /// The move in USI, or as written.
    pub moved: Option<String>,
    /// The position before the move.
    pub sfen: Option<String>,
    /// The squares of the move.
    pub squares: Vec<Square>,
}

/// The squares of a move, as far as it names them: where it starts, and where it ends.
pub(super) fn squares(written: &Written) -> Vec<Square> {
    match written.from {
        Origin::Board(from) => vec![from, written.to.square()],
        _ => vec![written.to.square()],
    }
}

impl Replay<'_, '_> {
    /// The ply of a node that is about to be played.
    pub(super) fn place(&self, id: NodeId, side: Color, span: Span) -> Place {
        let node = self.record.tree.node(id);
        let ply = node.ply;
        let variation = if self.in_variation {
            self.record.tree.path(id)
        } else {
            Vec::new()
        };
        let moved = Some(shortened(self.record.text_at(span))).filter(|text| !text.is_empty());
        Place {
            ply,
            variation,
            side,
            span,
            moved,
            sfen: Some(self.position().to_sfen(self.number(ply))),
            squares: match &node.step {
                Step::Move(written) => squares(written),
                _ => Vec::new(),
            },
        }
    }

    /// The number of a ply in its game, of which the record may be a later part.
    pub(super) fn number(&self, ply: u32) -> u32 {
        ply.saturating_add(self.record.start.plies_before.unwrap_or(0))
    }

    /// Writes down what a rule says of a ply.
    pub(super) fn report(&mut self, rule: &'static Rule, place: &Place, complaint: Complaint) {
        if !self.has_said(rule) {
            self.remember(rule, place);
            self.findings.push(self.finding(rule, place, complaint));
        }
    }

    /// Whether a rule that speaks but once, of a line or of a record, has done so; it has done so from now on.
    fn has_said(&mut self, rule: &Rule) -> bool {
        let reported = match rule {
            it if *it == rules::wrong_side_mark::RULE => &mut self.mark_reported,
            it if *it == rules::unusual_suffix::RULE => &mut self.words_reported,
            _ => return false,
        };
        std::mem::replace(reported, true)
    }

    /// Remembers what a rule that is broken leaves in doubt, and that it is a foul.
    fn remember(&mut self, rule: &'static Rule, place: &Place) {
        self.fouled |= rule.class == Class::Foul;
        if !self.in_game() {
            return;
        }
        self.line.doubt = self.line.doubt.max(doubt(rule));
        if rule.class == Class::Foul {
            self.line.fouls.push(Foul {
                ply: place.ply,
                side: place.side,
                rule,
                span: place.span,
                certain: self.line.doubt == Doubt::None,
            });
        }
    }

    /// What a rule says of a ply; in a variation a note.
    pub(super) fn finding(&self, rule: &'static Rule, place: &Place, complaint: Complaint) -> Finding {
        let said = complaint.finding(rule);
        Finding {
            severity: if self.in_variation {
                Severity::Note
            } else {
                said.severity
            },
            ply: Some(place.ply),
            variation: place.variation.clone(),
            span: said.span.or(Some(self.shown_at(rule, place.span))),
            seat: said.seat.or(Some(place.side.into())),
            moved: place.moved.clone(),
            position: place.sfen.clone(),
            cells: united(&place.squares, &said.cells),
            after_foul: self.fouled_at.is_some(),
            ..said
        }
    }

    /// Where a finding about a move stands: in JKF at the value that the rule speaks of.
    fn shown_at(&self, rule: &Rule, span: Span) -> Span {
        let of_rule = VALUES.iter().find(|(of, _)| *of == rule);
        of_rule.map_or(span, |(_, name)| member_span(self.record, span, name))
    }
}

/// The values of a move of JKF that rules speak of; the others speak of the move as a whole.
const VALUES: &[(&Rule, &str)] = &[
    (&rules::piece_mismatch::RULE, "piece"),
    (&rules::promoted_drop::RULE, "piece"),
    (&rules::king_drop::RULE, "piece"),
    (&rules::drop_not_in_hand::RULE, "piece"),
    (&rules::wrong_side_mark::RULE, "color"),
    (&rules::empty_source::RULE, "from"),
    (&rules::drop_on_occupied::RULE, "to"),
    (&rules::capture_own_piece::RULE, "to"),
    (&rules::promotion_outside_zone::RULE, "promote"),
    (&rules::unpromotable_promoted::RULE, "promote"),
    (&rules::already_promoted::RULE, "promote"),
    (&rules::schema_error::RULE, "capture"),
];

/// What a move that breaks a rule leaves in doubt.
fn doubt(rule: &Rule) -> Doubt {
    match rule.class {
        Class::RecordError if *rule == rules::drop_not_in_hand::RULE => Doubt::Hands,
        // Whoever's turn it was, the move is there.
        Class::RecordError if *rule == rules::out_of_turn::RULE => Doubt::None,
        Class::RecordError => Doubt::Board,
        _ => Doubt::None,
    }
}

/// The squares of the move, then the others, each once.
fn united(of_move: &[Square], others: &[Cell]) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(of_move.len() + others.len());
    let of_move = of_move.iter().map(|&square| square.into());
    for cell in of_move.chain(others.iter().copied()) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}
