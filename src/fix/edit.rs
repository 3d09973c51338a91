//! Repairs of a line of play as edits of the text.

use std::ops::RangeInclusive;

use super::line::{Change, Line};
use super::words::{Stays, cause_in_words};
use crate::finding::{Cause, CauseKind, Edit, Span};
use crate::notation::{MoveUnit, StartPart, TextForm, start_part_span};
use crate::played::Played;
use crate::record::{Clock, Destination, GapKind, NodeId, Record, Remark, RemarkKind, Step, WrittenMove};
use crate::shogi::{Color, Move, Position, Square};

/// Maximum number of characters of a token that are compared.
const MAX_TOKEN_CHARACTERS: usize = 32;

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
    match change {
        Change::Start(position) => editor.start(position),
        &Change::Replaced(at, mv) => editor.replaced(at, mv),
        &Change::Removed(at) => editor.removed(at),
        &Change::Exchanged(at, other) => editor.exchanged(at, other),
        &Change::Inserted(at, mv) => editor.inserted(at, mv),
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
        let edits = match self.kind {
            CauseKind::Hand | CauseKind::Square => vec![self.start_part(position)?],
            _ => (self.form.start_edits)(self.record, position)?,
        };
        let Edit { span, text } = edits.first()?.clone();
        let from = self.record.text_at(span).trim();
        Some(self.cause(self.kind, (0, span), (from, text.trim()), edits, None))
    }

    /// Returns the edit of the square or the hand in which a start position differs.
    fn start_part(&self, position: &Position) -> Option<Edit> {
        let start = &self.record.start.position;
        let mut squares = Square::ALL.into_iter();
        let is_changed = |square: &Square| start.piece_at(*square) != position.piece_at(*square);
        let part = if let Some(square) = squares.find(is_changed) {
            StartPart::Square(square)
        } else {
            let mut sides = Color::ALL.into_iter();
            StartPart::Hand(sides.find(|&side| start.hand(side) != position.hand(side))?)
        };
        // The part is replaced only if it is written as programs write it.
        let span = start_part_span(self.record, part)?;
        let start_text = self.form.start_text?;
        let [old, new] = [start, position].map(|position| start_text(position, part));
        let (old, new) = (old.trim(), new.trim());
        let at = span.start as usize + self.record.text_at(span).find(old)?;
        let (common, old, new) = without_common_ends(old, new);
        Some(Edit {
            span: Span::new(at + common, at + common + old.len()),
            text: new.to_owned(),
        })
    }

    fn replaced(&self, at: usize, mv: Move) -> Option<Cause> {
        let span = self.span(at)?;
        let old = self.record.text_at(span);
        let written = self.line.steps[at];
        let keeps_square = written.is_some_and(|written| written.to.square() == mv.to());
        let text = in_form_of(old, &self.move_text(Some(mv), at, at + 1, at)?, keeps_square);
        let edit = self.move_edit(span, text.clone());
        Some(self.cause(self.kind, (self.ply(at), span), (old, &text), vec![edit], None))
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
            let text = self.text_of(&played, place)?;
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
        let (span, text) = (self.span(at)?, self.text_of(&played, at)?);
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
        let start = self.span(at)?.end as usize;
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
            MoveUnit::Word(_) => self.with_blanks(token),
            MoveUnit::Value => return None,
        };
        let mut edits = vec![Edit {
            span,
            text: String::new(),
        }];
        if self.form.move_unit == MoveUnit::NumberedLine {
            edits.extend(self.renumbered(self.line.nodes[at], -1)?);
        }
        let from = self.record.text_at(token);
        Some(self.cause(self.kind, (self.ply(at), token), (from, ""), edits, None))
    }

    fn inserted(&self, at: usize, mv: Move) -> Option<Cause> {
        let mut text = self.move_text(Some(mv), at, at, at)?;
        let token = self.span(at)?;
        let node = self.record.tree.node(self.line.nodes[at]);
        let before = self.record.tree.parent(self.line.nodes[at])?;
        // A record that begins with number 2 lacks number 1.
        let is_first_missing = at == 0 && node.after_gap && node.number > 1;
        let is_number_free =
            is_first_missing || node.number == self.record.tree.node(before).number.saturating_add(2);
        let new = text.clone();
        let mut edits = Vec::new();
        let skipped = self.skipped_text(at, &new);
        let place = match self.form.move_unit {
            MoveUnit::NumberedLine => {
                let line = self.line_start(token);
                let number = if is_number_free {
                    node.number - 1
                } else {
                    node.number
                };
                let newline = if skipped.is_none() {
                    newline(self.record)
                } else {
                    ""
                };
                text = format!("{number:4} {text}{newline}");
                if !is_number_free {
                    edits = self.renumbered(self.line.nodes[at], 1)?;
                }
                line
            }
            MoveUnit::Line => {
                if skipped.is_none() {
                    text.push_str(newline(self.record));
                }
                self.line_start(token)
            }
            MoveUnit::Word(separator) => {
                if skipped.is_none() {
                    text.push_str(separator);
                }
                token.start as usize
            }
            MoveUnit::Value => return None,
        };
        let span = skipped.unwrap_or_else(|| Span::new(place, place));
        edits.insert(0, Edit { span, text });
        let kind = if skipped.is_some() {
            CauseKind::Line
        } else {
            self.kind
        };
        let from = self.record.text_at(span);
        Some(self.cause(kind, (self.ply(at), span), (from, &new), edits, None))
    }

    /// Returns the text before a step that could not be read, if it is similar to a move.
    fn skipped_text(&self, at: usize, text: &str) -> Option<Span> {
        let end = self.span(at)?.start;
        let start = match at.checked_sub(1) {
            Some(before) => self.span(before)?.end,
            None => self.record.span.start,
        };
        let mut gaps = self.record.gaps.iter().filter_map(|gap| {
            let is_line = matches!(gap.kind, GapKind::UnreadableLine(_));
            gap.span
                .filter(|span| is_line && span.start >= start && span.end <= end)
        });
        let mut span = gaps.next().filter(|_| gaps.next().is_none())?;
        // The time after the move stays.
        let line = self.record.text_at(span);
        if let Some(clock) = line.rfind('(').filter(|&at| line[at..].contains(':')) {
            let length = line[..clock].trim_end().len();
            span = Span::new(span.start as usize, span.start as usize + length);
        }
        let shared = shared_characters(self.record.text_at(span), text);
        (shared * 2 >= text.chars().count()).then_some(span)
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
        Cause {
            kind,
            ply,
            span,
            from: from.to_owned(),
            to: to.to_owned(),
            legal_after: self.legal_after,
            message: cause_in_words(kind, ply, (from, to), self.legal_after, stays),
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
            if let (Destination::Same(_), Some(square)) = (written.to, destination) {
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
        let mut edits = Vec::new();
        for id in tree.ids().filter(|&id| tree.node(id).ply > tree.node(parent).ply) {
            if by < 0 && id == first || !tree.ancestors(id).any(|ancestor| ancestor == parent) {
                continue;
            }
            edits.extend(self.number_edit(tree.node(id).span()?, by));
        }
        Some(edits)
    }

    /// Returns the edit that changes the number before a token.
    fn number_edit(&self, token: Span, by: i64) -> Option<Edit> {
        let start = self.line_start(token);
        let record_start = self.record.span.start as usize;
        let head = self
            .record
            .text
            .get(start - record_start..token.start as usize - record_start)?;
        let blanks = head.len() - head.trim_start_matches([' ', '　']).len();
        let digits = head[blanks..].bytes().take_while(u8::is_ascii_digit).count();
        let number: i64 = head[blanks..blanks + digits].parse().ok()?;
        let new = (number + by).to_string();
        // A longer number takes the place of a blank before it.
        let mut from = blanks;
        let mut text = new.clone();
        if new.len() > digits && head[..blanks].ends_with(' ') {
            from -= 1;
        } else if new.len() < digits && blanks > 0 {
            text = format!(" {new}");
        }
        Some(Edit {
            span: Span::new(start + from, start + blanks + digits),
            text,
        })
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

/// Returns the edit that replaces a part of a line of KIF. The time after it, if there is one, stays in its column.
pub(super) fn edit_in_columns(record: &Record<'_>, span: Span, mut text: String) -> Edit {
    let columns = |text: &str| -> usize {
        let widths = text
            .chars()
            .map(|character| if character.is_ascii() { 1 } else { 2 });
        widths.sum()
    };
    let start = span.end - record.span.start;
    let rest = record.text.get(start as usize..).unwrap_or_default();
    let after_blanks = rest.trim_start_matches([' ', '　']);
    let blanks = &rest[..rest.len() - after_blanks.len()];
    let (old, new) = (columns(record.text_at(span)), columns(&text));
    if old == new || blanks.is_empty() || !after_blanks.starts_with('(') {
        return Edit { span, text };
    }
    let width = (old + columns(blanks)).saturating_sub(new).max(1);
    text.extend(std::iter::repeat_n(' ', width));
    let end = span.end as usize + blanks.len();
    Edit {
        span: Span::new(span.start as usize, end),
        text,
    }
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

/// Returns the parts of two texts that differ, after the length of their common beginning (bytes).
fn without_common_ends<'t>(one: &'t str, other: &'t str) -> (usize, &'t str, &'t str) {
    let shared = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        let equal = pairs.take_while(|(one, other)| one == other);
        equal.map(|(character, _)| character.len_utf8()).sum()
    };
    let start = shared(&mut one.chars().zip(other.chars()));
    let (one, other) = (&one[start..], &other[start..]);
    let end = shared(&mut one.chars().rev().zip(other.chars().rev()));
    (start, &one[..one.len() - end], &other[..other.len() - end])
}

/// Returns the length of the longest common subsequence of two short texts (characters).
pub(super) fn shared_characters(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(MAX_TOKEN_CHARACTERS).collect();
    let mut lengths = vec![0; other.len() + 1];
    for character in one.chars().take(MAX_TOKEN_CHARACTERS) {
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
