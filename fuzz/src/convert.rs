//! What is written comes back: who won and what is found of the moves stay the same unless a loss is named that tells
//! why, and a second writing is the first.

use kifu::notation;

use super::balance::Balance;
use super::way::{RECORDS, Way};

/// Writes the first records of an input as everything that they can be written as.
///
/// # Panics
///
/// When a conversion says something else than the record, or does not come to rest.
pub fn run(data: &[u8]) {
    let mut way = Way::of(data);
    let text = way.text(data);
    let notation = way.notation(&text);
    let mut balance = Balance::default();
    for record in notation::records(&text, notation).take(RECORDS) {
        balance.record("input", &record);
    }
    balance.assert_even();
}
