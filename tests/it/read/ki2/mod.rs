//! The KI2 reader, spelling by spelling: small texts and what is to be read from them.

mod corpus;
mod detection;
mod moves;
mod properties;
mod records;
mod results;
mod variations;

use crate::support::look;
use kifu::notation::ki2;
use kifu::record::Record;

/// Reads a text as KI2 and shows every record to `show`.
fn each<T>(text: &str, show: impl FnMut(Record<'_>) -> T) -> Vec<T> {
    look::each(&ki2::NOTATION, text, show)
}

/// Reads a text that holds one record.
fn one<T>(text: &str, show: impl FnMut(Record<'_>) -> T) -> T {
    look::one(&ki2::NOTATION, text, show)
}

/// The tree of a text that holds one record, and what is said about it.
fn seen(text: &str) -> (String, String) {
    look::seen(&ki2::NOTATION, text)
}
