//! What is wrong with what somebody asked for.

pub use crate::finding::Fault;

use crate::finding::{Message, Span, did_you_mean, say};
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
            say(format!("the columns are {names}"), format!("列は {names}"))
        },
        |meant| did_you_mean(&format!("`{meant}`")),
    );
    let message = say(
        format!("there is no column `{name}`"),
        format!("`{name}` という列はない"),
    );
    fault(span, message, help)
}
