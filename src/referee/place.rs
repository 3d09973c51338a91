//! Where a finding of the replay stands, and how it is written down.

use super::fault::Fault;
use super::replay::{Doubt, Foul, Replay};
use super::rules;
use crate::finding::{Class, Finding, Message, Plies, Rule, Severity, Span, message};
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

    /// Writes down that a rule is broken there; in a variation as a note.
    pub(super) fn report(&mut self, rule: &'static Rule, place: &Place, fault: impl Into<Fault>) {
        let Fault { message, squares } = fault.into();
        self.fouled |= rule.class == Class::Foul;
        if self.in_game() {
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
        self.findings.push(Finding {
            rule,
            severity: if self.in_variation {
                Severity::Note
            } else {
                rule.class.severity()
            },
            ply: Some(place.ply),
            variation: place.variation.clone(),
            span: Some(self.shown_at(rule, place.span)),
            side: Some(place.side),
            moved: place.moved.clone(),
            sfen: place.sfen.clone(),
            message,
            squares: united(&place.squares, squares),
            after_foul: self.fouled_at.is_some(),
            acknowledged: false,
        });
    }

    /// Where a finding about a move stands: in JKF at the value that the rule speaks of.
    fn shown_at(&self, rule: &Rule, span: Span) -> Span {
        let of_rule = VALUES.iter().find(|(of, _)| *of == rule);
        of_rule.map_or(span, |(_, name)| member_span(self.record, span, name))
    }

    /// Says how many plies after `id` were not judged.
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
        let span = tree.node(first).span().unwrap_or_default();
        let mut place = self.place(first, self.position().side_to_move(), span);
        place.sfen = None;
        place.squares.clear();
        let message = unjudged(tree.node(id).ply, rest.len(), variations);
        self.report(&rules::not_judged::RULE, &place, message);
        if let Some(finding) = self.findings.last_mut() {
            finding.side = None;
            finding.moved = None;
            finding.after_foul = self.fouled_at.is_some() || self.fouled;
        }
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

/// The squares of the move, then those of the fault, each once.
fn united(of_move: &[Square], of_fault: Vec<Square>) -> Vec<Square> {
    let mut squares = Vec::with_capacity(of_move.len() + of_fault.len());
    for square in of_move.iter().copied().chain(of_fault) {
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    squares
}

/// What was not judged after a ply: so many plies of its line, and of the variations that leave it there.
fn unjudged(ply: u32, line: usize, variations: usize) -> Message {
    let also = (variations > 0).then(|| {
        message!(
            ", nor {plies} of variations that leave it there",
            "（そこから分かれる変化の{plies}も同様）",
            plies = Plies(variations)
        )
    });
    message!(
        "the move at ply {ply} cannot be put on the board, so the {plies} after it in this line could not be judged{also}",
        "{ply}手目の指し手を盤上で再現できないため、この手順のその後の{plies}は判定できなかった{also}",
        ply,
        plies = Plies(line),
        also
    )
}
