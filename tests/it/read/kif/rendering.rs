//! KIF records as short texts.

use kifu::notation::kif;
use kifu::record::Record;

pub use crate::support::rendering::*;

/// Reads a text as KIF and shows every record to `look`.
pub fn each<T>(text: &str, look: impl FnMut(Record<'_>) -> T) -> Vec<T> {
    crate::support::rendering::each(&kif::NOTATION, text, look)
}

/// Reads a text that holds one record.
pub fn one<T>(text: &str, look: impl FnMut(Record<'_>) -> T) -> T {
    crate::support::rendering::one(&kif::NOTATION, text, look)
}

/// The tree of a text that holds one record, and what is said about it.
pub fn seen(text: &str) -> (String, String) {
    crate::support::rendering::seen(&kif::NOTATION, text)
}
