//! A missing ply, as edits of the text.

use std::collections::BTreeMap;

use super::{Editor, newline, shared_characters};
use crate::finding::{Cause, CauseKind, Edit, Span};
use crate::fix::layout::{NumberedLine, NumberedLines, clock_like};
use crate::notation::MoveUnit;
use crate::notation::jkf::Entry;
use crate::notation::usen::offset_edits;
use crate::record::gap::LineGap;
use crate::record::{GapKind, NodeId};
use crate::shogi::Move;

/// Maximum number of characters of a line of CSA that can only be a move.
const MAX_LINE_CHARACTERS: usize = 10;

impl Editor<'_, '_> {
    pub(super) fn inserted(&self, at: usize, mv: Move) -> Option<Cause> {
        let text = self.with_blank_of_record(self.move_text(Some(mv), at, at, at)?);
        let token = self.span(at)?;
        let is_entry = self.form.move_unit == MoveUnit::Entry;
        let skipped = self.skipped_text(at, &text).filter(|_| !is_entry);
        let mut edits = Vec::new();
        let (place, new) = match self.form.move_unit {
            MoveUnit::NumberedLine => {
                let line = NumberedLine::around(self.record, token)?;
                let (number, is_number_free) = self.number_of_inserted(at)?;
                if !is_number_free {
                    edits = self.renumbered(self.line.nodes[at], 1)?;
                }
                edits.extend(self.same_move_on_line_before(at, &text));
                let lines = NumberedLines::new(self.record);
                let head = line.head(number, lines.number_width());
                let new = [&*head, &text].concat();
                let rest = skipped
                    .is_none()
                    .then(|| self.rest_of_inserted(at, &line, &lines, (&head, &text)));
                (self.place_before_comments(at), new + &rest.unwrap_or_default())
            }
            MoveUnit::Line => {
                let newline = if skipped.is_none() {
                    newline(self.record)
                } else {
                    ""
                };
                (self.place_before_comments(at), [&*text, newline].concat())
            }
            MoveUnit::Word(_) if skipped.is_some() => (token.start as usize, text.clone()),
            MoveUnit::Word(_) if self.line_of_only(token).is_some() => {
                let blanks = self.separator(&text, true).unwrap_or_default();
                (
                    self.place_before_comments(at),
                    [&*text, blanks, newline(self.record)].concat(),
                )
            }
            MoveUnit::Word(usual) => {
                let separator = if self.ends_row(at) {
                    newline(self.record)
                } else {
                    self.separator(&text, false).unwrap_or(usual)
                };
                (token.start as usize, [&*text, separator].concat())
            }
            MoveUnit::Code => {
                edits = offset_edits(self.record, self.line.nodes[at], 1)?;
                (token.start as usize, text.clone())
            }
            MoveUnit::Entry => {
                let text = self.in_style(token, text.clone());
                Entry::around(self.record, token)?.inserted(self.record, &text)
            }
            MoveUnit::Value => return None,
        };
        let span = skipped.unwrap_or_else(|| Span::new(place, place));
        edits.insert(0, Edit { span, text: new });
        let kind = if skipped.is_some() {
            CauseKind::Line
        } else {
            self.kind
        };
        let from = self.record.text_at(span);
        Some(self.cause(kind, (self.ply(at), span), (from, &text), edits, None))
    }

    /// Returns the edit that removes a move after the move of the line before a step, if it is the move that is added there.
    fn same_move_on_line_before(&self, at: usize, text: &str) -> Option<Edit> {
        let (start, end) = (self.span(at.checked_sub(1)?)?.end, self.span(at)?.start);
        let mut gaps = self.record.gaps.iter();
        let is_between = |span: &Span| span.start >= start && span.end <= end;
        let span = gaps.find_map(|gap| {
            let is_move = gap.kind == GapKind::MoveAfterMove;
            gap.span.filter(|span| is_move && is_between(span))
        })?;
        let end = span.start as usize + text.len();
        let removed = Span::new(start as usize, end);
        let is_same = self.record.text_at(span).starts_with(text);
        (is_same && self.record.text_at(removed).trim_start_matches([' ', '　']) == text).then(|| Edit {
            span: removed,
            text: String::new(),
        })
    }

    /// Returns the number of a move that is added before a step, and whether no other move has this number.
    fn number_of_inserted(&self, at: usize) -> Option<(u32, bool)> {
        let node = self.record.tree.node(self.line.nodes[at]);
        let before = self.record.tree.parent(self.line.nodes[at])?;
        // A record that begins with number 2 lacks number 1.
        if at == 0 && node.after_gap && node.number > 1 {
            return Some((node.number - 1, true));
        }
        let number = self.record.tree.node(before).number.saturating_add(1);
        Some((number, number < node.number))
    }

    /// Returns the text after a move that is added before a step: its time, if the running totals show it, and the line end.
    fn rest_of_inserted(
        &self,
        at: usize,
        next: &NumberedLine<'_>,
        lines: &NumberedLines<'_>,
        (head, text): (&str, &str),
    ) -> String {
        let clock = self.clock_of_inserted(at).unwrap_or_default();
        let has_gap = !clock.is_empty() || next.rest.is_empty() && !next.gap.is_empty();
        let gap = has_gap.then(|| lines.gap(next.start, head, text, !clock.is_empty()));
        [&*gap.flatten().unwrap_or_default(), &clock, newline(self.record)].concat()
    }

    /// Returns the time of a move that is added before a step, in the form of the time after it. The totals of its player before
    /// and after it show the time, if the other totals of this player near it are the sums of the times.
    fn clock_of_inserted(&self, at: usize) -> Option<String> {
        let clock = |at: usize| Some(self.record.tree.node(*self.line.nodes.get(at)?).clock);
        let total = |at: usize| clock(at)?.total;
        let is_sum = |at: usize| {
            let before = if at < 2 { Some(0) } else { total(at - 2) };
            before.is_none_or(|before| {
                clock(at).is_some_and(|clock| clock.total == clock.spent.map(|it| it + before))
            })
        };
        let before = match at.checked_sub(2) {
            Some(before) => total(before).filter(|_| is_sum(before))?,
            None if self.record.tree.node(NodeId::START).number == 0 => 0,
            None => return None,
        };
        let next = clock(at + 1)?;
        let is_next_sum = total(at + 3).is_none() || is_sum(at + 3);
        let total = next.total?.checked_sub(next.spent?).filter(|_| is_next_sum)?;
        let spent = total.checked_sub(before)?;
        let form = self.record.tree.node(self.line.nodes[at]).clock_span?;
        let is_whole = spent.is_multiple_of(1_000) && total.is_multiple_of(1_000);
        let form = Some(self.record.text_at(form)).filter(|_| is_whole)?;
        clock_like(form, u64::from(spent) / 1_000, u64::from(total) / 1_000)
    }

    /// Returns the blanks after the first move of KI2 that is as long as a text. `is_last` is `true` for a move that is the last one
    /// of its line.
    fn separator(&self, text: &str, is_last: bool) -> Option<&str> {
        let record_start = self.record.span.start as usize;
        let blanks = |token: Span| {
            let rest = &self.record.text[token.end as usize - record_start..];
            let after = rest.trim_start_matches([' ', '　']);
            let blanks = &rest[..rest.len() - after.len()];
            (is_last == after.starts_with(['\n', '\r'])).then_some(blanks)
        };
        let spans = self
            .line
            .nodes
            .iter()
            .filter_map(|&node| self.record.tree.node(node).span());
        let is_as_long = |token: &Span| self.record.text_at(*token).chars().count() == text.chars().count();
        spans
            .filter(is_as_long)
            .find_map(blanks)
            .filter(|blanks| is_last || !blanks.is_empty())
    }

    /// Returns whether a move of KI2 that is added before a step is the last one of its row. The row then has more moves than
    /// any other row, and all other full rows have as many as are before it with the new one.
    fn ends_row(&self, at: usize) -> bool {
        let spans: Vec<Span> = (0..self.line.nodes.len())
            .filter_map(|at| self.span(at))
            .collect();
        let Some(&token) = spans.get(at).filter(|_| spans.len() == self.line.nodes.len()) else {
            return false;
        };
        let row = |token: Span| self.line_start(token);
        let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
        for &span in &spans {
            *rows.entry(row(span)).or_default() += 1;
        }
        let own = rows.remove(&row(token)).unwrap_or_default();
        let before = spans[..at]
            .iter()
            .rev()
            .take_while(|&&span| row(span) == row(token))
            .count();
        let full = rows.values().copied().max().unwrap_or_default();
        full > 1 && own >= full && before + 1 == full
    }

    /// Returns the offset of a line that is added before a step.
    ///
    /// The comments before it belong to the move before it. But if the last two moves of each player have equally many lines of
    /// comments, and the number of the lines before the step is their sum, the line is added between them.
    fn place_before_comments(&self, at: usize) -> usize {
        let lines_after =
            |at: Option<usize>| at.and_then(|at| self.comments_after(at)).map(|lines| lines.len());
        let place = self.span(at).map_or(0, |token| self.line_start(token));
        let before = at.checked_sub(1).filter(|_| at > self.line.first_own);
        let Some(comments) = before.and_then(|before| self.comments_after(before)) else {
            return place;
        };
        let usual = |first: usize| {
            let [one, other] = [first, first + 2].map(|back| lines_after(at.checked_sub(back)));
            one.filter(|_| one == other)
        };
        match (usual(3), usual(2)) {
            (Some(own), Some(missing)) if missing > 0 && own + missing == comments.len() => comments[own],
            _ => place,
        }
    }

    /// Returns the offsets of the lines of comments between a step and the next one.
    fn comments_after(&self, at: usize) -> Option<Vec<usize>> {
        let (step, next) = (self.span(at)?, self.span(at + 1)?);
        let record_start = self.record.span.start as usize;
        let end = self.line_start(next);
        let text = self
            .record
            .text
            .get(step.end as usize - record_start..end - record_start)?;
        let mut offset = step.end as usize;
        let mut lines = Vec::new();
        for line in text.split_inclusive('\n') {
            let is_comment = line.starts_with(['*', '\'', '#', '&']);
            lines.extend(is_comment.then_some(offset));
            offset += line.len();
        }
        Some(lines)
    }

    /// Returns a word with the wide blank before it if both are the end of a move, or else the word if it is: `　馬` for `△同　馬`.
    fn end_of_move(&self, word: Span, text: &str) -> Option<Span> {
        const BLANK: &str = "　";
        let before = &self.record.text[..(word.start - self.record.span.start) as usize];
        let start = word.start as usize - if before.ends_with(BLANK) { BLANK.len() } else { 0 };
        let with_blank = Span::new(start, word.end as usize);
        let is_end = |span: &Span| text.ends_with(self.record.text_at(*span));
        [with_blank, word].into_iter().find(is_end)
    }

    /// Returns the text before a step that could not be read, if it is similar to a move.
    fn skipped_text(&self, at: usize, text: &str) -> Option<Span> {
        let end = self.span(at)?.start;
        let start = match at.checked_sub(1) {
            // The text before the first move of a variation belongs to other lines.
            Some(_) if at == self.line.first_own => return None,
            Some(before) => self.span(before)?.end,
            None => self.record.span.start,
        };
        let is_word = matches!(self.form.move_unit, MoveUnit::Word(_));
        let mut gaps = self.record.gaps.iter().filter_map(|gap| {
            let is_text = match gap.kind {
                GapKind::UnreadableLine(_) => true,
                GapKind::MoveAfterMove | GapKind::TextAfterMove(_) => is_word,
                _ => false,
            };
            let span = gap
                .span
                .filter(|span| is_text && span.start >= start && span.end <= end);
            span.map(|span| (span, &gap.kind))
        });
        let (mut span, kind) = gaps.next().filter(|_| gaps.next().is_none())?;
        // The time and the blanks after the move stay.
        let line = self.record.text_at(span);
        span.end -= (line.len() - line.trim_end_matches([' ', '　']).len()) as u32;
        if let Some(clock) = line.rfind('(').filter(|&at| line[at..].contains(':')) {
            let length = line[..clock].trim_end().len();
            span = Span::new(span.start as usize, span.start as usize + length);
        }
        let is_similar = |old: &str| shared_characters(old, text) * 2 >= text.chars().count();
        let old = self.record.text_at(span);
        // In KI2, a comment can follow after a blank.
        let first_word = old.split([' ', '　']).next().unwrap_or_default();
        let first_word = Span::new(span.start as usize, span.start as usize + first_word.len());
        if is_word && is_similar(self.record.text_at(first_word)) {
            return Some(first_word);
        }
        if is_word && let Some(end) = self.end_of_move(first_word, text) {
            return Some(end);
        }
        // In CSA, a comment has a mark. A short line without one can only be the move.
        let is_short_line = self.form.move_unit == MoveUnit::Line
            && *kind == GapKind::UnreadableLine(LineGap::Lines(1))
            && old.chars().count() <= MAX_LINE_CHARACTERS;
        let is_similar = is_similar(old) && (!is_word || old.chars().count() <= text.chars().count() + 1);
        (is_similar || is_short_line).then_some(span)
    }
}
