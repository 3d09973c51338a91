//! KIF records rendered as short texts.

use kifu::notation::kif;
use kifu::record::Record;

pub use crate::support::rendering::*;

/// Reads a text as KIF and maps each record with `look`.
pub fn each<T>(text: &str, look: impl FnMut(Record<'_>) -> T) -> Vec<T> {
    crate::support::rendering::each(&kif::NOTATION, text, look)
}

/// Reads a text that holds one record.
pub fn one<T>(text: &str, look: impl FnMut(Record<'_>) -> T) -> T {
    crate::support::rendering::one(&kif::NOTATION, text, look)
}

/// Returns the tree and the findings of a text that holds one record.
pub fn tree_and_findings(text: &str) -> (String, String) {
    crate::support::rendering::tree_and_findings(&kif::NOTATION, text)
}
