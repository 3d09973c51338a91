//! The KI2 reader: small texts, each with its expected reading, real records, and any text.

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

/// Reads a text as KI2 and returns the result of `summarize` for each record.
fn map_records<T>(text: &str, summarize: impl FnMut(Record<'_>) -> T) -> Vec<T> {
    rendering::map_records(&ki2::NOTATION, text, summarize)
}

/// Reads a text that holds one record, and returns the result of `summarize` for this record.
fn map_record<T>(text: &str, summarize: impl FnMut(Record<'_>) -> T) -> T {
    rendering::map_record(&ki2::NOTATION, text, summarize)
}

/// Returns the tree and the findings of a text that holds one record.
fn tree_and_findings(text: &str) -> (String, String) {
    rendering::tree_and_findings(&ki2::NOTATION, text)
}
