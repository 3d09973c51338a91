//! Two plies in the other order, as edits of the text.

use std::ops::RangeInclusive;

use super::{Editor, line_length};
use crate::finding::{Cause, Edit, Span};
use crate::fix::safe::mark_of;
use crate::fix::words::Stays;
use crate::notation::MoveUnit;
use crate::notation::jkf::Entry;
use crate::played::Played;
use crate::record::{Clock, NodeId, Remark, RemarkKind};

impl Editor<'_, '_> {
    /// Exchanges two plies. Their times and comments go with the moves if the running totals are right only then.
    pub(super) fn exchanged(&self, at: usize, other: usize) -> Option<Cause> {
        let mut order: Vec<usize> = (0..self.line.steps.len()).collect();
        let as_written = self.are_totals_right(&order, at..=other);
        order.swap(at, other);
        let exchanged = self.are_totals_right(&order, at..=other);
        let takes_rest = (as_written, exchanged) == (Some(false), Some(true));
        let played_line = self.with_order(&order, None)?;
        let played = Played::new(&played_line);
        let mut edits = Vec::new();
        for (place, &ply) in order.iter().enumerate().take(other + 1).skip(at) {
            let span = self.span(place)?;
            let text = self.in_style(span, self.text_of(&played, place)?);
            if takes_rest && ply != place {
                let (old_rest, rest) = (self.rest_of_ply(place)?, self.rest_of_ply(ply)?);
                edits.push(Edit {
                    span: Span {
                        end: old_rest.end,
                        ..span
                    },
                    text: text + self.record.text_at(rest),
                });
            } else if self.record.text_at(span) != text {
                edits.push(self.move_edit(span, text));
            }
        }
        let span = self.span(at)?;
        let text = self.in_style(span, self.text_of(&played, at)?);
        let stays = self.stays(at..=other, as_written == Some(true));
        let stays = stays.filter(|_| !takes_rest);
        let from = self.record.text_at(span);
        Some(self.cause(self.kind, (self.ply(at), span), (from, &text), edits, stays))
    }

    /// Gives two plies in a row each other's marks.
    pub(super) fn exchanged_marks(&self, at: usize) -> Option<Cause> {
        let with_other_mark = |at: usize| -> Option<(Span, String)> {
            let span = self.span(at)?;
            let token = self.record.text_at(span);
            let mark = token.chars().next()?;
            let side = self.line.steps.get(at).copied().flatten()?.mark?.opponent();
            let text = mark_of(side, mark)?.to_string() + &token[mark.len_utf8()..];
            Some((span, text))
        };
        let (span, text) = with_other_mark(at)?;
        let (next_span, next_text) = with_other_mark(at + 1)?;
        let edits = vec![
            self.move_edit(span, text.clone()),
            self.move_edit(next_span, next_text),
        ];
        let from = self.record.text_at(span);
        Some(self.cause(self.kind, (self.ply(at), span), (from, &text), edits, None))
    }

    /// Returns whether the running totals of some steps, and of the next one of each player, are the sums of the times if
    /// the times are in this order. Each sum begins with the nearest total before it; after a missing time, it is only the
    /// lowest possible total. Returns `None` if no total contradicts its sum, but none confirms it.
    fn are_totals_right(&self, order: &[usize], steps: RangeInclusive<usize>) -> Option<bool> {
        let tree = &self.record.tree;
        let is_from_beginning = tree.node(NodeId::START).number == 0;
        let mut sums = [(0_u64, is_from_beginning); 2];
        let mut is_confirmed = false;
        for (place, &step) in order.iter().enumerate().take(steps.end() + 3) {
            let clock = tree.node(self.line.nodes[step]).clock;
            let (before, was_exact) = sums[place % 2];
            let sum = before + clock.spent.map_or(0, u64::from);
            let is_exact = was_exact && clock.spent.is_some();
            let Some(total) = clock.total.map(u64::from) else {
                sums[place % 2] = (sum, is_exact);
                continue;
            };
            sums[place % 2] = (total, true);
            if place >= *steps.start() {
                if total < sum || is_exact && total != sum {
                    return Some(false);
                }
                is_confirmed |= is_exact;
            }
        }
        is_confirmed.then_some(true)
    }

    /// Returns the text after a move: the rest of its line, and the lines of its comments.
    fn rest_of_ply(&self, at: usize) -> Option<Span> {
        let token = self.span(at)?;
        if self.form.move_unit == MoveUnit::Entry {
            return Entry::around(self.record, token)?.rest();
        }
        let start = token.end as usize;
        let rest = self.record.text.get(start - self.record.span.start as usize..)?;
        let mut length = line_length(rest);
        while rest[length..]
            .trim_start_matches([' ', '　', '\t'])
            .starts_with(['*', '&', '#'])
        {
            length += line_length(&rest[length..]);
        }
        rest[..length]
            .ends_with(['\n', '\r'])
            .then(|| Span::new(start, start + length))
    }

    /// Returns the parts of some steps that are not moves. Times that have the right totals belong to their places.
    fn stays(&self, steps: RangeInclusive<usize>, are_totals_right: bool) -> Option<Stays> {
        let nodes = &self.line.nodes[steps];
        let has_time = |&node: &NodeId| self.record.tree.node(node).clock != Clock::default();
        let is_comment =
            |remark: &Remark<'_>| remark.kind != RemarkKind::Tool && nodes.contains(&remark.node);
        let has_times = !are_totals_right && nodes.iter().any(has_time);
        match (has_times, self.record.remarks.iter().any(is_comment)) {
            (true, true) => Some(Stays::Both),
            (true, false) => Some(Stays::Times),
            (false, true) => Some(Stays::Comments),
            (false, false) => None,
        }
    }
}
