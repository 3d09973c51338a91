//! Where one diagram ends and the next begins.

use super::claims::{is_head, is_row, is_white_hand};
use crate::notation::kakinoki::cut::lines;

/// Length of the first diagram with what belongs to it: up to the line that draws again what stood above the board,
/// White's hand or the file numbers, or to the last blank line before that.
pub(super) fn first_record(text: &str) -> usize {
    let (mut hand, mut head) = (false, false);
    let mut has_rows = false;
    let mut gap = None;
    for (start, line, next) in lines(text) {
        let (is_hand, is_head) = (is_white_hand(line), is_head(line));
        if has_rows && (hand && is_hand || head && is_head) {
            return gap.unwrap_or(start);
        }
        hand |= is_hand;
        head |= is_head;
        if is_row(line) {
            has_rows = true;
        } else if has_rows && line.trim().is_empty() {
            gap = Some(next);
        }
    }
    text.len()
}
