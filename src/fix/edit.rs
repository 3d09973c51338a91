//! Repairs of a line of play as edits of the text.

use std::ops::Range;

use super::diagram::{DiagramChange, change_of_diagram};
use super::layout::{NumberedLine, NumberedLines, edit_in_columns};
use super::line::{Change, Line};
use super::words::{Stays, cause_in_words};
use crate::finding::{Cause, CauseKind, Edit, Span};
use crate::notation::jkf::{Entry, move_in_style};
use crate::notation::usen::offset_edits;
use crate::notation::{MoveUnit, TextForm};
use crate::played::Played;
use crate::record::{Clock, Destination, NodeId, Origin, Record, Step, WrittenMove};
use crate::shogi::{Move, Position, Square};

mod exchanged;
mod inserted;

/// Maximum number of characters of a token that are compared.
const MAX_TOKEN_CHARACTERS: usize = 32;

/// Maximum number of characters of a move in JSON that are compared.
const MAX_OBJECT_CHARACTERS: usize = 160;

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
        &Change::Marks(at) => editor.exchanged_marks(at),
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
        Change::Marks(at) => [written(at), written(at)],
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
        // A line for the side to move can follow a new board.
        let to = match self.kind {
            CauseKind::Start => text.lines().last()?,
            _ => text.trim(),
        };
        Some(self.cause(self.kind, (0, span), (from, to), edits, None))
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
        let is_other_move = matches!(kind, CauseKind::Origin | CauseKind::Destination)
            && self.form.move_unit == MoveUnit::Code
            && squares(0..2)
            && squares(2..4);
        let kind_in_words = if is_other_move { CauseKind::Piece } else { kind };
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
        let mut plies = 0..;
        let mut add = |record: &mut Record<'_>, mut written: WrittenMove| {
            written.mark = plies.next().and_then(|ply| self.line.swapped_mark(ply));
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
                let Some(&written) = self.line.steps[step] else {
                    // The move after the change cannot be read, for example a 同 after an unreadable move.
                    if added.is_some_and(|added| place == added.0) {
                        break;
                    }
                    return None;
                };
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
            let token = tree.node(id).span()?;
            let line = NumberedLine::around(self.record, token);
            edits.extend(line.and_then(|line| line.number_edit(by, width)));
            if !tree.is_main_line(id) && tree.line_of(id) == id {
                edits.extend(self.number_of_variation(token, by));
            }
        }
        Some(edits)
    }

    /// Returns the edit of the number in the 変化 line before the first move of a variation.
    fn number_of_variation(&self, first: Span, by: i64) -> Option<Edit> {
        let record_start = self.record.span.start as usize;
        let before = &self.record.text[..self.line_start(first) - record_start];
        let at = before.rfind("変化")?;
        let is_digit = |c: char| c.is_ascii_digit();
        let start = at + before[at..].find(is_digit)?;
        let digits = &before[start..];
        let digits = &digits[..digits.find(|c| !is_digit(c))?];
        let number = digits.parse::<i64>().ok()? + by;
        let start = record_start + start;
        Some(Edit {
            span: Span::new(start, start + digits.len()),
            text: number.to_string(),
        })
    }
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
