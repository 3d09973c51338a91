//! The remarks of a record (comments, bookmarks and program lines) by node, and their places in the file.

use crate::finding::Span;
use crate::record::{NodeId, Record, Remark};

/// The remarks of a record sorted by node. The remarks of one node are in the order of the record.
pub(crate) struct Remarks<'r, 't>(Vec<&'r Remark<'t>>);

impl<'r, 't> Remarks<'r, 't> {
    /// Collects the remarks of a record.
    pub(crate) fn new(record: &'r Record<'t>) -> Self {
        let mut remarks: Vec<_> = record.remarks.iter().collect();
        // The sort is stable, so remarks of one node stay in the order of the record.
        remarks.sort_by_key(|remark| remark.node);
        Self(remarks)
    }

    /// Returns the remarks of a node.
    pub(crate) fn at(&self, node: NodeId) -> impl Iterator<Item = &'r Remark<'t>> {
        let start = self.0.partition_point(|remark| remark.node < node);
        let end = self.0.partition_point(|remark| remark.node <= node);
        self.0[start..end].iter().copied()
    }
}

/// Returns the spans of the remarks of a record in the file, in the order of the text.
///
/// Remarks whose text differs from that in the file are left out.
pub(super) fn remark_spans(record: &Record<'_>) -> Vec<Span> {
    let remarks = record.remarks.iter();
    let mut spans: Vec<_> = remarks.filter_map(|remark| remark_span(record, remark)).collect();
    spans.sort_unstable();
    spans
}

/// Returns the span of a comment in the file; `None` if the comment does not occur unchanged in the text of the record.
pub(crate) fn remark_span(record: &Record<'_>, remark: &Remark<'_>) -> Option<Span> {
    let text = &remark.text;
    let start = (text.as_ptr() as usize).checked_sub(record.text.as_ptr() as usize)?;
    let is_unchanged = record.text.get(start..start + text.len())? == text;
    let offset = record.span.start as usize;
    is_unchanged.then(|| Span::new(offset + start, offset + start + text.len()))
}
