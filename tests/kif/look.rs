//! KIF records as short texts.

use kifu::notation::kif;
use kifu::record::Record;

pub use super::super::look::*;

/// Reads a text as KIF and shows every record to `look`.
pub fn each<T>(text: &str, look: impl FnMut(Record<'_>) -> T) -> Vec<T> {
    super::super::look::each(&kif::NOTATION, text, look)
}

/// Reads a text that holds one record.
pub fn one<T>(text: &str, look: impl FnMut(Record<'_>) -> T) -> T {
    super::super::look::one(&kif::NOTATION, text, look)
}
