//! Repairs of a line of play as edits of the text.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use super::diagram::{DiagramChange, change_of_diagram};
use super::layout::{NumberedLine, NumberedLines, clock_like, edit_in_columns};
use super::line::{Change, Line};
use super::words::{Stays, cause_in_words};
use crate::finding::{Cause, CauseKind, Edit, Span};
use crate::notation::jkf::{Entry, move_in_style};
use crate::notation::usen::offset_edits;
use crate::notation::{MoveUnit, TextForm};
use crate::played::Played;
use crate::record::gap::LineGap;
use crate::record::{
    Clock, Destination, GapKind, NodeId, Origin, Record, Remark, RemarkKind, Step, WrittenMove,
};
use crate::shogi::{Move, Position, Square};

/// Maximum number of characters of a token that are compared.
const MAX_TOKEN_CHARACTERS: usize = 32;

/// Maximum number of characters of a move in JSON that are compared.
const MAX_OBJECT_CHARACTERS: usize = 160;

/// Maximum number of characters of a line of CSA that can only be a move.
const MAX_LINE_CHARACTERS: usize = 10;

/// Returns a change of a line as the cause of findings, with its edits of the text, or `None` if the format cannot express it.
///
/// `legal_after` is the number of plies after the first error that are legal with the change.
pub(super) fn cause_of(
    (kind, change): (CauseKind, &Change),
    record: &Record<'_>,
    line: &Line<'_>,
    legal_after: usize,
) -> Option<Cause> {
    let editor = Editor {
        record,
        line,
        form: TextForm::for_format(record.format),
        kind,
        legal_after: legal_after as u32,
    };
    let cause = match change {
        Change::Start(position) => editor.start(position),
        &Change::Replaced(at, mv) => editor.replaced(at, mv),
        &Change::Removed(at) => editor.removed(at),
        &Change::Exchanged(at, other) => editor.exchanged(at, other),
        &Change::Inserted(at, mv) => editor.inserted(at, mv),
    };
    let squares = squares_of(change, line);
    cause.map(|cause| Cause { squares, ..cause })
}

/// Returns the squares of the move as written, and of the move with the change.
fn squares_of(change: &Change, line: &Line<'_>) -> [Vec<Square>; 2] {
    let written = |at: usize| {
        let step = line.steps.get(at).copied().flatten();
        step.map_or_else(Vec::new, |written| match written.from {
            Origin::Board(from) => vec![from, written.to.square()],
            _ => vec![written.to.square()],
        })
    };
    let meant = |mv: Move| match mv {
        Move::Board { from, to, .. } => vec![from, to],
        Move::Drop { to, .. } => vec![to],
    };
    match *change {
        Change::Start(_) => Default::default(),
        Change::Replaced(at, mv) => [written(at), meant(mv)],
        Change::Removed(at) => [written(at), Vec::new()],
        Change::Exchanged(at, other) => [written(at), written(other)],
        Change::Inserted(_, mv) => [Vec::new(), meant(mv)],
    }
}

struct Editor<'e, 't> {
    record: &'e Record<'t>,
    line: &'e Line<'e>,
    form: &'static TextForm,
    kind: CauseKind,
    legal_after: u32,
}

impl Editor<'_, '_> {
    fn start(&self, position: &Position) -> Option<Cause> {
        if let CauseKind::Hand | CauseKind::Square = self.kind {
            let DiagramChange { span, from, to, edit } = change_of_diagram(self.record, position)?;
            return Some(self.cause(self.kind, (0, span), (&from, &to), vec![edit], None));
        }
        let edits = (self.form.start_edits)(self.record, position)?;
        let Edit { span, text } = edits.first()?.clone();
        let from = self.record.text_at(span).trim();
        Some(self.cause(self.kind, (0, span), (from, text.trim()), edits, None))
    }

    fn replaced(&self, at: usize, mv: Move) -> Option<Cause> {
        let span = self.span(at)?;
        let old = self.record.text_at(span);
        let written = self.line.steps[at];
        let keeps_square = written.is_some_and(|written| written.to.square() == mv.to());
        let text = in_form_of(old, &self.move_text(Some(mv), at, at + 1, at)?, keeps_square);
        let text = self.in_style(span, self.with_blank_of_record(text));
        let span = self.with_attached_text(at, span, &text);
        let old = self.record.text_at(span);
        let edit = self.move_edit(span, text.clone());
        Some(self.cause(self.kind, (self.ply(at), span), (old, &text), vec![edit], None))
    }

    /// Returns the text of a move at the place of a token, with the style of the record: in JKF, the members and blanks of its
    /// moves.
    fn in_style(&self, token: Span, text: String) -> String {
        match self.form.move_unit {
            MoveUnit::Entry => move_in_style(self.record, token, &text),
            _ => text,
        }
    }

    /// Returns the text of a move with the blank after 同 that most moves of the record have, or without a blank.
    fn with_blank_of_record(&self, text: String) -> String {
        const USUAL: &str = "同　";
        let Some((head, rest)) = text.split_once(USUAL) else {
            return text;
        };
        let spans = self
            .line
            .nodes
            .iter()
            .filter_map(|&node| self.record.tree.node(node).span());
        let after_same = |token: Span| Some(self.record.text_at(token).split_once('同')?.1);
        let (with, without): (Vec<_>, Vec<_>) =
            spans.filter_map(after_same).partition(|it| it.starts_with('　'));
        if without.len() > with.len() && without.iter().all(|it| !it.starts_with(' ')) {
            return [head, "同", rest].concat();
        }
        text
    }

    /// Returns a token with the text directly after it that is in the place of a part of the move: `戌(42)` after `３三銀` if the move is
    /// ３三銀成(42).
    fn with_attached_text(&self, at: usize, token: Span, text: &str) -> Span {
        if matches!(self.form.move_unit, MoveUnit::Code | MoveUnit::Entry) {
            return token;
        }
        let record_start = self.record.span.start as usize;
        let rest = &self.record.text[token.end as usize - record_start..];
        let old = self.record.text_at(token);
        let length = attached_length(rest);
        // In CSA, a statement that cannot be read can be split by a comma.
        let is_unreadable = matches!(
            self.record.tree.node(self.line.nodes[at]).step,
            Step::Unreadable(_)
        );
        if is_unreadable && self.form.move_unit == MoveUnit::Line && rest.starts_with(',') {
            let part = rest[1..].split([',', '\n', '\r']).next().unwrap_or_default();
            if !part.is_empty() && !part.starts_with(['T', '+', '-', '%', '\'']) {
                return Span::new(token.start as usize, token.end as usize + 1 + part.len());
            }
        }
        if replaces_part(old, &rest[..length], text) {
            return Span::new(token.start as usize, token.end as usize + length);
        }
        token
    }

    /// Exchanges two plies. Their times and comments go with the moves if the running totals are right only then.
    fn exchanged(&self, at: usize, other: usize) -> Option<Cause> {
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

    fn removed(&self, at: usize) -> Option<Cause> {
        let token = self.span(at)?;
        let span = match self.form.move_unit {
            MoveUnit::NumberedLine | MoveUnit::Line => self.whole_line(token)?,
            MoveUnit::Word(_) => self.word_of_equal(at).unwrap_or_else(|| self.with_blanks(token)),
            MoveUnit::Code => token,
            MoveUnit::Entry => self.entry_of_equal(at)?,
            MoveUnit::Value => return None,
        };
        let mut edits = vec![Edit {
            span,
            text: String::new(),
        }];
        match self.form.move_unit {
            MoveUnit::NumberedLine => edits.extend(self.renumbered(self.line.nodes[at], -1)?),
            MoveUnit::Code => edits.extend(offset_edits(self.record, self.line.nodes[at], -1)?),
            _ => {}
        }
        let from = self.record.text_at(token);
        Some(self.cause(self.kind, (self.ply(at), token), (from, ""), edits, None))
    }

    /// Returns the span of the entry of a move of JKF, with a comma. If the entry has comments or variations, it is that of an
    /// equal move before or after it, or of an entry with the same comments.
    fn entry_of_equal(&self, at: usize) -> Option<Span> {
        let entry = |at: usize| Entry::around(self.record, self.span(at)?);
        let move_of = |at: usize| Some(self.record.text_at(self.span(at)?));
        let entries = || {
            let neighbours = [Some(at), at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            neighbours
                .filter(|&other| move_of(other) == move_of(at))
                .filter_map(entry)
        };
        let lost_with = |it: &Entry| {
            entries()
                .filter(|other| other.text(self.record) == it.text(self.record))
                .count()
                == 1
        };
        let removed = entries().find(|it| it.has_only_move() || !it.has_forks() && !lost_with(it));
        Some(removed?.with_comma())
    }

    /// Returns the line of a move of KI2 that is alone on it, or that of an equal move before or after it.
    fn word_of_equal(&self, at: usize) -> Option<Span> {
        let token = self.span(at)?;
        let text = self.record.text_at(token);
        let neighbours = [Some(at), at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let mut equal = neighbours
            .filter_map(|at| self.span(at))
            .filter(|&span| self.record.text_at(span) == text);
        equal.find_map(|span| self.line_of_only(span))
    }

    /// Returns the line of a token with its end, if the line has nothing else.
    fn line_of_only(&self, token: Span) -> Option<Span> {
        let record_start = self.record.span.start as usize;
        let start = self.line_start(token);
        let rest = &self.record.text[start - record_start..];
        let length = line_length(rest);
        let is_alone = rest[..length].trim_matches([' ', '　', '\n', '\r']) == self.record.text_at(token);
        is_alone.then(|| Span::new(start, start + length))
    }

    fn inserted(&self, at: usize, mv: Move) -> Option<Cause> {
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
        let is_first_missing = at == 0 && node.after_gap && node.number > 1;
        let is_free =
            is_first_missing || node.number == self.record.tree.node(before).number.saturating_add(2);
        Some((node.number - u32::from(is_free), is_free))
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
        if is_word && is_similar(first_word) {
            return Some(Span::new(
                span.start as usize,
                span.start as usize + first_word.len(),
            ));
        }
        // In CSA, a comment has a mark. A short line without one can only be the move.
        let is_short_line = self.form.move_unit == MoveUnit::Line
            && *kind == GapKind::UnreadableLine(LineGap::Lines(1))
            && old.chars().count() <= MAX_LINE_CHARACTERS;
        let is_similar = is_similar(old) && (!is_word || old.chars().count() <= text.chars().count() + 1);
        (is_similar || is_short_line).then_some(span)
    }

    /// Returns the cause that is a change of `from` to `to`. `span` is the place of the change, and `ply` its ply, or 0 for the
    /// start.
    fn cause(
        &self,
        kind: CauseKind,
        (ply, span): (u32, Span),
        (from, to): (&str, &str),
        edits: Vec<Edit>,
        stays: Option<Stays>,
    ) -> Cause {
        let words = [from, to].map(|text| (self.form.move_in_words)(text).unwrap_or_else(|| text.to_owned()));
        let words = (&*words[0], &*words[1]);
        // One wrong character of a code can change both squares.
        let squares = |part: Range<usize>| words.0.get(part.clone()) != words.1.get(part);
        let kind_in_words = match self.form.move_unit {
            MoveUnit::Code if squares(0..2) && squares(2..4) => CauseKind::Piece,
            _ => kind,
        };
        Cause {
            kind,
            ply,
            span,
            from: from.to_owned(),
            to: to.to_owned(),
            legal_after: self.legal_after,
            squares: Default::default(),
            message: cause_in_words(kind_in_words, ply, words, self.legal_after, stays),
            edits,
            with: Vec::new(),
            margin: None,
        }
    }

    /// Returns the ply of a step.
    fn ply(&self, at: usize) -> u32 {
        self.record.tree.node(self.line.nodes[at]).ply
    }

    /// Returns the text of a move that is played after the first `before` steps, followed by the steps from `rest` on.
    fn move_text(&self, mv: Option<Move>, before: usize, rest: usize, at: usize) -> Option<String> {
        let order: Vec<usize> = (0..before).chain(rest..self.line.steps.len()).collect();
        let record = self.with_order(&order, mv.map(|mv| (before, mv)))?;
        self.text_of(&Played::new(&record), at)
    }

    /// Returns the text of a ply in the format of the record, with the mark that the record uses for its moves.
    fn text_of(&self, played: &Played<'_, '_>, at: usize) -> Option<String> {
        let node = played.record().tree.main_line().nth(at)?.0;
        (self.form.move_text)(played, node, played.ply(node)?)
    }

    /// Returns the record with only the steps of the line in another order, and with one more move.
    fn with_order(&self, order: &[usize], added: Option<(usize, Move)>) -> Option<Record<'_>> {
        let mut record = self.record.up_to(NodeId::START);
        let mut last = NodeId::START;
        let mut destination = None;
        let mut add = |record: &mut Record<'_>, mut written: WrittenMove| {
            // 同 means the destination of the move before it in this order.
            if let (Destination::Same(_), Some(square), false) =
                (written.to, destination, self.line.has_squares)
            {
                written.to = Destination::Same(square);
            }
            destination = Some(written.to.square());
            last = record.tree.add(last, Step::Move(written), Clock::default());
        };
        for place in 0..=order.len() {
            if let Some((_, mv)) = added.filter(|added| added.0 == place) {
                add(&mut record, WrittenMove::new(mv, Span::default()));
            }
            // Only the moves up to the change and the one after it matter for its text.
            if added.is_some_and(|added| place > added.0) {
                break;
            }
            if let Some(&step) = order.get(place) {
                let Some(&(mut written)) = self.line.steps[step] else {
                    // The move after the change cannot be read, for example a 同 after an unreadable move.
                    if added.is_some_and(|added| place == added.0) {
                        break;
                    }
                    return None;
                };
                written.mark = None;
                add(&mut record, written);
            }
        }
        Some(record)
    }

    /// Returns the edit that replaces the text of a move.
    fn move_edit(&self, span: Span, text: String) -> Edit {
        match self.form.move_unit {
            MoveUnit::NumberedLine => edit_in_columns(self.record, span, text),
            _ => Edit { span, text },
        }
    }

    fn span(&self, at: usize) -> Option<Span> {
        self.record.tree.node(*self.line.nodes.get(at)?).span()
    }

    /// Returns the offset in the file of the line that contains a token.
    fn line_start(&self, token: Span) -> usize {
        let record_start = self.record.span.start as usize;
        let before = &self.record.text[..token.start as usize - record_start];
        record_start + before.rfind(['\n', '\r']).map_or(0, |at| at + 1)
    }

    /// Returns the line of a token with its end, if it has no other move. A line of CSA with the time is part of it.
    fn whole_line(&self, token: Span) -> Option<Span> {
        let record_start = self.record.span.start as usize;
        let start = self.line_start(token);
        let rest = self.record.text.get(start - record_start..)?;
        let mut length = line_length(rest);
        let is_alone = |other: &NodeId| {
            let span = self.record.tree.node(*other).span().unwrap_or_default();
            span == token || (span.end as usize) <= start || span.start as usize >= start + length
        };
        if !self.line.nodes.iter().all(is_alone) {
            return None;
        }
        if self.form.move_unit == MoveUnit::Line && rest[length..].starts_with('T') {
            length += line_length(&rest[length..]);
        }
        Some(Span::new(start, start + length))
    }

    /// Returns a token with the blanks after it, or before it at the end of a text.
    fn with_blanks(&self, token: Span) -> Span {
        let record_start = self.record.span.start as usize;
        let rest = &self.record.text[token.end as usize - record_start..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '　']).len();
        if blanks > 0 {
            return Span::new(token.start as usize, token.end as usize + blanks);
        }
        let before = &self.record.text[..token.start as usize - record_start];
        let blanks = before.len() - before.trim_end_matches([' ', '　']).len();
        Span::new(token.start as usize - blanks, token.end as usize)
    }

    /// Returns the edits that change the numbers of a move, of its alternatives and of all moves after them.
    fn renumbered(&self, first: NodeId, by: i64) -> Option<Vec<Edit>> {
        let tree = &self.record.tree;
        let parent = tree.parent(first)?;
        // The first move of a variation is renumbered without the other moves in its place.
        let is_variation = !tree.is_main_line(first) && tree.line_of(first) == first;
        let root = if is_variation { first } else { parent };
        let width = NumberedLines::new(self.record).number_width();
        let mut edits = Vec::new();
        for id in tree.ids().filter(|&id| tree.node(id).ply > tree.node(parent).ply) {
            if by < 0 && id == first || !tree.ancestors(id).any(|ancestor| ancestor == root) {
                continue;
            }
            let line = NumberedLine::around(self.record, tree.node(id).span()?);
            edits.extend(line.and_then(|line| line.number_edit(by, width)));
        }
        Some(edits)
    }
}

/// Returns the text of a record with its edits, which must not overlap.
pub(crate) fn apply(record: &Record<'_>, edits: &[Edit]) -> Option<String> {
    let record_start = record.span.start as usize;
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(record.text.len() + 64);
    let mut at = 0;
    for edit in edits {
        let start = (edit.span.start as usize).checked_sub(record_start)?;
        out.push_str(record.text.get(at..start)?);
        out.push_str(&edit.text);
        at = edit.span.end as usize - record_start;
    }
    out.push_str(record.text.get(at..)?);
    Some(out)
}

/// Returns the length of the text directly after a token, up to a blank, the mark of another move or a time (bytes).
fn attached_length(rest: &str) -> usize {
    let is_end = |c: char| {
        matches!(
            c,
            ' ' | '　' | '\t' | '\n' | '\r' | ',' | '▲' | '△' | '☗' | '☖' | '+'
        )
    };
    let attached = &rest[..rest.find(is_end).unwrap_or(rest.len())];
    match (attached.find(['(', '（']), attached.find([')', '）'])) {
        // A group without its end is a time with a blank.
        (Some(opening), None) => opening,
        (Some(opening), Some(closing)) if attached[opening..].contains([':', '：']) && opening < closing => {
            opening
        }
        (Some(_), Some(closing)) => closing + attached[closing..].chars().next().map_or(0, char::len_utf8),
        _ => attached.len(),
    }
}

/// Returns whether the text `attached` after the token `old` replaces a part of the move `new`: with it, the token has more in
/// common with the move, or it is in the place of characters that the token lacks.
fn replaces_part(old: &str, attached: &str, new: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '?' | '？' | '■' | '□' | '〓' | '\u{fffd}');
    let added = new.strip_prefix(old).map_or(0, |added| added.chars().count());
    let length = attached.chars().count();
    length > 0
        && (shared_characters(&[old, attached].concat(), new) > shared_characters(old, new)
            || length <= added && attached.chars().all(is_part))
}

/// Returns the text of a move with those parts that the old text writes in another way: 王 for 玉, and the square instead of 同 if
/// the destination stays.
fn in_form_of(old: &str, new: &str, keeps_square: bool) -> String {
    let new = if old.contains('王') {
        new.replace('玉', "王")
    } else {
        new.to_owned()
    };
    let (Some(rest), false) = (new.strip_prefix("同　"), old.starts_with('同')) else {
        return new;
    };
    let length: usize = old.chars().take(2).map(char::len_utf8).sum();
    let (square, old_rest) = old.split_at(length);
    let is_square = square
        .chars()
        .all(|character| "１２３４５６７８９一二三四五六七八九".contains(character));
    let without_origin = |text: &str| text.split('(').next().map(str::to_owned);
    if keeps_square && is_square && without_origin(rest) == without_origin(old_rest) {
        format!("{square}{rest}")
    } else {
        new
    }
}

/// Returns the length of the longest common subsequence of two short texts (characters).
pub(super) fn shared_characters(one: &str, other: &str) -> usize {
    let is_object = one.starts_with('{') && other.starts_with('{');
    let max = if is_object {
        MAX_OBJECT_CHARACTERS
    } else {
        MAX_TOKEN_CHARACTERS
    };
    let other: Vec<char> = other.chars().take(max).collect();
    let mut lengths = vec![0; other.len() + 1];
    for character in one.chars().take(max) {
        let mut diagonal = 0;
        for (at, &counterpart) in other.iter().enumerate() {
            let above = lengths[at + 1];
            lengths[at + 1] = if character == counterpart {
                diagonal + 1
            } else {
                above.max(lengths[at])
            };
            diagonal = above;
        }
    }
    lengths[other.len()]
}

/// Returns the length of the first line of a text with its line end (bytes).
fn line_length(text: &str) -> usize {
    match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => at + 2,
        Some(at) => at + 1,
        None => text.len(),
    }
}

/// Returns the line end of a record.
pub(crate) fn newline(record: &Record<'_>) -> &'static str {
    match record.text.find(['\r', '\n']) {
        Some(at) if record.text[at..].starts_with("\r\n") => "\r\n",
        Some(at) if record.text[at..].starts_with('\r') => "\r",
        _ => "\n",
    }
}
