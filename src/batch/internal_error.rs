//! What stands for a record over which the tool itself failed.

use crate::finding::{Finding, Span, message};
use crate::referee::rules::internal_error::RULE;

/// The finding that stands for all that could not be found out.
pub fn internal_error(record: Span, what: &str) -> Finding {
    let start = Span {
        start: record.start,
        end: record.start,
    };
    let message = message!(
        "the tool failed over this record: {what}",
        "この棋譜の処理中にツール自体が異常を起こした: {what}",
        what
    );
    Finding::new(&RULE, start, message)
}
