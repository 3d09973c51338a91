//! What the record should have written of what is due.

use super::RecordReplay;
use crate::played::Due;
use crate::record::{NodeId, Written};
use crate::referee::doubt::Doubt;
use crate::referee::due_case::{CaptureCase, DueCase};
use crate::referee::place::squares;
use crate::referee::report::ask;
use crate::referee::rules;
use crate::shogi::PieceKind;

impl RecordReplay<'_, '_> {
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
        let mut said: Vec<_> = ask(rules::DUE, &case).collect();
        if case.is_ambiguous() {
            said.extend(ask(rules::AMBIGUOUS, &case));
        }
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
