//! The KI2 reader: small texts, each with its expected reading.

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

/// Reads a text as KI2 and maps each record with `show`.
fn each<T>(text: &str, show: impl FnMut(Record<'_>) -> T) -> Vec<T> {
    rendering::each(&ki2::NOTATION, text, show)
}

/// Reads a text that holds one record.
fn one<T>(text: &str, show: impl FnMut(Record<'_>) -> T) -> T {
    rendering::one(&ki2::NOTATION, text, show)
}

/// Returns the tree and the findings of a text that holds one record.
fn tree_and_findings(text: &str) -> (String, String) {
    rendering::tree_and_findings(&ki2::NOTATION, text)
}
