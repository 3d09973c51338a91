//! Counting how much of a record is destroyed.

use crate::finding::Span;
use crate::notation::formats;
use crate::notation::remarks::places;
use crate::record::gap::{GapKind, Unit};
use crate::record::{Record, Step};

/// So many at least: where there are but a few, each can be told.
pub(in crate::notation) const LEAST: usize = 10;

/// How many there are of something, and how many of them are destroyed or cannot be read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub all: usize,
    pub destroyed: usize,
}

impl Count {
    fn add(&mut self, is_destroyed: bool) {
        self.all += 1;
        self.destroyed += usize::from(is_destroyed);
    }

    fn is_most(self) -> bool {
        self.destroyed >= LEAST && self.destroyed * 2 > self.all
    }
}

/// The count of what is mostly destroyed in a record, and what that is. The moves decide, the ends of lines of play among
/// them; only where most of these cannot be read, or none are there, all that the record is made of does.
pub(super) fn most(record: &Record<'_>) -> Option<(Count, Unit)> {
    let tally = Tally::of(record);
    let [moves, parts] = if is_made_of_lines(record) {
        tally.by_line(record)
    } else {
        tally.by_value(record)
    };
    let are_sound = moves.destroyed * 2 < moves.all;
    if moves.is_most() {
        Some((moves, Unit::Moves))
    } else if !are_sound && parts.is_most() {
        let is_json = record.format == formats::JKF;
        Some((parts, if is_json { Unit::Values } else { Unit::Lines }))
    } else {
        None
    }
}

/// Whether a move or a row of the board has its line. In other notations a whole game stands on one.
fn is_made_of_lines(record: &Record<'_>) -> bool {
    let others = [formats::SFEN, formats::USI, formats::USEN, formats::JKF];
    !others.contains(&record.format)
}

/// What is known of the places of a record.
struct Tally {
    /// Where something is told that makes a place a destroyed one, in the order of the text.
    told: Vec<(u32, bool)>,
    /// The tokens of the moves, in the order of the text, and whether they are destroyed.
    moves: Vec<(Span, bool)>,
}

impl Tally {
    fn of(record: &Record<'_>) -> Self {
        let is_of_board = |it: &GapKind| matches!(it, GapKind::UnreadableBoard(_));
        let gaps = record.gaps.iter().filter(|it| it.kind.is_destroyed());
        let mut told: Vec<_> = gaps
            .filter_map(|it| Some((it.span?.start, is_of_board(&it.kind))))
            .collect();
        told.sort_unstable();
        let nodes = record.tree.ids().map(|id| record.tree.node(id));
        let mut moves: Vec<_> = nodes
            .filter_map(|node| Some((node.span()?, &node.step)))
            .map(|(span, step)| {
                let is_unknown = |start| told.binary_search(&(start, false)).is_ok();
                let is_destroyed = match step {
                    Step::Illegible(_) => true,
                    Step::End(_) => is_unknown(span.start),
                    Step::Start | Step::Move(_) | Step::Token(_) | Step::Pass(_) => false,
                };
                (span, is_destroyed)
            })
            .collect();
        moves.sort_unstable();
        Self { told, moves }
    }

    fn count_moves(&self) -> Count {
        let mut count = Count::default();
        self.moves.iter().for_each(|&(_, it)| count.add(it));
        count
    }

    /// Moves, and all lines but blank ones and comments. Of a run of lines that is one gap, a page of prose, one is
    /// destroyed. A line that cannot be read and stands where the moves do is taken for one.
    fn by_line(&self, record: &Record<'_>) -> [Count; 2] {
        let head = self.end_of_head(record);
        let comments = places(record);
        let (mut moves, mut lines) = (self.count_moves(), Count::default());
        let mut at = record.span.start as usize;
        for line in record.text.split_inclusive(['\n', '\r']) {
            let span = Span::new(at, at + line.len());
            at += line.len();
            let holds = |start: u32| (span.start..span.end).contains(&start);
            let comment = comments.partition_point(|it| it.start < span.start);
            if line.trim().is_empty() || comments.get(comment).is_some_and(|it| holds(it.start)) {
                continue;
            }
            let told = self.told.partition_point(|&(start, _)| start < span.start);
            let is_told = self.told.get(told).is_some_and(|&(start, _)| holds(start));
            let is_destroyed = is_told || line.contains('\u{fffd}');
            lines.add(is_destroyed);
            let there = self.moves.partition_point(|(it, _)| it.start < span.start);
            let has_move = self.moves.get(there).is_some_and(|(it, _)| holds(it.start));
            if is_destroyed && !has_move && span.start >= head {
                moves.add(true);
            }
        }
        [moves, lines]
    }

    /// Where the headers and the board before the moves end.
    fn end_of_head(&self, record: &Record<'_>) -> u32 {
        let first = self.moves.first().map_or(u32::MAX, |(span, _)| span.start);
        let start = &record.start;
        let parts = record.headers.iter().map(|header| header.span);
        let parts = parts.chain(start.diagram).chain(start.turn);
        let before = parts.filter(|span| span.start < first);
        before.map(|span| span.end).max().unwrap_or_default()
    }

    /// Moves, and all values: headers, moves, and what is neither. A value that cannot be read and is not of the board
    /// is taken for a move.
    fn by_value(&self, record: &Record<'_>) -> [Count; 2] {
        let (mut moves, mut strays) = (self.count_moves(), 0);
        for &(start, is_of_board) in &self.told {
            let before = self.moves.partition_point(|(it, _)| it.start <= start);
            let is_of_move = before > 0 && start < self.moves[before - 1].0.end;
            if is_of_board {
                strays += 1;
            } else if !is_of_move {
                moves.add(true);
            }
        }
        let values = Count {
            all: moves.all + strays + record.headers.len(),
            destroyed: moves.destroyed + strays,
        };
        [moves, values]
    }
}
