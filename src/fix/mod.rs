//! Fixes of findings: edits of the text after which a finding is gone.
//!
//! A [cause] is a slip in a move or in the start, found by playing the line with a single change. Its fix is unsafe, because
//! only the score sheet shows the move that was made. A [safe] fix has only one reading, for example the sign of the side that
//! moves, or a running total.

pub(crate) use cause::{broken_lines, explain};
#[cfg(feature = "application")]
pub(crate) use draft::edited;
#[cfg(feature = "application")]
pub(crate) use layout::{NumberedLine, NumberedLines, columns, edit_in_columns};
pub(crate) use misheard::add_misheard;
pub(crate) use safe::{Soundness, add_safe_fixes, has_undecodable_bytes, safe_fix};

use crate::finding::{Applicability, Class, Group, Rule};
use crate::referee::{RULES, rules};

mod cause;
mod consequences;
mod diagram;
mod draft;
mod edit;
mod layout;
mod line;
mod misheard;
mod safe;
mod search;
mod slip;
mod words;

/// Returns the fixes that findings of a rule can have.
pub(crate) fn fixes_of(rule: &Rule) -> Vec<Applicability> {
    let safe = safe_fix(rule).map(|_| Applicability::Safe);
    let is_unsafe = can_have_cause(rule).then_some(Applicability::Unsafe);
    safe.into_iter().chain(is_unsafe).collect()
}

/// Returns whether findings of a rule can have a cause: those on moves of shogi, and those about text instead of a move.
fn can_have_cause(rule: &Rule) -> bool {
    let is_on_move = rule.group == Group::Fouls && matches!(rule.class, Class::RecordError | Class::Foul);
    let of_text = [
        &rules::reading::BAD_TOKEN,
        &rules::reading::DOUBTFUL_SAME,
        &rules::reading::UNREADABLE_LINE,
        &rules::reading::PLY_GAP,
        &rules::written::AMBIGUOUS_MOVE,
        &rules::results::RESULT_LINE_MISMATCH,
    ];
    is_on_move && RULES.iter().any(|other| other.name == rule.name)
        || of_text.iter().any(|other| other.name == rule.name)
}
