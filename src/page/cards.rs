//! A stretch of cards, written where the records are judged.

use super::card::{Card, Row};
use super::found::items;
use super::moves::Lines;
use super::script::{push, push_ascii};

/// The cards of a stretch of records, each as three lines of JSON: what stands in the table of games, the findings,
/// and the moves.
#[derive(Clone, Debug, Default)]
pub struct Cards {
    pub(super) rows: Part,
    pub(super) findings: Part,
    pub(super) moves: Part,
    /// The number of findings by card.
    pub(super) counts: Vec<usize>,
}

/// Lines of JSON without their ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Part {
    fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    /// The lines in their order.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let spans = starts.zip(&self.ends);
        spans.map(|(start, &end)| self.bytes.get(start..end).unwrap_or_default())
    }
}

impl Cards {
    /// Adds a card. Its moves cost most of the time and of the room; without them the page shows of each finding
    /// the position alone.
    pub fn add(&mut self, card: &Card<'_, '_>, with_moves: bool) {
        let lines = with_moves.then(|| Lines::of(card));
        self.counts.push(card.judgement.findings.len());
        self.rows.add(|out| push(&Row::of(card), out));
        self.findings.add(|out| {
            if !card.judgement.findings.is_empty() {
                push(&items(card), out);
            }
        });
        self.moves.add(|out| {
            if let Some(lines) = &lines {
                push_ascii(lines, out);
            }
        });
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}
