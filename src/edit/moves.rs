//! A further move as edits of the text: at the end of a line, or as a variation.

use super::comments::places_at_start;
use super::lines::RecordLines;
use crate::finding::{Edit, Message, Span, bilingual, message};
use crate::fix::{NumberedLine, NumberedLines, columns};
use crate::notation::{LineMarks, MoveUnit, SIDE_MARKS, TextForm, japanese_number};
use crate::played::Played;
use crate::record::{Clock, NodeId, Record, Step, WrittenMove};
use crate::shogi::Move;

/// Maximum number of places that are tried for a variation.
const MAX_PLACES: usize = 8;

/// Maximum number of moves on a line of KI2, and the width of a move that is followed by another (columns).
const MOVES_PER_LINE: usize = 6;
const MOVE_COLUMNS: usize = 12;

/// The word at the beginning of the line before a variation.
const VARIATION: &str = "変化：";

/// Returns candidates for the edits that add a move after a node.
pub(super) fn candidates(
    record: &Record<'_>,
    marks: &LineMarks,
    after: NodeId,
    mv: Move,
) -> Result<Vec<Vec<Edit>>, Message> {
    let lines = RecordLines::new(record);
    let token = text_of(record, after, mv).ok_or_else(|| {
        bilingual(
            "the format has no text for this move in this position",
            "この局面のこの指し手は、この形式では書けない",
        )
    })?;
    if record.tree.first_child(after).is_none() {
        if record.claims.iter().any(|claim| claim.node == after) {
            return Err(bilingual(
                "this line has a result; remove the result before you add a move",
                "結果が記載されている。結果を消してから指し手を追加する",
            ));
        }
        return Ok(appended(&lines, marks, after, &token));
    }
    if !marks.has_variations {
        let format = record.format.name().to_uppercase();
        return Err(message!(
            "{format} has no variations; convert the record to KIF first",
            "{format}には変化がない。先にKIFに変換する",
            format
        ));
    }
    Ok(variation(&lines, after, &token))
}

/// Returns the text of a move after a node in the format of the record.
fn text_of(record: &Record<'_>, after: NodeId, mv: Move) -> Option<String> {
    let mut line = record.up_to(after);
    let last = line.tree.main_line().last().map_or(NodeId::START, |(id, _)| id);
    let step = Step::Move(WrittenMove::new(mv, Span::default()));
    let id = line.tree.add(last, step, Clock::default());
    let played = Played::new(&line);
    let form = TextForm::for_format(record.format);
    (form.move_text)(&played, id, played.ply(id)?)
}

/// Returns the numbered line of KIF of the step after a node, in the form of the lines before it.
pub(super) fn numbered_line(lines: &RecordLines<'_, '_>, after: NodeId, token: &str) -> String {
    let record = lines.record;
    let node = record.tree.node(after);
    let number = node.number.saturating_add(1);
    let before = node.span().and_then(|span| NumberedLine::around(record, span));
    match before {
        Some(line) => line.head(number, NumberedLines::new(record).number_width()) + token,
        None => format!("{number:>4} {token}"),
    }
}

/// Returns the place of a line about the position after a node, or of the move after it: after its comments.
pub(super) fn place_after(lines: &RecordLines<'_, '_>, marks: &LineMarks, node: NodeId) -> usize {
    let after = match lines.end_of_node(node) {
        Some(end) => lines.end_of(end),
        None => places_at_start(lines, marks)[0],
    };
    lines.skip(after, |line| {
        line.trim_start_matches([' ', '　', '\t'])
            .starts_with(marks.remarks)
    })
}

/// Returns candidates for the edits that add a move at the end of a line of moves.
fn appended(lines: &RecordLines<'_, '_>, marks: &LineMarks, after: NodeId, token: &str) -> Vec<Vec<Edit>> {
    let form = TextForm::for_format(lines.record.format);
    let place = place_after(lines, marks, after);
    let line = match form.move_unit {
        MoveUnit::NumberedLine => numbered_line(lines, after, token),
        _ => token.to_owned(),
    };
    let mut candidates = Vec::new();
    if let (MoveUnit::Word(_), Some(end)) = (form.move_unit, lines.end_of_node(after)) {
        let has_comment = place > lines.end_of(end);
        candidates.extend(
            in_row(lines, end, token)
                .filter(|_| !has_comment)
                .map(|edit| vec![edit]),
        );
    }
    candidates.push(vec![lines.inserted(place, &[line])]);
    candidates
}

/// Returns the edit that adds a move to a row of KI2, or `None` if the row is full or if other text follows the last move, which
/// ends at `end`.
fn in_row(lines: &RecordLines<'_, '_>, end: usize, token: &str) -> Option<Edit> {
    let (row, start) = (lines.line(end), lines.start_of(end));
    let moves = row.matches(SIDE_MARKS);
    let is_free = moves.clone().count() < MOVES_PER_LINE && row[end - start..].trim().is_empty();
    let last = row[..end - start].rmatch_indices(SIDE_MARKS).next();
    let width = last.map_or(MOVE_COLUMNS, |(at, _)| columns(&row[at..end - start]));
    let blanks = MOVE_COLUMNS.saturating_sub(width).max(1);
    is_free.then(|| Edit {
        span: Span::new(end, start + row.len()),
        text: " ".repeat(blanks) + token,
    })
}

/// Returns candidates for the edits that add a move as a variation.
///
/// A variation belongs to the latest line that reaches the move before it. The best place is therefore before the first
/// variation that branches off earlier.
fn variation(lines: &RecordLines<'_, '_>, after: NodeId, token: &str) -> Vec<Vec<Edit>> {
    let tree = &lines.record.tree;
    let is_numbered = TextForm::for_format(lines.record.format).move_unit == MoveUnit::NumberedLine;
    let last_sibling = tree.children(after).last().unwrap_or(after);
    let number = if is_numbered {
        tree.node(last_sibling).number
    } else {
        tree.node(after).ply + 1
    };
    let line = if is_numbered {
        numbered_line(lines, after, token)
    } else {
        token.to_owned()
    };
    let head = format!("{VARIATION}{number}手");
    let mark = is_numbered
        .then(|| mark_of_variation(lines, last_sibling))
        .flatten();
    let with_mark = |edit: Edit| {
        let mark = mark.clone().filter(|mark| mark.span.start <= edit.span.start);
        mark.into_iter().chain([edit]).collect::<Vec<_>>()
    };
    let at_end = || {
        let end = lines.end_of_content();
        let gap = lines.newline.repeat(2);
        let line_end = if lines.after(end).is_empty() {
            lines.newline
        } else {
            ""
        };
        Edit {
            span: Span::new(end, end),
            text: [&*gap, &*head, lines.newline, &*line, line_end].concat(),
        }
    };
    let blocks = blocks_after(lines, lines.end_of_node(after).unwrap_or_else(|| lines.start()));
    let before = |at: usize| lines.inserted(at, &[head.clone(), line.clone(), String::new()]);
    let best = blocks
        .iter()
        .find(|(_, other)| *other < number)
        .map(|(at, _)| *at);
    let others = blocks.iter().map(|(at, _)| *at).filter(|at| Some(*at) != best);
    let places = best
        .map(before)
        .into_iter()
        .chain([at_end()])
        .chain(others.map(before));
    places.take(MAX_PLACES).map(with_mark).collect()
}

/// Returns the offsets and the numbers of the lines that announce variations after an offset.
fn blocks_after(lines: &RecordLines<'_, '_>, from: usize) -> Vec<(usize, u32)> {
    let mut blocks = Vec::new();
    let mut at = lines.end_of(from);
    while at < lines.end() {
        let line = lines.line(at).trim_start_matches([' ', '　', '\t']);
        if let Some(rest) = line.strip_prefix("変化") {
            blocks.push((at, japanese_number(rest)));
        }
        at = lines.end_of(at);
    }
    blocks
}

/// Returns the edit that marks a move that has a later alternative with `+`, or `None` if it is marked.
fn mark_of_variation(lines: &RecordLines<'_, '_>, sibling: NodeId) -> Option<Edit> {
    let node = lines.record.tree.node(sibling);
    let token_end = node.span()?.end as usize;
    let line = lines.line(token_end);
    let content = line.trim_end();
    let end = lines.start_of(token_end) + content.len();
    let text = if node.clock_span.is_some() { "+" } else { " +" };
    (!content.ends_with('+') && end >= token_end).then(|| Edit {
        span: Span::new(end, end),
        text: text.to_owned(),
    })
}
