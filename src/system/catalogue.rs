//! The rules that a game has.

use super::board::{Board, Rules};
use crate::finding::Rule;
use crate::referee::rules::{
    clock_cumulative_mismatch as mismatch, end_token_missing, foul_result_without_foul,
    foul_result_wrong_side, foul_unnoticed, not_judged, of_reading, result_overturned,
};

/// The rules of this game, and those about reading.
pub(super) fn rules<B: Board>(of: &Rules<B>) -> Vec<&'static Rule> {
    let Rules {
        start,
        ply,
        word,
        end,
        after_end,
        after_untold_end,
        ..
    } = of;
    let mut rules: Vec<&'static Rule> = Vec::new();
    rules.extend(start.iter().map(|it| it.0));
    rules.extend(ply.iter().map(|it| it.0));
    rules.extend(word.iter().map(|it| it.0));
    rules.extend(end.iter().map(|it| it.0));
    rules.extend([after_end, after_untold_end]);
    rules.dedup();
    rules.extend([
        &foul_result_without_foul::RULE,
        &foul_result_wrong_side::RULE,
        &foul_unnoticed::RULE,
        &result_overturned::RULE,
        &end_token_missing::RULE,
        &mismatch::RULE,
        &not_judged::RULE,
    ]);
    rules.extend(of_reading());
    // One that is asked of several things is one.
    let mut each: Vec<&'static Rule> = Vec::new();
    for rule in rules {
        if !each.contains(&rule) {
            each.push(rule);
        }
    }
    each
}
