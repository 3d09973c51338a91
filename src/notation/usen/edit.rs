//! Edits of a game in USEN: another start position, and the numbers of plies before variations.

use super::{is_of_start, start_position_text};
use crate::finding::{Edit, Span};
use crate::record::{NodeId, Record};
use crate::shogi::Position;

/// Returns the edit after which a record begins with this position.
pub(super) fn start_edits(record: &Record<'_>, position: &Position) -> Option<Vec<Edit>> {
    let offset = record.span.start as usize;
    let main_line = lines_of_play(record)?.first()?.at - 1;
    let before = &record.text[..main_line - offset];
    let length = before.bytes().rev().take_while(|&byte| is_of_start(byte)).count();
    Some(vec![Edit {
        span: Span::new(main_line - length, main_line),
        text: start_position_text(position),
    }])
}

/// Returns the edits of the numbers of plies before the variations, if a move is added before the node `step`, or if this
/// node is removed. `by` is the number of moves that are added: 1 or -1.
///
/// A variation in the place of the node follows the new move, and takes the place of the node after a removed one.
pub(crate) fn offset_edits(record: &Record<'_>, step: NodeId, by: i64) -> Option<Vec<Edit>> {
    let tree = &record.tree;
    let parent = tree.parent(step)?;
    let first_ply = i64::from(tree.node(step).ply);
    let plies_before_start = i64::from(record.start.plies_before.unwrap_or(0));
    let mut edits = Vec::new();
    for line in lines_of_play(record)?.iter().skip(1) {
        let Ok(offset) = line.offset.parse::<i64>() else {
            continue;
        };
        let ply = offset - plies_before_start + 1;
        // A line that repeats the moves of another one has no node of its own.
        let mut nodes = tree.ids();
        let node = nodes.find(|&id| {
            tree.node(id)
                .span()
                .is_some_and(|span| span.start as usize == line.moves_at())
        });
        let is_after = node.map_or(tree.is_main_line(step), |node| {
            tree.ancestors(node).any(|id| id == step)
        });
        let is_sibling = node.is_some_and(|node| node != step && tree.parent(node) == Some(parent));
        if ply > first_ply && is_after || by > 0 && is_sibling && tree.first_child(parent) == Some(step) {
            edits.push(Edit {
                span: Span::new(line.at, line.at + line.offset.len()),
                text: (offset + by).to_string(),
            });
        }
    }
    Some(edits)
}

/// A line of play: the number of plies before it, and its offset in the file.
struct LineOfPlay<'t> {
    at: usize,
    offset: &'t str,
}

impl LineOfPlay<'_> {
    /// Returns the offset of the moves in the file.
    const fn moves_at(&self) -> usize {
        self.at + self.offset.len() + 1
    }
}

/// Returns the lines of play of a record, the main line first; `None` for a record without moves.
fn lines_of_play<'t>(record: &Record<'t>) -> Option<Vec<LineOfPlay<'t>>> {
    let base = record.span.start as usize;
    let (_, first) = record.tree.main_line().next()?;
    let first_move = first.span()?.start as usize - base;
    let start = record.text[..first_move].rfind('~')? + 1;
    let rest = &record.text[start..];
    let length = rest
        .bytes()
        .position(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'&' | b'#'));
    let mut at = base + start;
    let lines = rest[..length.unwrap_or(rest.len())].split('~').map(|line| {
        let line_of_play = LineOfPlay {
            at,
            offset: line.split('.').next().unwrap_or_default(),
        };
        at += line.len() + 1;
        line_of_play
    });
    Some(lines.collect())
}
