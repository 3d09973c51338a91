//! Comments, bookmarks and lines of programs, beside the nodes they speak of.

use crate::notation::{Draft, declares_encoding};
use crate::record::{NodeId, Record, Remark, RemarkKind};

/// The remarks of a record by their nodes, those of a node in the order of the record.
pub struct Remarks<'r, 't> {
    sorted: Vec<&'r Remark<'t>>,
}

impl<'r, 't> Remarks<'r, 't> {
    /// The remarks of a record.
    pub fn of(record: &'r Record<'t>) -> Self {
        let mut sorted: Vec<_> = record.remarks.iter().collect();
        // Stable: the order within a node stays.
        sorted.sort_by_key(|remark| remark.node);
        Self { sorted }
    }

    /// The remarks of a node.
    pub fn at(&self, node: NodeId) -> &[&'r Remark<'t>] {
        let start = self.sorted.partition_point(|remark| remark.node < node);
        let end = self.sorted.partition_point(|remark| remark.node <= node);
        &self.sorted[start..end]
    }

    /// Writes the remarks of a node behind it.
    pub fn write(&self, node: NodeId, draft: &mut Draft) {
        for remark in self.at(node) {
            // Those of the start stand above the headers.
            if remark.kind != RemarkKind::Tool || node != NodeId::START {
                write_one(remark, draft);
            }
        }
    }

    /// Writes the lines of programs above the headers. What they say of encodings is true of the source only.
    pub fn write_banner(&self, draft: &mut Draft) {
        for remark in self.at(NodeId::START) {
            if remark.kind == RemarkKind::Tool && !declares_encoding(remark) {
                write_one(remark, draft);
            }
        }
    }
}

fn write_one(remark: &Remark<'_>, draft: &mut Draft) {
    draft.text.push(match remark.kind {
        RemarkKind::Comment => '*',
        RemarkKind::Bookmark => '&',
        RemarkKind::Tool => '#',
    });
    draft.line(&remark.text);
}
