//! The variation that is being read.

use pest::Parser as _;
use pest::iterators::Pair;

use super::block::Block;
use super::builder::RecordBuilder;
use super::parser::{KakinokiParser, Rule as Part};
use super::words;
use crate::finding::Span;
use crate::record::gap::{NoParent, ParentGap};
use crate::record::{GapKind, NodeId};

impl RecordBuilder<'_> {
    /// A 変化 line before any move is junk that some exporters write; programs that read it ignore it.
    pub(crate) fn announce(&mut self, at: usize, text: &str) {
        self.close_lost_variation();
        self.gap = false;
        self.block = if self.record.tree.is_empty() {
            Block::Line
        } else {
            Block::Announced {
                span: self.span(at, text),
                number: number(text),
                remarks: self.record.remarks.len(),
            }
        };
    }

    /// Goes into the announced variation, which leaves `parent`. What is said between the 変化 line and its first
    /// move is said of the position before that move.
    pub(crate) fn enter(&mut self, parent: NodeId, remarks: usize) {
        self.block = Block::Line;
        for remark in self.record.remarks.iter_mut().skip(remarks) {
            remark.node = parent;
        }
    }

    /// Notes that the announced variation has no place, and why. Its first move is lost.
    pub(crate) fn lose(&mut self, announced: Span, why: NoParent) {
        let kind = GapKind::VariationWithoutParent(ParentGap { why, lost: None });
        self.block = Block::Lost(self.record.miss(announced, kind), 1);
    }

    /// Why a variation has no place that was to replace the move of this number.
    pub(crate) fn why_lost(&self, number: u32) -> NoParent {
        if self.search.is_exhausted() {
            NoParent::TooMany
        } else {
            NoParent::Beyond(number)
        }
    }

    /// Notes how many moves a variation without a place has cost.
    pub(crate) fn close_lost_variation(&mut self) {
        let Block::Lost(gap, moves) = self.block else {
            return;
        };
        let gap = self.record.gaps.get_mut(gap).map(|gap| &mut gap.kind);
        if let Some(GapKind::VariationWithoutParent(gap)) = gap {
            gap.lost = Some((moves, self.counted));
        }
    }
}

/// The number that a 変化 line announces.
fn number(line: &str) -> Option<u32> {
    let parts = KakinokiParser::parse(Part::variation, line);
    let mut parts = parts.into_iter().flatten().flat_map(Pair::into_inner);
    let number = parts.find(|part| part.as_rule() == Part::number)?;
    Some(words::number(number.as_str()))
}
