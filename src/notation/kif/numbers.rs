//! Moves whose numbers do not continue the sequence: wrong numbers, and variations without a 変化 line.

use super::fast_path::parse_numbered;
use super::is_numbered;
use super::numbered::NumberedLine;
use crate::notation::kakinoki::boundaries::{self, LineKind};
use crate::notation::kakinoki::builder::RecordBuilder;
use crate::notation::kakinoki::result_line;
use crate::notation::kakinoki::words::MoveText;
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
const MAX_LINES_AHEAD: usize = 12;

/// Maximum number of lines with unrelated wrong numbers in a row, including the first one.
const MAX_WRONG_LINES: usize = 4;

/// Minimum number of lines after a run of consecutive wrong numbers that show that the run is wrong. They must have the numbers
/// that are due there.
const MIN_LINES_AFTER_RUN: usize = 2;

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
                Some(Some(LineAhead::Result(result_line::parse(line).plies)))
            }
            _ => None,
        }
    });
    lines.flatten().take(MAX_LINES_AHEAD)
}

/// Returns whether the next line of a text, apart from comments, is the move after the move with this number.
pub(super) fn is_move_next(number: u32, after: &str) -> bool {
    let is_next =
        |next: &NumberedLine<'_>| next.move_text().is_some() && Some(next.number) == number.checked_add(1);
    matches!(lines_ahead(after).next(), Some(LineAhead::Numbered(next)) if is_next(&next))
}

/// Evidence that the number of a line is wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evidence {
    None,
    /// One of the next lines has the number that is due there, and the number after this line does not continue from it.
    Line,
    /// The line begins a run of consecutive wrong numbers: the lines after the run have the numbers that are due there.
    Run {
        /// Number of lines in the run after this line.
        lines: usize,
    },
}

/// Returns whether the numbers after a line show that its number should be `expected`, and the move may be the one after
/// `node`. `offset` is added to the numbers of the lines in the text `after`.
///
/// A run of wrong numbers is only accepted if its moves are legal after `node`, because missing moves and variations also begin
/// with a run.
pub(super) fn is_wrong(
    builder: &mut RecordBuilder<'_>,
    line: &NumberedLine<'_>,
    (node, expected): (NodeId, u32),
    (offset, after): (u32, &str),
) -> bool {
    let evidence = evidence(line, expected, offset, after);
    evidence == Evidence::Line && builder.fits(node, line.move_text())
        || is_legal_run(builder, line, node, (evidence, after))
}

/// Returns whether the numbers after a line show that its number should be `expected`. The move is not considered.
pub(super) fn show(line: &NumberedLine<'_>, expected: u32, offset: u32, after: &str) -> bool {
    evidence(line, expected, offset, after) == Evidence::Line
}

/// Returns the evidence in the lines of the text `after` that the number of a line should be `expected`. `offset` is added to
/// the numbers of these lines.
///
/// The number of moves in a まで line is used like a number. The number of a result is never shown to be wrong: a まで line may
/// count the written moves although some are missing.
fn evidence(line: &NumberedLine<'_>, expected: u32, offset: u32, after: &str) -> Evidence {
    if line.is_end() {
        return Evidence::None;
    }
    let mut lines = lines_ahead(after).peekable();
    let begins_run = matches!(
        lines.peek(),
        Some(LineAhead::Numbered(next)) if next.number.saturating_add(offset) == line.number.saturating_add(1)
    );
    // The number of moves up to and including this line.
    let mut moves = expected;
    let mut is_due = (1..).zip(lines).map(|(at, ahead)| match ahead {
        LineAhead::Numbered(next) => {
            moves = moves.saturating_add(u32::from(!next.is_end()));
            next.number.saturating_add(offset) == expected.saturating_add(at)
        }
        LineAhead::Result(plies) => plies == Some(moves),
    });
    if !begins_run {
        let is_shown = is_due.take(MAX_WRONG_LINES).any(|is_due| is_due);
        return if is_shown { Evidence::Line } else { Evidence::None };
    }
    let Some(lines) = is_due.position(|is_due| is_due) else {
        return Evidence::None;
    };
    let lines_after: Vec<_> = std::iter::once(true).chain(is_due).collect();
    if lines_after.len() >= MIN_LINES_AFTER_RUN && lines_after.iter().all(|&is_due| is_due) {
        Evidence::Run { lines }
    } else {
        Evidence::None
    }
}

/// Returns whether the evidence is a run of lines whose moves are legal after `node`: the move of `line`, and those of the next
/// lines of the text `after`. After an illegal move, only the first move is examined.
fn is_legal_run(
    builder: &mut RecordBuilder<'_>,
    line: &NumberedLine<'_>,
    node: NodeId,
    (evidence, after): (Evidence, &str),
) -> bool {
    let Evidence::Run { lines } = evidence else {
        return false;
    };
    let next_moves = lines_ahead(after).take(lines).map_while(|ahead| match ahead {
        LineAhead::Numbered(next) => next.move_text().copied(),
        LineAhead::Result(_) => None,
    });
    let moves: Vec<_> = line.move_text().copied().into_iter().chain(next_moves).collect();
    match builder.count_legal(&moves, [node]) {
        Some([count]) => count == lines + 1,
        None => builder.fits(node, line.move_text()),
    }
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
    let evidence = evidence(line, latest_node.number.saturating_add(1), offset, after);
    let fits = |builder: &mut RecordBuilder<'_>| {
        builder.fits(latest, line.move_text()) || !builder.fits(parent, line.move_text())
    };
    if evidence == Evidence::Line && fits(builder) || is_legal_run(builder, line, latest, (evidence, after)) {
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
