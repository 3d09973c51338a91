//! A comment as edits of the text.

use super::lines::RecordLines;
use super::only_in_text;
use crate::finding::{Edit, Message, Span};
use crate::notation::{LineMarks, MoveUnit, TextForm, remark_span};
use crate::record::{NodeId, Record, Remark, RemarkKind};

/// Returns whether a remark is a part of the comment on a node.
pub(super) fn is_comment_on(remark: &Remark<'_>, node: NodeId) -> bool {
    remark.node == node && remark.kind == RemarkKind::Comment && !remark.introduces
}

/// Returns the comment on a node, without the marks of its lines.
pub(crate) fn comment(record: &Record<'_>, node: NodeId) -> String {
    let remarks = record.remarks.iter();
    let lines: Vec<_> = remarks
        .filter(|remark| is_comment_on(remark, node))
        .map(|remark| &*remark.text)
        .collect();
    lines.join("\n")
}

/// Returns the lines of a comment. A comment of blanks has none.
pub(super) fn lines_of(text: &str) -> Vec<&str> {
    let text = text.trim_end();
    if text.is_empty() {
        return Vec::new();
    }
    text.split('\n').map(|line| line.trim_end_matches('\r')).collect()
}

/// Returns candidates for the edits that change the comment on a node.
pub(super) fn candidates(
    record: &Record<'_>,
    marks: &LineMarks,
    node: NodeId,
    text: &str,
) -> Result<Vec<Vec<Edit>>, Message> {
    let lines = RecordLines::new(record);
    let new: Vec<_> = lines_of(text)
        .into_iter()
        .map(|line| [marks.comment, line].concat())
        .collect();
    let old = lines_of_comment(&lines, marks, node)?;
    if let Some((first, rest)) = old.split_first() {
        let mut replaced = lines.removed(*first);
        if !new.is_empty() {
            replaced.text = lines.inserted(replaced.span.start as usize, &new).text;
        }
        let removed = rest.iter().map(|span| lines.removed(*span));
        return Ok(vec![std::iter::once(replaced).chain(removed).collect()]);
    }
    if new.is_empty() {
        return Ok(vec![Vec::new()]);
    }
    let inserted = |at: usize| lines.inserted(at, &new);
    let edits = match lines.end_of_node(node) {
        Some(end) => after_node(&lines, end, &new),
        None => places_at_start(&lines, marks).into_iter().map(inserted).collect(),
    };
    Ok(edits.into_iter().map(|edit| vec![edit]).collect())
}

/// Returns the spans of the lines of the comment on a node, in the order of the text.
///
/// # Errors
///
/// Returns an error if a part of the comment is not on a line of its own, such as the reason in a line with the result.
fn lines_of_comment(
    lines: &RecordLines<'_, '_>,
    marks: &LineMarks,
    node: NodeId,
) -> Result<Vec<Span>, Message> {
    let record = lines.record;
    let remarks = record.remarks.iter().filter(|remark| is_comment_on(remark, node));
    remarks
        .map(|remark| {
            let span = remark_span(record, remark).ok_or_else(only_in_text)?;
            let line = lines
                .line(span.start as usize)
                .trim_start_matches([' ', '　', '\t']);
            let is_own_line = line.starts_with(marks.comment);
            is_own_line.then_some(span).ok_or_else(only_in_text)
        })
        .collect()
}

/// Returns candidates for the edit that inserts lines after a move that ends at an offset.
fn after_node(lines: &RecordLines<'_, '_>, end: usize, new: &[String]) -> Vec<Edit> {
    let after_line = lines.inserted(lines.end_of(end), new);
    let rest = lines.line(end);
    let rest = &rest[end - lines.start_of(end)..];
    let next = rest.trim_start_matches([' ', '　', '\t', ',']);
    let has_move =
        !next.is_empty() && TextForm::for_format(lines.record.format).move_unit != MoveUnit::NumberedLine;
    if !has_move {
        return vec![after_line];
    }
    // The moves after this one go to a new line.
    let body = new.join(lines.newline);
    let within_line = Edit {
        span: Span::new(end, end + rest.len() - next.len()),
        text: [lines.newline, &*body, lines.newline].concat(),
    };
    vec![within_line, after_line]
}

/// Returns candidates for the place of lines about the start position.
pub(super) fn places_at_start(lines: &RecordLines<'_, '_>, marks: &LineMarks) -> Vec<usize> {
    let separator = || {
        let before = lines.first_move_line().unwrap_or_else(|| lines.end());
        let mut at = lines.start();
        while at < before {
            if lines.line(at).starts_with(marks.separator?) {
                return Some(lines.end_of(at));
            }
            at = lines.end_of(at);
        }
        None
    };
    let after_turn = || {
        let turn = lines.record.start.turn.filter(|_| marks.separator.is_none())?;
        Some(lines.end_of(turn.end as usize))
    };
    let at_end = lines.end_of(lines.end_of_content());
    let places = [separator(), after_turn(), lines.first_move_line(), Some(at_end)];
    places.into_iter().flatten().collect()
}
