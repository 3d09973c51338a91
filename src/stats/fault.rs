//! What is wrong with what somebody asked for.

pub use crate::finding::Fault;

use crate::finding::{Message, Span};
use crate::text::similar;

/// A fault at its place, with what to do.
pub(super) fn fault(span: Span, message: String, help: impl Into<String>) -> Fault {
    Fault {
        span: Some(span),
        message: Message::same(message),
        help: Some(Message::same(help.into())),
    }
}

/// A column that there is not: perhaps a similar one is meant, else all are told.
pub(super) fn no_column<'n>(name: &str, span: Span, names: impl Iterator<Item = &'n str> + Clone) -> Fault {
    let help = similar(name, names.clone()).map_or_else(
        || format!("the columns are {}", names.collect::<Vec<_>>().join(", ")),
        |meant| format!("did you mean `{meant}`?"),
    );
    fault(span, format!("there is no column `{name}`"), help)
}
