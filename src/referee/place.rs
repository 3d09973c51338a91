//! Where a finding of the replay stands, and how it is written down.

use std::fmt::Write as _;

use super::replay::{Foul, Replay};
use super::{rules, words};
use crate::finding::{Class, Finding, Message, Rule, Severity, Span};
use crate::notation::quote::shortened;
use crate::record::{NodeId, Step};
use crate::shogi::Color;

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
}

impl Replay<'_, '_> {
    /// The ply of a node that is about to be played.
    pub(super) fn place(&self, id: NodeId, side: Color, span: Span) -> Place {
        let ply = self.record.tree.node(id).ply;
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
            sfen: Some(self.position.to_sfen(self.number(ply))),
        }
    }

    /// The number of a ply in its game, of which the record may be a later part.
    pub(super) fn number(&self, ply: u32) -> u32 {
        ply.saturating_add(self.record.start.plies_before.unwrap_or(0))
    }

    /// Writes down that a rule is broken there; in a variation as a note.
    pub(super) fn report(&mut self, rule: &'static Rule, place: &Place, message: impl Into<Message>) {
        if matches!(rule.class, Class::Foul | Class::RecordError) {
            self.fouled = true;
            if self.in_game() {
                self.line.doubtful |= rule.class == Class::RecordError;
                if rule.class == Class::Foul {
                    self.line.fouls.push(Foul {
                        ply: place.ply,
                        side: place.side,
                        rule,
                        span: place.span,
                        certain: !self.line.doubtful,
                    });
                }
            }
        }
        self.findings.push(Finding {
            rule,
            severity: if self.in_variation {
                Severity::Note
            } else {
                rule.class.severity()
            },
            ply: Some(place.ply),
            variation: place.variation.clone(),
            span: Some(place.span),
            side: Some(place.side),
            moved: place.moved.clone(),
            sfen: place.sfen.clone(),
            message: message.into(),
            squares: Vec::new(),
            after_foul: self.after_foul,
        });
    }

    /// Adds what only the replay knows to the reader's finding about a token that is no move.
    pub(super) fn complete_reading(&mut self, id: NodeId, span: Span) {
        let place = self.place(id, self.position.side_to_move(), span);
        let by_span = self.by_span.get_or_insert_with(|| {
            let spans = self.findings.iter().enumerate();
            let mut by_span: Vec<_> = spans
                .filter_map(|(at, finding)| Some((finding.span?, at)))
                .collect();
            by_span.sort_unstable();
            by_span
        });
        let first = by_span.partition_point(|&(other, _)| other < span);
        for &(_, at) in by_span[first..].iter().take_while(|&&(other, _)| other == span) {
            let finding = &mut self.findings[at];
            finding.side = Some(place.side);
            finding.moved.clone_from(&place.moved);
            finding.sfen.clone_from(&place.sfen);
            finding.after_foul = self.after_foul;
        }
    }

    /// Says how many plies behind `id` were not judged.
    pub(super) fn not_judged(&mut self, id: NodeId) {
        let tree = &self.record.tree;
        let is_ply = |id: &NodeId| {
            matches!(
                tree.node(*id).step,
                Step::Move(_) | Step::Pass(_) | Step::Illegible(_)
            )
        };
        let line = std::iter::successors(tree.first_child(id), |&id| tree.first_child(id)).filter(is_ply);
        let rest: Vec<_> = line.collect();
        let Some(&first) = rest.first() else { return };
        let mut below = vec![id];
        let mut all = 0;
        while let Some(id) = below.pop() {
            all += tree.children(id).filter(is_ply).count();
            below.extend(tree.children(id));
        }
        let variations = all - rest.len();
        let mut message = format!(
            "the move at ply {} cannot be put on the board, so the {} behind it in this line could not be judged",
            tree.node(id).ply,
            words::plies(rest.len())
        );
        if variations > 0 {
            let _ = write!(
                message,
                ", nor {} of variations that leave it there",
                words::plies(variations)
            );
        }
        let span = tree.node(first).span().unwrap_or_default();
        let mut place = self.place(first, self.position.side_to_move(), span);
        place.sfen = None;
        self.report(&rules::not_judged::RULE, &place, message);
        if let Some(finding) = self.findings.last_mut() {
            finding.side = None;
            finding.moved = None;
            finding.after_foul = true;
        }
    }
}
