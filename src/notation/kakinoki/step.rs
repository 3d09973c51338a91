//! What is put into the tree: a move, a word or something that cannot be read.

use std::borrow::Cow;

use super::builder::RecordBuilder;
use super::move_text::MoveText;
use super::{attach, words};
use crate::finding::Span;
use crate::record::gap::{BrokenMove, Gap, TokenGap, WordGap};
use crate::record::{Clock, Destination, Ending, GapKind, Named, NodeId, Record, Step, Terminal, Written};

impl<'t> RecordBuilder<'t> {
    /// Adds what stands at a place after `parent`: a step, or something illegible. Where the same step is there already, it
    /// is joined. True where it was.
    pub(crate) fn add(
        &mut self,
        parent: NodeId,
        span: Span,
        step: Result<Step<'t>, GapKind>,
        clock: Clock,
    ) -> bool {
        let (step, gap) = match step {
            Ok(step) => (step, None),
            Err(kind) => (Step::Illegible(span), Some(Gap::new(span, kind))),
        };
        let there = self.search.same_child(&self.record, parent, &step);
        let after_gap = std::mem::take(&mut self.gap);
        let tree = &mut self.record.tree;
        self.latest = there.unwrap_or_else(|| {
            let added = tree.add(parent, step, clock);
            tree.node_mut(added).after_gap = after_gap;
            added
        });
        self.record.gaps.extend(gap.map(|gap| gap.of(self.latest)));
        there.is_some()
    }

    /// A move after `parent`.
    pub(crate) fn written(&self, text: MoveText, parent: NodeId, span: Span) -> Result<Step<'t>, GapKind> {
        let to = text
            .to
            .map(Destination::Square)
            .or_else(|| attach::same_square(&self.record.tree, parent))
            .ok_or(GapKind::DoubtfulSame)?;
        Ok(Step::Move(Written {
            mark: text.mark,
            from: text.from,
            to,
            named: Named::Before(text.kind),
            promotion: text.promotion,
            captured: None,
            span,
        }))
    }

    /// Adds a word for a result that is alone on its line.
    pub(crate) fn end(&mut self, at: usize, line: &'t str, word: &'t str) {
        let start = at + line.find(word).unwrap_or_default();
        let span = self.span(start, word);
        let step = self.word(word, self.latest, span);
        self.add(self.latest, span, Ok(step), Clock::default());
    }

    /// A word where a move is due: a pass, or the end of the line.
    pub(crate) fn word(&mut self, word: &'t str, parent: NodeId, span: Span) -> Step<'t> {
        if words::is_pass(word) {
            return Step::Pass(span);
        }
        let known = words::ending(word);
        if known.is_none() {
            let gap = WordGap::Word(word.to_owned());
            self.record.miss(span, GapKind::UnknownTerminal(gap));
        }
        let Record { tree, start, .. } = &self.record;
        let to_move = attach::side_after(tree, start, parent);
        let (terminal, winner) = known.unwrap_or((Terminal::Other, None));
        Step::End(Ending::told(terminal, winner, to_move, Cow::Borrowed(word), span))
    }
}

/// A move that cannot be read.
pub(crate) const fn broken(why: BrokenMove) -> GapKind {
    GapKind::BadToken(TokenGap::Broken(why))
}
