//! Conversions are read back: the winner and the findings on moves stay the same unless a reported loss explains the
//! difference. A second conversion equals the first.

use kifu::notation::{self, Loss, Writer};
use kifu::played::Played;
use kifu::record::{NodeId, Record, Step};
use kifu::text;

use super::choices::MAX_RECORDS;
use super::conversion_check::ConversionCheck;

/// Writes the first records of an input in every possible format. Records with unreadable text, or with two ends after
/// one position, are skipped.
///
/// # Panics
///
/// If a conversion changes the results of the record, or if a second conversion differs.
pub fn run(data: &[u8]) {
    let text = text::decode(data, None);
    let notation = notation::detect(&text, None);
    let mut conversion_check = ConversionCheck::default();
    for record in notation::records(&text, notation).take(MAX_RECORDS) {
        if !is_destroyed(&record) && !has_ends_side_by_side(&record) {
            conversion_check.record("input", &record);
        }
    }
    conversion_check.assert_no_violations();
}

/// Returns `true` if a position of a game is followed by two ends.
///
/// JKF has one word for all unknown ends, and readers merge ends with equal words. So two ends may become one, with the
/// comments of both.
fn has_ends_side_by_side(record: &Record<'_>) -> bool {
    let tree = &record.tree;
    let is_end = |&id: &NodeId| matches!(tree.node(id).step, Step::End(_));
    tree.ids().any(|id| tree.children(id).filter(is_end).count() > 1)
}

/// Returns `true` if a conversion would lose unreadable text of a record.
///
/// After unreadable text, the reader guesses how the record continues. The converted file does not contain this text, so
/// the reader may interpret the file differently.
fn is_destroyed(record: &Record<'_>) -> bool {
    let played = Played::new(record);
    let mut pages = notation::targets().filter_map(|target| Writer::new(target).write(&played).ok());
    pages.any(|page| page.losses.iter().any(|lost| lost.loss == Loss::Unread))
}
