//! Conversion of unreadable or damaged text to gaps of the record.

use std::ops::Range;

use super::remarks::remark_spans;
use super::{Layout, RecordText, TextForm};
use crate::finding::Span;
use crate::record::gap::{DestroyedExtent, Extent, Fact, Gap, GapId, LineGap, Unit};
use crate::record::{Format, GapKind, NodeId, Record, Step, Tree};
use crate::text::{Encoding, Text, TextProblem, TextProblemKind, unlisted};

/// If most of a record is destroyed or unreadable, replaces the gaps about destroyed places, and those that may follow
/// from them, by one gap. If a replaced gap is about the board, also removes the moves.
pub(super) fn merge_gaps(record: &mut Record<'_>) {
    if record.gaps.len() < MIN_DAMAGED_PLACES {
        return;
    }
    let Some((count, unit)) = mostly_destroyed(record) else {
        return;
    };
    let (gaps, unlisted_count) = std::mem::take(&mut record.gaps).into_parts();
    let is_replaced = |gap: &Gap| gap.kind.is_destroyed() || gap.kind.is(Fact::MayFollowDestroyed);
    let (replaced_gaps, other_gaps): (Vec<_>, Vec<_>) = gaps.into_iter().partition(is_replaced);
    let first_span = replaced_gaps.iter().filter_map(|gap| gap.span).min();
    let is_of_board = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableBoard(_));
    let has_board_gap = replaced_gaps.iter().any(is_of_board);
    let kind = GapKind::MostlyUnreadable(DestroyedExtent {
        destroyed: count.destroyed,
        all: count.all,
        unit,
        summed_up: replaced_gaps.len() + unlisted_count,
        board: has_board_gap,
    });
    record.gaps.push(Gap::at_start(first_span, kind));
    record.gaps.extend(other_gaps);
    if has_board_gap {
        clear_moves(record);
    }
}

/// Removes the moves of a record whose board is destroyed.
///
/// The remaining pieces on the board are not the start position, so the moves have no meaning.
fn clear_moves(record: &mut Record<'_>) {
    record.start.is_known = false;
    record.tree = Tree::default();
    record.gaps.reset_nodes();
    let remark_nodes = record.remarks.iter_mut().map(|remark| &mut remark.node);
    let claim_nodes = record.claims.iter_mut().map(|claim| &mut claim.node);
    remark_nodes
        .chain(claim_nodes)
        .for_each(|node| *node = NodeId::START);
}

// Measurement of how much of a record is destroyed.

/// Minimum number of destroyed places that are reported as one gap. Fewer places are reported one by one.
pub(super) const MIN_DAMAGED_PLACES: usize = 10;

/// The number of units (moves, lines or values) in a record, and the number of those that are destroyed or unreadable.
#[derive(Clone, Copy, Debug, Default)]
struct DestroyedCount {
    pub all: usize,
    pub destroyed: usize,
}

impl DestroyedCount {
    fn add(&mut self, is_destroyed: bool) {
        self.all += 1;
        self.destroyed += usize::from(is_destroyed);
    }

    fn is_majority(self) -> bool {
        self.destroyed >= MIN_DAMAGED_PLACES && self.destroyed * 2 > self.all
    }
}

/// Returns the count for the unit that is mostly destroyed in a record, and the unit; `None` if no unit is mostly
/// destroyed.
///
/// Moves, including the ends of lines of play, are considered first. All lines or values are considered only if at
/// least half of the moves are destroyed or there are no moves.
fn mostly_destroyed(record: &Record<'_>) -> Option<(DestroyedCount, Unit)> {
    let scan = DamageScan::new(record);
    let [moves, all_units] = if is_made_of_lines(record) {
        scan.by_line(record)
    } else {
        scan.by_value(record)
    };
    let are_moves_sound = moves.destroyed * 2 < moves.all;
    if moves.is_majority() {
        Some((moves, Unit::Moves))
    } else if !are_moves_sound && all_units.is_majority() {
        let is_json = TextForm::for_format(record.format).layout == Layout::Json;
        Some((all_units, if is_json { Unit::Values } else { Unit::Lines }))
    } else {
        None
    }
}

/// Returns whether the format of a record has a separate line for each move and each row of the board. In other
/// formats, a whole game may be on one line.
fn is_made_of_lines(record: &Record<'_>) -> bool {
    TextForm::for_format(record.format).layout == Layout::Lines
}

/// The destroyed places and the moves of a record.
struct DamageScan {
    /// Offsets of the gaps for destroyed places, in the order of the text, with `true` for a gap in the board.
    destroyed_at: Vec<(u32, bool)>,
    /// The spans of all steps (moves, passes, tokens and ends), in the order of the text, with `true` for a step that is
    /// destroyed.
    moves: Vec<(Span, bool)>,
}

impl DamageScan {
    fn new(record: &Record<'_>) -> Self {
        let is_of_board = |gap_kind: &GapKind| matches!(gap_kind, GapKind::UnreadableBoard(_));
        let gaps = record.gaps.iter().filter(|it| it.kind.is_destroyed());
        let mut destroyed_at: Vec<_> = gaps
            .filter_map(|gap| Some((gap.span?.start, is_of_board(&gap.kind))))
            .collect();
        destroyed_at.sort_unstable();
        let nodes = record.tree.ids().map(|id| record.tree.node(id));
        let mut moves: Vec<_> = nodes
            .filter_map(|node| Some((node.span()?, &node.step)))
            .map(|(span, step)| {
                let has_gap = |start| destroyed_at.binary_search(&(start, false)).is_ok();
                let is_destroyed = match step {
                    Step::Unreadable(_) => true,
                    Step::End(_) => has_gap(span.start),
                    Step::Start | Step::Move(_) | Step::Token(_) | Step::Pass(_) => false,
                };
                (span, is_destroyed)
            })
            .collect();
        moves.sort_unstable();
        Self { destroyed_at, moves }
    }

    fn count_moves(&self) -> DestroyedCount {
        let mut count = DestroyedCount::default();
        self.moves.iter().for_each(|&(_, it)| count.add(it));
        count
    }

    /// Returns the counts of the moves, and of all lines except blank ones and comments.
    ///
    /// A run of unreadable lines with one gap, such as a page of prose, counts as one destroyed line. A destroyed line
    /// without a move is counted as a destroyed move if it is after the headers and the board.
    fn by_line(&self, record: &Record<'_>) -> [DestroyedCount; 2] {
        let head_end = self.end_of_head(record);
        let comments = remark_spans(record);
        let (mut moves, mut lines) = (self.count_moves(), DestroyedCount::default());
        let mut at = record.span.start as usize;
        for line in record.text.split_inclusive(['\n', '\r']) {
            let span = Span::new(at, at + line.len());
            at += line.len();
            let contains = |start: u32| (span.start..span.end).contains(&start);
            let comment_index = comments.partition_point(|comment| comment.start < span.start);
            if line.trim().is_empty() || comments.get(comment_index).is_some_and(|it| contains(it.start)) {
                continue;
            }
            let gap_index = self
                .destroyed_at
                .partition_point(|&(start, _)| start < span.start);
            let has_gap = self
                .destroyed_at
                .get(gap_index)
                .is_some_and(|&(start, _)| contains(start));
            let is_destroyed = has_gap || line.contains('\u{fffd}');
            lines.add(is_destroyed);
            let move_index = self.moves.partition_point(|(it, _)| it.start < span.start);
            let has_move = self
                .moves
                .get(move_index)
                .is_some_and(|(it, _)| contains(it.start));
            if is_destroyed && !has_move && span.start >= head_end {
                moves.add(true);
            }
        }
        [moves, lines]
    }

    /// Returns the offset at which the headers and the board before the moves end; 0 if there are none of them.
    fn end_of_head(&self, record: &Record<'_>) -> u32 {
        let first_move = self.moves.first().map_or(u32::MAX, |(span, _)| span.start);
        let start = &record.start;
        let spans = record.headers.iter().map(|header| header.span);
        let spans = spans.chain(start.diagram).chain(start.turn);
        let spans_before_moves = spans.filter(|span| span.start < first_move);
        spans_before_moves.map(|span| span.end).max().unwrap_or_default()
    }

    /// Returns the counts of the moves, and of all values: the moves, the headers, and the destroyed values of the
    /// board.
    ///
    /// A destroyed value that is not part of the board or of a move is counted as a destroyed move.
    fn by_value(&self, record: &Record<'_>) -> [DestroyedCount; 2] {
        let (mut moves, mut destroyed_board_values) = (self.count_moves(), 0);
        for &(start, is_of_board) in &self.destroyed_at {
            let started_moves = self.moves.partition_point(|(it, _)| it.start <= start);
            let is_of_move = started_moves > 0 && start < self.moves[started_moves - 1].0.end;
            if is_of_board {
                destroyed_board_values += 1;
            } else if !is_of_move {
                moves.add(true);
            }
        }
        let values = DestroyedCount {
            all: moves.all + destroyed_board_values + record.headers.len(),
            destroyed: moves.destroyed + destroyed_board_values,
        };
        [moves, values]
    }
}

// Unreadable lines, which are merged so that a page of prose is one gap instead of a thousand.

/// The current run of unreadable lines.
#[derive(Debug, Default)]
pub(super) struct UnreadableLines {
    run: Option<Run>,
}

#[derive(Debug)]
struct Run {
    /// The gap of the record for this run.
    gap: GapId,
    /// Offset at which the run ends so far. A line that begins here extends the run.
    end: usize,
    lines: u32,
}

impl UnreadableLines {
    /// Reports an unreadable line. `text` is the line with its line end, and `at` is its offset in the text of
    /// `source`.
    ///
    /// A line that directly follows the previous unreadable line extends the gap of that line.
    pub(super) fn add(&mut self, source: RecordText<'_>, at: usize, text: &str, record: &mut Record<'_>) {
        self.add_at(None, source, at, text, record);
    }

    /// Reports an unreadable line; see [`add`](Self::add). A new gap belongs to `node`, or to no node for `None`.
    pub(super) fn add_at(
        &mut self,
        node: Option<NodeId>,
        source: RecordText<'_>,
        at: usize,
        text: &str,
        record: &mut Record<'_>,
    ) {
        let end = at + text.len();
        match &mut self.run {
            Some(run) if run.end == at => {
                run.lines += 1;
                run.end = end;
                if let Some(gap) = record.gaps.get_mut(run.gap) {
                    gap.kind = GapKind::UnreadableLine(LineGap::Lines(run.lines));
                }
            }
            _ => {
                let line = text.trim_end_matches(['\n', '\r']);
                let span = source.span(at, at + line.len());
                let kind = GapKind::UnreadableLine(LineGap::Lines(1));
                let gap = record.gaps.push(Gap {
                    node,
                    ..Gap::new(span, kind)
                });
                self.run = Some(Run { gap, end, lines: 1 });
            }
        }
    }
}

// Errors of the decoder in the bytes of a file, as gaps of the record.

/// Adds the decoding errors whose place in the text begins within `range` to `record`.
///
/// If the format of the record is unknown and many places of the whole text are destroyed, the errors about destroyed
/// places are left out. If comments have many damaged bytes or many replacement characters, one gap at the first of
/// these places represents all errors of this kind.
pub(super) fn add_decoding_gaps(text: &Text<'_>, range: Range<usize>, record: &mut Record<'_>) {
    let unlisted_problems = unlisted(text, range.start..range.end.min(text.as_str().len()));
    let listed_problems = text
        .problems()
        .iter()
        .filter(|problem| range.contains(&problem.place.text.start));
    let mut problems: Vec<_> = listed_problems.chain(&unlisted_problems).collect();
    if !record.is_recognised() && count_destroyed_places(text) >= MIN_DAMAGED_PLACES {
        // These errors are redundant, because the whole text is reported as unreadable.
        problems.retain(|problem| destroyed_places(problem).is_none());
    } else if problems.len() >= MIN_DAMAGED_PLACES {
        let comments = remark_spans(record);
        for is_of_kind in [is_damage as fn(&TextProblem) -> bool, is_loss] {
            let is_in_comments =
                |problem: &&TextProblem| is_of_kind(problem) && is_within(problem, &comments);
            let (in_comments, others): (Vec<_>, Vec<_>) = problems.iter().partition(|it| is_in_comments(it));
            if in_comments.len() >= MIN_DAMAGED_PLACES {
                let count = in_comments.iter().copied().filter_map(destroyed_places).sum();
                record.add_gap(
                    span(in_comments[0]),
                    gap_for_comments(text, in_comments[0], count),
                );
                problems = others;
            }
        }
    }
    for problem in problems {
        record.add_gap(span(problem), gap_kind(text, problem, record.format));
    }
}

/// Returns the number of places of a text with destroyed characters.
pub(super) fn count_destroyed_places(text: &Text<'_>) -> usize {
    text.problems().iter().filter_map(destroyed_places).sum()
}

/// Returns whether a text contains replacement characters, with which an earlier program replaced lost characters.
pub(super) fn has_lost_characters(text: &Text<'_>) -> bool {
    text.problems().iter().any(is_loss)
}

/// Returns the number of destroyed places that a decoding error represents. Returns `None` for other kinds of
/// errors.
const fn destroyed_places(problem: &TextProblem) -> Option<usize> {
    match &problem.kind {
        TextProblemKind::DamagedBytes { runs, .. } => Some(*runs),
        TextProblemKind::ReplacementCharacter { lines } => Some(*lines),
        _ => None,
    }
}

const fn is_damage(problem: &TextProblem) -> bool {
    matches!(problem.kind, TextProblemKind::DamagedBytes { .. })
}

const fn is_loss(problem: &TextProblem) -> bool {
    matches!(problem.kind, TextProblemKind::ReplacementCharacter { .. })
}

fn span(problem: &TextProblem) -> Span {
    let place = &problem.place.text;
    Span::new(place.start, place.end)
}

/// Returns whether a decoding error is in one of the comments.
fn is_within(problem: &TextProblem, comments: &[Span]) -> bool {
    let start = span(problem).start;
    let comments_before = comments.partition_point(|comment| comment.start <= start);
    comments_before > 0 && start < comments[comments_before - 1].end
}

/// Returns the gap for `count` destroyed places in comments, the first of which is `first`.
fn gap_for_comments(text: &Text<'_>, first: &TextProblem, count: usize) -> GapKind {
    let extent = Extent::InComments(count);
    if let TextProblemKind::DamagedBytes { likely, .. } = first.kind {
        let encoding = text.encoding().name();
        GapKind::DamagedBytes {
            extent,
            encoding,
            likely: likely.map(Encoding::name),
            stray: false,
        }
    } else {
        GapKind::ReplacementCharacter(extent)
    }
}

fn gap_kind(text: &Text<'_>, problem: &TextProblem, format: Format) -> GapKind {
    let actual = text.encoding().name();
    let extent = |runs| match runs {
        1 => Extent::Bytes(problem.place.source.end - problem.place.source.start),
        runs => Extent::Places(runs),
    };
    match &problem.kind {
        TextProblemKind::DamagedBytes { runs, likely } => GapKind::DamagedBytes {
            extent: extent(*runs),
            encoding: actual,
            likely: likely.map(Encoding::name),
            stray: *runs == 1
                && TextForm::for_format(format)
                    .stray_byte
                    .is_some_and(|byte| text.bytes_of(&problem.place) == [byte]),
        },
        TextProblemKind::ControlCharacters { runs } => GapKind::ControlCharacter(extent(*runs)),
        TextProblemKind::ReplacementCharacter { lines } => {
            GapKind::ReplacementCharacter(Extent::Places(*lines))
        }
        TextProblemKind::DeclarationMismatch { declared, .. } => GapKind::EncodingMismatch {
            declared: Some(declared.clone()),
            actual,
        },
        TextProblemKind::MarkMismatch { .. } => GapKind::EncodingMismatch {
            declared: None,
            actual,
        },
        TextProblemKind::UnknownDeclaration { declared, .. } => GapKind::UnknownEncoding {
            declared: declared.clone(),
            actual,
        },
        TextProblemKind::OtherEncoding { likely } => GapKind::OtherEncoding {
            likely: likely.name(),
            actual,
        },
        TextProblemKind::DoubleEncoded { lines } => GapKind::DoubleEncoded(*lines),
    }
}
