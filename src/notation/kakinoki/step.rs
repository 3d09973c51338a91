//! What is put into the tree: a move, a word or something that cannot be read.

use std::borrow::Cow;

use super::builder::RecordBuilder;
use super::move_text::MoveText;
use super::{attach, words};
use crate::finding::{Span, Words};
use crate::notation::rules;
use crate::record::{Clock, Destination, Ending, Named, NodeId, Record, Step, Terminal, Written};

impl<'t> RecordBuilder<'t> {
    /// Adds a step after `parent`, or joins the same step that is there already.
    pub fn add(&mut self, parent: NodeId, step: Step<'t>, clock: Clock) {
        let there = self.search.same_child(&self.record, parent, &step);
        let after_gap = std::mem::take(&mut self.gap);
        let tree = &mut self.record.tree;
        self.latest = there.unwrap_or_else(|| {
            let added = tree.add(parent, step, clock);
            tree.node_mut(added).after_gap = after_gap;
            added
        });
    }

    /// A move after `parent`.
    pub fn written(&mut self, text: MoveText, parent: NodeId, span: Span) -> Step<'t> {
        let to = text
            .to
            .map(Destination::Square)
            .or_else(|| attach::same_square(&self.record.tree, parent));
        let Some(to) = to else {
            self.report(
                &rules::doubtful_same::RULE,
                span,
                rules::doubtful_same::NOTHING_BEFORE,
            );
            return Step::Illegible(span);
        };
        Step::Move(Written {
            mark: text.mark,
            from: text.from,
            to,
            named: Named::Before(text.kind),
            promotion: text.promotion,
            captured: None,
            span,
        })
    }

    /// A word where a move is due: a pass, or the end of the line.
    pub fn word(&mut self, word: &'t str, parent: NodeId, span: Span) -> Step<'t> {
        if words::is_pass(word) {
            return Step::Pass(span);
        }
        let known = words::ending(word);
        if known.is_none() {
            self.report(
                &rules::unknown_terminal::RULE,
                span,
                rules::unknown_terminal::word(word),
            );
        }
        let Record { tree, start, .. } = &self.record;
        let to_move = attach::side_after(tree, start, parent);
        let (terminal, winner) = known.unwrap_or((Terminal::Other, None));
        Step::End(Ending::told(terminal, winner, to_move, Cow::Borrowed(word), span))
    }

    /// A move that cannot be read.
    pub fn broken(&mut self, why: &Words, span: Span) -> Step<'t> {
        self.report(
            &rules::bad_token::RULE,
            span,
            rules::bad_token::looks_like_move(why),
        );
        Step::Illegible(span)
    }
}
