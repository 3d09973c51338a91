//! The variation that is being read.

use super::builder::RecordBuilder;
use super::cursor::{Cursor, digit};
use crate::finding::{Finding, Message, Span};
use crate::notation::rules::variation_without_parent;
use crate::record::NodeId;

/// Where the moves being read belong.
#[derive(Clone, Copy, Debug)]
pub enum Block {
    /// To the line that the last move stands in.
    Line,
    /// A 変化 line has been read, its first move not yet.
    Announced {
        /// The 変化 line.
        span: Span,
        /// The number of the move that it says is replaced.
        number: Option<u32>,
        /// How many remarks there were before it.
        remarks: usize,
    },
    /// The variation has no place; the finding is the one at this index, and so many moves are lost.
    Lost(usize, u32),
}

impl RecordBuilder<'_> {
    /// A 変化 line before any move is junk that some exporters write; programs that read it ignore it.
    pub fn announce(&mut self, at: usize, text: &str) {
        self.close_lost_variation();
        self.gap = false;
        self.block = if self.record.tree.is_empty() {
            Block::Line
        } else {
            let mut cursor = Cursor::new(text);
            cursor.skip_until(|c| digit(c).is_some());
            Block::Announced {
                span: self.span(at, text),
                number: cursor.number(),
                remarks: self.record.remarks.len(),
            }
        };
    }

    /// Goes into the announced variation, which leaves `parent`. What is said between the 変化 line and its first
    /// move is said of the position before that move.
    pub fn enter(&mut self, parent: NodeId, remarks: usize) {
        self.block = Block::Line;
        for remark in self.record.remarks.iter_mut().skip(remarks) {
            remark.node = parent;
        }
    }

    /// Notes that the announced variation has no place, and why. Its first move is lost.
    pub fn lose(&mut self, announced: Span, why: impl Into<Message>) {
        self.block = Block::Lost(self.record.findings.len(), 1);
        self.report(&variation_without_parent::RULE, announced, why);
    }

    /// Why a variation has no place that was to replace the move of this number.
    pub fn why_lost(&self, number: u32) -> Message {
        if self.search.is_exhausted() {
            variation_without_parent::TOO_MANY.into()
        } else {
            variation_without_parent::beyond(number)
        }
    }

    /// Says how many moves a variation without a place has cost.
    pub fn close_lost_variation(&mut self) {
        let Block::Lost(index, moves) = self.block else {
            return;
        };
        if let Some(Finding { message, .. }) = self.record.findings.get_mut(index) {
            let cost = variation_without_parent::cost(moves, self.lost_move);
            *message = std::mem::take(message).followed_by(cost);
        }
    }
}
