//! What is written comes back: who won and what is found of the moves stay the same unless a loss is named that tells
//! why, and a second writing is the first.

use kifu::notation::{self, Loss, Writer};
use kifu::played::Played;
use kifu::record::{NodeId, Record, Step};
use kifu::text;

use super::balance::Balance;
use super::way::RECORDS;

/// Writes the first records of an input as everything that they can be written as.
///
/// # Panics
///
/// When a conversion says something else than the record, or does not come to rest.
pub fn run(data: &[u8]) {
    let text = text::decode(data, None);
    let notation = notation::detect(&text, None);
    let mut balance = Balance::default();
    for record in notation::records(&text, notation).take(RECORDS) {
        if !is_destroyed(&record) && !has_ends_side_by_side(&record) {
            balance.record("input", &record);
        }
    }
    balance.assert_even();
}

/// Whether a game ends in two ways at one place. Readers join ends with one word, and for words that nobody knows JKF has
/// one only: they become one end, with the remarks of both.
fn has_ends_side_by_side(record: &Record<'_>) -> bool {
    let tree = &record.tree;
    let is_end = |&id: &NodeId| matches!(tree.node(id).step, Step::End(_));
    tree.ids().any(|id| tree.children(id).filter(is_end).count() > 1)
}

/// Whether parts of a record cannot be read: what its reader makes of the rest is a guess, and the file that is written
/// gives no occasion for it.
fn is_destroyed(record: &Record<'_>) -> bool {
    let played = Played::new(record);
    let mut pages = notation::targets().filter_map(|target| Writer::new(target).write(&played).ok());
    pages.any(|page| page.losses.iter().any(|lost| lost.loss == Loss::Unread))
}
