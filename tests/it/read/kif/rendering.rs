//! KIF records rendered as short texts.

use kifu::notation::kif;
use kifu::record::Record;

pub use crate::support::rendering::*;

/// Reads a text as KIF and returns the result of `summarize` for each record.
pub fn map_records<T>(text: &str, summarize: impl FnMut(Record<'_>) -> T) -> Vec<T> {
    crate::support::rendering::map_records(&kif::NOTATION, text, summarize)
}

/// Reads a text that holds one record, and returns the result of `summarize` for this record.
pub fn map_record<T>(text: &str, summarize: impl FnMut(Record<'_>) -> T) -> T {
    crate::support::rendering::map_record(&kif::NOTATION, text, summarize)
}

/// Returns the tree and the findings of a text that holds one record.
pub fn tree_and_findings(text: &str) -> (String, String) {
    crate::support::rendering::tree_and_findings(&kif::NOTATION, text)
}
