//! The result of a game as edits of the text.

use super::lines::RecordLines;
use super::moves::{numbered_line, place_after};
use super::only_in_text;
use crate::finding::{Edit, Message, Span, message};
use crate::fix::edit_in_columns;
use crate::notation::{
    LineMarks, MoveUnit, Results, SIDE_MARKS, TextForm, is_result_line, japanese_result_line, side_names,
};
use crate::played::Played;
use crate::record::{Claim, Ending, NodeId, Record, Step, Terminal};
use crate::shogi::Color;

/// Returns the ends that a format can state, in the order of [`Terminal::OF_SHOGI`].
pub(crate) fn ends(marks: &LineMarks) -> impl Iterator<Item = Terminal> {
    let is_result = |terminal: &Terminal| {
        let is_unusual = matches!(terminal, Terminal::BothFoul | Terminal::Error | Terminal::NoMate);
        !is_unusual && terminal.name() != Terminal::Other.name()
    };
    let has_word = |terminal: &Terminal| (marks.end_word)(*terminal, Color::Black).is_some();
    Terminal::OF_SHOGI
        .iter()
        .copied()
        .filter(is_result)
        .filter(has_word)
}

/// Returns the end that the main line of a record states, in its own form or as a line with the result.
pub(crate) fn stated_end(played: &Played<'_, '_>) -> Option<Terminal> {
    let record = played.record();
    let last = record.tree.main_line().last().map_or(NodeId::START, |(id, _)| id);
    match &record.tree.node(last).step {
        Step::End(ending) => Some(ending.terminal_for_side_to_move(played.turn(last))),
        _ => Results::new(played).claimed(last).map(|(terminal, _)| terminal),
    }
}

/// The statements about the end of the main line.
struct Stated<'r, 't> {
    /// The last move; the start if there is none.
    last: NodeId,
    end: Option<(NodeId, &'r Ending<'t>)>,
    claims: Vec<&'r Claim<'t>>,
}

impl<'r, 't> Stated<'r, 't> {
    /// Finds the statements.
    ///
    /// # Errors
    ///
    /// Returns an error if the main line goes on after an end, or if a result is stated in another form than a line of its own.
    fn find(record: &'r Record<'t>) -> Result<Self, Message> {
        let mut line: Vec<_> = record.tree.main_line().collect();
        let end = match line.last() {
            Some((id, node)) => match &node.step {
                Step::End(ending) => Some((*id, ending)),
                _ => None,
            },
            None => None,
        };
        line.truncate(line.len() - usize::from(end.is_some()));
        if line.iter().any(|(_, node)| matches!(node.step, Step::End(_))) {
            return Err(only_in_text());
        }
        let last = line.last().map_or(NodeId::START, |(id, _)| *id);
        // A line with another number of moves is about the main line, too.
        let is_about = |claim: &&Claim<'_>| record.tree.is_main_line(claim.node);
        let is_remark = |claim: &&Claim<'_>| claim.text.starts_with('\'');
        let claims: Vec<_> = record
            .claims
            .iter()
            .filter(is_about)
            .filter(|it| !is_remark(it))
            .collect();
        if claims.iter().any(|claim| !is_result_line(&claim.text)) {
            return Err(only_in_text());
        }
        Ok(Self { last, end, claims })
    }
}

/// Returns candidates for the edits that change the end of the main line.
pub(super) fn candidates(
    played: &Played<'_, '_>,
    marks: &LineMarks,
    terminal: Option<Terminal>,
) -> Result<Vec<Vec<Edit>>, Message> {
    if stated_end(played) == terminal {
        return Ok(vec![Vec::new()]);
    }
    let lines = RecordLines::new(played.record());
    let stated = Stated::find(lines.record)?;
    let mut edits = match terminal {
        Some(terminal) => set(played, &lines, marks, &stated, terminal)?,
        None => removed(&lines, &stated),
    };
    edits.sort_by_key(|edit| edit.span);
    Ok(vec![edits])
}

/// Returns the edits after which the main line has another end.
fn set(
    played: &Played<'_, '_>,
    lines: &RecordLines<'_, '_>,
    marks: &LineMarks,
    stated: &Stated<'_, '_>,
    terminal: Terminal,
) -> Result<Vec<Edit>, Message> {
    let record = played.record();
    let form = TextForm::for_format(record.format);
    let turn = played.turn_after(stated.last);
    let word = (marks.end_word)(terminal, turn).ok_or_else(|| no_word(record))?;
    let number = record.tree.node(stated.last).number;
    let in_words = || japanese_result_line(number, terminal, &word, turn, side_names(record));
    let mut edits: Vec<_> = stated
        .claims
        .iter()
        .map(|claim| Edit {
            span: claim.span,
            text: in_words(),
        })
        .collect();
    let is_in_claim = |span: Span| {
        stated
            .claims
            .iter()
            .any(|claim| claim.span.start <= span.start && span.end <= claim.span.end)
    };
    match stated.end {
        Some((_, ending)) if !is_in_claim(ending.span) => edits.push(match form.move_unit {
            MoveUnit::NumberedLine => edit_in_columns(record, ending.span, word),
            _ => Edit {
                span: ending.span,
                text: word,
            },
        }),
        None if edits.is_empty() => {
            let new = match form.move_unit {
                MoveUnit::NumberedLine => vec![numbered_line(lines, stated.last, &word), in_words()],
                MoveUnit::Word(_) => vec![in_words()],
                _ => vec![word],
            };
            let place = place_after(lines, marks, stated.last);
            edits.push(lines.inserted(place, &new));
        }
        _ => {}
    }
    Ok(edits)
}

fn no_word(record: &Record<'_>) -> Message {
    let format = record.format.name().to_uppercase();
    message!(
        "{format} has no word for this result",
        "{format}にはこの結果を表す語がない",
        format
    )
}

/// Returns whether a character is a blank or the mark of a side, which are before an end in a row of KI2.
fn is_before_word(c: char) -> bool {
    matches!(c, ' ' | '　') || SIDE_MARKS.contains(&c)
}

/// Returns the edits after which the main line has no end.
fn removed(lines: &RecordLines<'_, '_>, stated: &Stated<'_, '_>) -> Vec<Edit> {
    let mut edits: Vec<_> = stated
        .claims
        .iter()
        .map(|claim| lines.removed(claim.span))
        .collect();
    if let Some((id, ending)) = stated.end {
        let end = lines.end_of_node(id).unwrap_or(ending.span.end as usize);
        let edit = lines.removed(Span::new(ending.span.start as usize, end));
        let is_own_line = match TextForm::for_format(lines.record.format).move_unit {
            MoveUnit::Word(_) => {
                lines
                    .line(ending.span.start as usize)
                    .trim_matches(is_before_word)
                    == &*ending.word
            }
            _ => true,
        };
        if !is_own_line && !edits.iter().any(|other| other.span == edit.span) {
            // The end is after moves on the same line.
            let start = ending.span.start as usize;
            let before = &lines.line(start)[..start - lines.start_of(start)];
            let kept = before.trim_end_matches(is_before_word).len();
            edits.push(Edit {
                span: Span::new(lines.start_of(start) + kept, ending.span.end as usize),
                text: String::new(),
            });
        } else if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    edits
}
