//! Moves whose numbers do not continue the sequence: wrong numbers, and variations without a 変化 line.

use super::is_numbered;
use super::read::{Body, NumberedLine, parse_numbered};
use crate::notation::kakinoki::boundaries::{self, LineKind};
use crate::notation::kakinoki::builder::RecordBuilder;
use crate::notation::kakinoki::words::{self, MoveText};
use crate::record::{NodeId, Step};

/// The meaning of a number that was already used.
pub(super) enum RepeatedNumber {
    /// The number is wrong, and the move continues the line of play. `is_shift` is `true` if the following numbers are
    /// too low by the same difference.
    Wrong { is_shift: bool },
    /// The move begins a variation. `is_possible` is `false` if it is legal neither there nor after the latest move.
    Variation { is_possible: bool },
}

/// Maximum number of numbered lines that are read ahead.
const MAX_LINES_AHEAD: usize = 10;

/// Maximum number of lines with wrong numbers in a row, including the first one.
const MAX_WRONG_LINES: usize = 4;

/// A line that is read ahead.
enum LineAhead<'t> {
    Numbered(NumberedLine<'t>),
    /// A まで line, with its number of moves.
    Result(Option<u32>),
}

/// Returns the next numbered lines of a text, up to a まで line. Comments, program lines and blank lines are skipped; any other
/// line ends the sequence.
fn lines_ahead(text: &str) -> impl Iterator<Item = LineAhead<'_>> {
    let mut is_over = false;
    let lines = boundaries::lines(text).map_while(move |(_, line, _)| {
        let kind = boundaries::kind(line, is_numbered);
        let is_remark = matches!(kind, LineKind::Blank | LineKind::Comment)
            || matches!(kind, LineKind::Other) && line.trim_start().starts_with('#');
        if is_over {
            return None;
        }
        match kind {
            _ if is_remark => Some(None),
            LineKind::Moves => parse_numbered(line).map(LineAhead::Numbered).map(Some),
            LineKind::Result => {
                is_over = true;
                Some(Some(LineAhead::Result(words::result(line).plies)))
            }
            _ => None,
        }
    });
    lines.flatten().take(MAX_LINES_AHEAD)
}

/// Returns whether the numbers after a line show that its number should be `expected`. `offset` is added to the numbers of
/// these lines, which begin with the text `after`.
///
/// This is the case if one of the next lines has the number that is due there. If the next line has the number after that
/// of this line, the numbers continue from this line instead. The number of moves in a まで line is used like a number. The
/// number of a result is never shown to be wrong: a まで line may count the written moves although some are missing.
pub(super) fn show(line: &NumberedLine<'_>, expected: u32, offset: u32, after: &str) -> bool {
    if matches!(line.body, Body::Word(word) if words::ending(word).is_some()) {
        return false;
    }
    for (at, ahead) in (0..).zip(lines_ahead(after).take(MAX_WRONG_LINES)) {
        match ahead {
            LineAhead::Numbered(next) => {
                let number = next.number.saturating_add(offset);
                if at == 0 && number == line.number.saturating_add(1) {
                    return false;
                }
                if number == expected.saturating_add(1 + at) {
                    return true;
                }
            }
            LineAhead::Result(plies) => {
                return plies.is_some_and(|plies| Some(plies) == expected.checked_add(at));
            }
        }
    }
    false
}

/// Returns the meaning of a line whose number was already used. `parent` is the node that the move follows as a variation; `after`
/// is the text after the line, to whose numbers `offset` is added.
///
/// If the following numbers show that the number is wrong, and the piece is on its origin, the move continues the line. Otherwise,
/// the moves are played both as a variation and after the latest node. In a line with an earlier illegal move, and after
/// an end, the move is taken for a variation.
pub(super) fn repeated(
    builder: &mut RecordBuilder<'_>,
    line: &NumberedLine<'_>,
    parent: NodeId,
    (offset, after): (u32, &str),
) -> RepeatedNumber {
    let as_written = RepeatedNumber::Variation { is_possible: true };
    let latest = builder.latest;
    let latest_node = builder.record.tree.node(latest);
    if matches!(latest_node.step, Step::End(_)) {
        return as_written;
    }
    if show(line, latest_node.number.saturating_add(1), offset, after)
        && (builder.fits(latest, line.move_text()) || !builder.fits(parent, line.move_text()))
    {
        return RepeatedNumber::Wrong { is_shift: false };
    }
    let moves = consecutive_moves(line, offset, after);
    let Some([in_variation, in_line]) = builder.count_legal(&moves, [parent, latest]) else {
        return as_written;
    };
    if in_line > in_variation {
        RepeatedNumber::Wrong { is_shift: true }
    } else {
        RepeatedNumber::Variation {
            is_possible: moves.is_empty() || in_variation > 0,
        }
    }
}

/// Returns the move of a line and the moves with the next numbers after it.
fn consecutive_moves(line: &NumberedLine<'_>, offset: u32, after: &str) -> Vec<MoveText> {
    let mut number = line.number;
    let next_moves = lines_ahead(after).map_while(|ahead| match ahead {
        LineAhead::Numbered(next) if next.number.saturating_add(offset) == number.saturating_add(1) => {
            number = next.number.saturating_add(offset);
            next.move_text().copied()
        }
        _ => None,
    });
    let first_move = line.move_text().copied();
    first_move.map_or_else(Vec::new, |first_move| {
        std::iter::once(first_move).chain(next_moves).collect()
    })
}
