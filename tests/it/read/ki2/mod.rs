//! The KI2 reader, spelling by spelling: small texts and what is to be read from them.

mod corpus;
mod detection;
mod moves;
mod properties;
mod records;
mod results;
mod variations;

use crate::support::rendering;
use kifu::notation::ki2;
use kifu::record::Record;

/// Reads a text as KI2 and shows every record to `show`.
fn each<T>(text: &str, show: impl FnMut(Record<'_>) -> T) -> Vec<T> {
    rendering::each(&ki2::NOTATION, text, show)
}

/// Reads a text that holds one record.
fn one<T>(text: &str, show: impl FnMut(Record<'_>) -> T) -> T {
    rendering::one(&ki2::NOTATION, text, show)
}

/// The tree of a text that holds one record, and what is said about it.
fn seen(text: &str) -> (String, String) {
    rendering::seen(&ki2::NOTATION, text)
}
