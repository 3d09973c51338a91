//! Comments, bookmarks and lines of programs, beside the nodes they speak of.

use std::borrow::Cow;

use crate::finding::Span;
use crate::record::{NodeId, Record, Remark};

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
}

/// Where the remarks of a record stand in the file, in the order of the text; those whose text is another there have no
/// place.
pub(super) fn places(record: &Record<'_>) -> Vec<Span> {
    let place = |remark: &Remark<'_>| {
        let Cow::Borrowed(text) = remark.text else {
            return None;
        };
        let start = (text.as_ptr() as usize).checked_sub(record.text.as_ptr() as usize)?;
        Some(Span::new(start, start + text.len()).shifted(record.span.start as usize))
    };
    let mut places: Vec<_> = record.remarks.iter().filter_map(place).collect();
    places.sort_unstable();
    places
}
