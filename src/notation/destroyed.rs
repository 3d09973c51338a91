//! Records most of whose lines are destroyed: one finding, and not one a line.

use super::rules;
use crate::finding::{Finding, Rule, Span};
use crate::record::Record;

/// So many lines at least: where a record has but a few, each can be told.
const LEAST: usize = 10;

/// What is said of lines in which something is destroyed or cannot be read.
const OF_DESTROYED: &[&Rule] = &[
    &rules::unreadable_line::RULE,
    &rules::bad_token::RULE,
    &rules::damaged_bytes::RULE,
    &rules::replacement_character::RULE,
    &rules::unknown_terminal::RULE,
    &rules::unreadable_board::RULE,
];

/// What else is said of lines that other lines, or parts of them, are missing from.
const OF_WHAT_IS_LEFT: &[&Rule] = &[
    &rules::ply_gap::RULE,
    &rules::ply_repeat::RULE,
    &rules::doubtful_same::RULE,
    &rules::half_width_colon::RULE,
    &rules::stray_clock::RULE,
    &rules::text_after_move::RULE,
    &rules::unreadable_clock::RULE,
    &rules::unreadable_result::RULE,
    &rules::variation_without_parent::RULE,
];

/// Where more than half of the lines of a record are destroyed or cannot be read, one finding stands for all that was
/// said of single lines.
pub(super) fn sum_up(record: &mut Record<'_>) {
    if record.findings.len() < LEAST {
        return;
    }
    let (lines, destroyed) = count(record);
    if destroyed < LEAST || destroyed * 2 <= lines {
        return;
    }
    let (findings, unlisted) = std::mem::take(&mut record.findings).into_parts();
    let is_of_lines = |it: &Finding| OF_DESTROYED.contains(&it.rule) || OF_WHAT_IS_LEFT.contains(&it.rule);
    let (of_lines, others): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_of_lines);
    let first = of_lines.iter().filter_map(|finding| finding.span).min();
    let left_out = of_lines.len() + unlisted.map_or(0, |(count, _)| count);
    let message = rules::mostly_unreadable::lines(destroyed, lines, left_out);
    record.report(Finding::new(&rules::mostly_unreadable::RULE, first, message).at_ply(0));
    record.findings.extend(others);
}

/// How many lines that are not blank a record has, and in how many of them something is destroyed or cannot be read.
/// Of a run of lines that is one finding, a page of prose, one counts.
fn count(record: &Record<'_>) -> (usize, usize) {
    let told = record
        .findings
        .iter()
        .filter(|it| OF_DESTROYED.contains(&it.rule));
    let mut places: Vec<u32> = told.filter_map(|finding| Some(finding.span?.start)).collect();
    places.sort_unstable();
    let mut at = record.span.start as usize;
    let (mut lines, mut destroyed) = (0, 0);
    for line in record.text.split_inclusive(['\n', '\r']) {
        let span = Span::new(at, at + line.len());
        at += line.len();
        if line.trim().is_empty() {
            continue;
        }
        let next = places.partition_point(|&place| place < span.start);
        let is_told = places.get(next).is_some_and(|&place| place < span.end);
        lines += 1;
        destroyed += usize::from(is_told || line.contains('\u{fffd}'));
    }
    (lines, destroyed)
}
