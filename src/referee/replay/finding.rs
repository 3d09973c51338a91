//! What the rules say of a ply, written down with its place.

use super::RecordReplay;
use crate::finding::{Cell, Class, Finding, Rule, Severity, Span};
use crate::notation::jkf::member_span;
use crate::notation::quote::shortened;
use crate::record::{NodeId, Step};
use crate::referee::doubt::Doubt;
use crate::referee::main_line::Foul;
use crate::referee::place::{PlyPlace, squares};
use crate::referee::report::Complaint;
use crate::shogi::{Color, Square};

impl RecordReplay<'_, '_> {
    /// The ply of a node that is about to be played.
    pub(super) fn place(&self, id: NodeId, side: Color, span: Span) -> PlyPlace {
        let node = self.record.tree.node(id);
        let ply = node.ply;
        let variation = if self.in_variation {
            self.record.tree.path(id)
        } else {
            Vec::new()
        };
        let moved = Some(shortened(self.record.text_at(span))).filter(|text| !text.is_empty());
        PlyPlace {
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
    pub(super) fn report(&mut self, rule: &'static Rule, place: &PlyPlace, complaint: Complaint) {
        if let Some(once) = complaint.once {
            if self.said.contains(&(rule, once)) {
                return;
            }
            self.said.push((rule, once));
        }
        self.remember(rule, place, complaint.doubt);
        self.findings.push(self.finding(rule, place, complaint));
    }

    /// Remembers what a rule that is broken leaves in doubt, and that it is a foul.
    fn remember(&mut self, rule: &'static Rule, place: &PlyPlace, doubt: Option<Doubt>) {
        self.fouled |= rule.class == Class::Foul;
        if !self.in_game() {
            return;
        }
        self.line.doubt = self.line.doubt.max(doubt.unwrap_or_else(|| usual_doubt(rule)));
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
    pub(super) fn finding(&self, rule: &'static Rule, place: &PlyPlace, complaint: Complaint) -> Finding {
        let place_of_value = complaint
            .value
            .map_or(place.span, |value| member_span(self.record, place.span, value));
        let said = complaint.finding(rule);
        Finding {
            severity: if self.in_variation {
                Severity::Note
            } else {
                said.severity
            },
            ply: Some(place.ply),
            variation: place.variation.clone(),
            span: said.span.or(Some(place_of_value)),
            seat: said.seat.or(Some(place.side.into())),
            moved: place.moved.clone(),
            position: place.sfen.clone(),
            cells: united(&place.squares, &said.cells),
            after_foul: self.fouled_at.is_some(),
            ..said
        }
    }
}

/// What a move that breaks a rule leaves in doubt, unless the rule says otherwise.
fn usual_doubt(rule: &Rule) -> Doubt {
    match rule.class {
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
