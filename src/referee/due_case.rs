//! What is due in a record, as the rules look at it before it is played.

use super::place::squares;
use super::replay::{Doubt, Replay};
use super::report::ask;
use super::rules;
use crate::played::Due;
use crate::record::{NodeId, Written};
use crate::shogi::{PieceKind, Position, Square};

/// A move that leaves something to the board, or a pass.
#[derive(Debug)]
pub(super) struct DueCase<'a> {
    /// The position before it.
    pub before: &'a Position,
    /// What it is.
    pub due: &'a Due<'a>,
}

/// A move of which the record names what it captures.
#[derive(Debug)]
pub(super) struct CaptureCase<'a> {
    /// The position before it.
    pub before: &'a Position,
    /// The destination.
    pub to: Square,
    /// The kind that is named.
    pub named: PieceKind,
}

impl<'a> DueCase<'a> {
    /// A move as written, and with what the record leaves to the board.
    pub(super) fn completed(&self) -> Option<(&'a Written, &'a Written)> {
        match self.due {
            Due::Move {
                written, resolved, ..
            } => Some((written, resolved)),
            _ => None,
        }
    }
}

impl Replay<'_, '_> {
    /// Asks what the record should have written of what is due.
    pub(super) fn look_at_due(&mut self, id: NodeId, due: &Due<'_>) {
        let span = match due {
            Due::Move { written, .. } if written.is_explicit() => return,
            Due::Move { written, .. } | Due::Unclear(written, _) => written.span,
            Due::Pass(span) => *span,
            Due::Illegible(_) | Due::End(_) => return,
        };
        let case = DueCase {
            before: self.position(),
            due,
        };
        let said: Vec<_> = ask(rules::DUE, &case).collect();
        if said.is_empty() {
            return;
        }
        let mut place = self.place(id, self.position().side_to_move(), span);
        if let Some((_, resolved)) = case.completed() {
            place.squares = squares(resolved);
        }
        for (rule, complaint) in said {
            self.report(rule, &place, complaint);
        }
    }

    /// Asks whether the captured piece that the record names stands there.
    pub(super) fn look_at_capture(&mut self, id: NodeId, written: &Written, named: PieceKind) {
        if self.line.doubt == Doubt::Board {
            return;
        }
        let (before, to) = (self.position(), written.to.square());
        let said: Vec<_> = ask(rules::CAPTURE, &CaptureCase { before, to, named }).collect();
        for (rule, complaint) in said {
            let place = self.place(id, self.position().side_to_move(), written.span);
            self.report(rule, &place, complaint);
        }
    }
}
