//! Comments, bookmarks and lines of programs, beside the nodes they speak of.

use std::borrow::Cow;

use crate::finding::Span;
use crate::record::{NodeId, Record, Remark};

/// The remarks of a record by their nodes, those of a node in the order of the record.
pub(crate) struct Remarks<'r, 't> {
    all: &'r [Remark<'t>],
    /// Their places in that order; none where they stand in it.
    order: Option<Vec<u32>>,
}

impl<'r, 't> Remarks<'r, 't> {
    /// The remarks of a record.
    pub(crate) fn of(record: &'r Record<'t>) -> Self {
        let all = &record.remarks[..];
        let order = (!all.is_sorted_by_key(|remark| remark.node)).then(|| {
            let mut order: Vec<_> = (0..all.len() as u32).collect();
            // Stable: the order within a node stays.
            order.sort_by_key(|&at| all[at as usize].node);
            order
        });
        Self { all, order }
    }

    /// The remarks of a node.
    pub(crate) fn at(&self, node: NodeId) -> impl Iterator<Item = &'r Remark<'t>> {
        let all = self.all;
        let order = self.order.as_deref();
        let (start, end) = match order {
            None => (
                all.partition_point(|remark| remark.node < node),
                all.partition_point(|remark| remark.node <= node),
            ),
            Some(order) => (
                order.partition_point(|&at| all[at as usize].node < node),
                order.partition_point(|&at| all[at as usize].node <= node),
            ),
        };
        (start..end).map(move |at| &all[order.map_or(at, |order| order[at] as usize)])
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
