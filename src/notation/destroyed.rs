//! Records most of whose moves or lines are destroyed: one finding, and not one for each.

mod tally;

use super::rules::{self, mostly_unreadable};
use crate::finding::{Finding, Rule, Severity};
use crate::record::{NodeId, Record, Tree};

/// So many at least: where there are but a few, each can be told.
pub(super) const LEAST: usize = 10;

/// What is said of single moves, lines and values that are destroyed or cannot be read.
const OF_DESTROYED: &[&Rule] = &[
    &rules::unreadable_line::RULE,
    &rules::bad_token::RULE,
    &rules::damaged_bytes::RULE,
    &rules::replacement_character::RULE,
    &rules::unknown_terminal::RULE,
    &rules::unreadable_board::RULE,
    &rules::schema_error::RULE,
];

/// What else is said of lines that other lines, or parts of them, are missing from.
const OF_WHAT_IS_LEFT: &[&Rule] = &[
    &rules::ply_gap::RULE,
    &rules::ply_repeat::RULE,
    &rules::doubtful_same::RULE,
    &rules::half_width_colon::RULE,
    &rules::no_moves::RULE,
    &rules::stray_clock::RULE,
    &rules::text_after_move::RULE,
    &rules::unreadable_clock::RULE,
    &rules::unreadable_result::RULE,
    &rules::variation_without_parent::RULE,
];

/// Whether a finding says that something is destroyed. An odd value of JKF that is read all the same is not.
fn is_of_destroyed(finding: &Finding) -> bool {
    let is_read = *finding.rule == rules::schema_error::RULE && finding.severity != Severity::Error;
    OF_DESTROYED.contains(&finding.rule) && !is_read
}

/// Where most of a record is destroyed or cannot be read, one finding stands for all that was said of single places.
pub(super) fn sum_up(record: &mut Record<'_>) {
    if record.findings.len() < LEAST {
        return;
    }
    let Some((count, unit)) = tally::most(record) else {
        return;
    };
    let (findings, unlisted) = std::mem::take(&mut record.findings).into_parts();
    let is_of_places = |it: &Finding| is_of_destroyed(it) || OF_WHAT_IS_LEFT.contains(&it.rule);
    let (of_places, others): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_of_places);
    let first = of_places.iter().filter_map(|finding| finding.span).min();
    let left_out = of_places.len() + unlisted.map_or(0, |(count, _)| count);
    let mut message = mostly_unreadable::most(count.destroyed, count.all, unit, left_out);
    if of_places
        .iter()
        .any(|it| *it.rule == rules::unreadable_board::RULE)
    {
        forget_game(record);
        message = message.followed_by(mostly_unreadable::BOARD_TOO);
    }
    record.report(Finding::new(&mostly_unreadable::RULE, first, message).at_ply(0));
    record.findings.extend(others);
}

/// What is left of a destroyed board is not where the game began, and so its moves mean nothing.
fn forget_game(record: &mut Record<'_>) {
    record.start.is_known = false;
    record.tree = Tree::default();
    let of_remarks = record.remarks.iter_mut().map(|remark| &mut remark.node);
    let of_claims = record.claims.iter_mut().map(|claim| &mut claim.node);
    of_remarks.chain(of_claims).for_each(|node| *node = NodeId::START);
}
