//! What is wrong with what somebody asked for.

pub use crate::finding::Fault;

use crate::finding::{Message, Span, did_you_mean, message};
use crate::text::similar;

/// A fault at its place, with what to do.
pub(super) fn fault(span: Span, message: Message, help: Message) -> Fault {
    Fault {
        span: Some(span),
        message,
        help: Some(help),
    }
}

/// A column that there is not: perhaps a similar one is meant, else all are told.
pub(super) fn no_column<'n>(name: &str, span: Span, names: impl Iterator<Item = &'n str> + Clone) -> Fault {
    let help = similar(name, names.clone()).map_or_else(
        || {
            let names = names.collect::<Vec<_>>().join(", ");
            message!("columns: {names}", "使える列: {names}", names)
        },
        |meant| did_you_mean(&format!("`{meant}`")),
    );
    let message = message!("unknown column `{name}`", "`{name}` という列はない", name);
    fault(span, message, help)
}
