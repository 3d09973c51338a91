//! The change of a diagram: one square or one hand.

use crate::finding::{Edit, Span};
use crate::notation::{StartPart, TextForm, start_part_span};
use crate::record::Record;
use crate::shogi::{Color, Position, Square};

/// The change of a square or a hand of a diagram.
pub(super) struct DiagramChange {
    /// The place of the whole hand or cell.
    pub span: Span,
    /// The whole hand or cell as written; empty for a hand without a word.
    pub from: String,
    /// The whole hand or cell after the change.
    pub to: String,
    /// The edit, which has only the characters that change.
    pub edit: Edit,
}

/// Returns the change of the first square or hand in which a start position differs from that of a record. `None` if it is not
/// written as programs write it.
pub(super) fn change_of_diagram(record: &Record<'_>, position: &Position) -> Option<DiagramChange> {
    let start = &record.start.position;
    let mut squares = Square::ALL.into_iter();
    let is_changed = |square: &Square| start.piece_at(*square) != position.piece_at(*square);
    let part = if let Some(square) = squares.find(is_changed) {
        StartPart::Square(square)
    } else {
        let mut sides = Color::ALL.into_iter();
        StartPart::Hand(sides.find(|&side| start.hand(side) != position.hand(side))?)
    };
    let written = start_part_span(record, part)?;
    let start_text = TextForm::for_format(record.format).start_text?;
    let [old, new] = [start, position].map(|position| start_text(position, part));
    let rest = &record.text[written.start as usize - record.span.start as usize..];
    // Blanks at the end of a row of CSA belong to its last cell.
    let row = rest.split(['\n', '\r', ',']).next()?;
    let (at, from, to) = token_of_part(row, part, old.trim(), new.trim())?;
    let at = written.start as usize + at;
    let (common, removed, added) = without_common_ends(from, to);
    Some(DiagramChange {
        span: Span::new(at, at + from.len()),
        from: from.to_owned(),
        to: to.to_owned(),
        edit: Edit {
            span: Span::new(at + common, at + common + removed.len()),
            text: added.to_owned(),
        },
    })
}

/// Returns the token of a part of a start position: its offset in the text as written, and its text before and after a change. It
/// is a whole hand or a single cell. `None` if the text is not written as programs write it.
fn token_of_part<'t>(
    written: &'t str,
    part: StartPart,
    old: &'t str,
    new: &'t str,
) -> Option<(usize, &'t str, &'t str)> {
    let StartPart::Square(square) = part else {
        let label = written.trim_end();
        // An empty hand can be a line without a word.
        if old == "なし" && label.ends_with(['：', ':']) {
            return Some((label.len(), "", new));
        }
        return written.find(old).map(|at| (at, old, new));
    };
    let column = 9 - usize::from(square.file());
    if written.starts_with('|') {
        // A row of a diagram, in which a cell has two characters.
        let cell = |row: &'t str| {
            let mut offsets = row.char_indices().map(|(at, _)| at).skip(1 + 2 * column);
            let start = offsets.next()?;
            Some((start, row.get(start..offsets.nth(1)?)?))
        };
        let ((start, old_cell), (_, new_cell)) = (cell(old)?, cell(new)?);
        return Some((written.find(old)? + start, old_cell, new_cell));
    }
    // A row of CSA, in which a cell has three characters. The blanks of an empty square are not part of the token.
    let start = 2 + 3 * column;
    let is_row = written.starts_with(&format!("P{}", square.rank()));
    let cell = written.get(start..).filter(|_| is_row)?;
    let cell = cell.get(..3).unwrap_or(cell);
    (cell.trim() == old).then_some(())?;
    Some((start, cell, if new == "*" { " * " } else { new }))
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
