//! KIF records as short texts.

use kifu::notation::kif;
use kifu::record::Record;

pub use crate::support::look::*;

/// Reads a text as KIF and shows every record to `look`.
pub fn each<T>(text: &str, look: impl FnMut(Record<'_>) -> T) -> Vec<T> {
    crate::support::look::each(&kif::NOTATION, text, look)
}

/// Reads a text that holds one record.
pub fn one<T>(text: &str, look: impl FnMut(Record<'_>) -> T) -> T {
    crate::support::look::one(&kif::NOTATION, text, look)
}

/// The tree of a text that holds one record, and what is said about it.
pub fn seen(text: &str) -> (String, String) {
    crate::support::look::seen(&kif::NOTATION, text)
}
