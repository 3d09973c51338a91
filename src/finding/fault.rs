//! What is wrong with something that a user wrote for this program.

use super::Span;

/// What is wrong with something that a user wrote for this program: rules of an event, an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, in the text.
    pub span: Option<Span>,
    /// What, in English words.
    pub message: String,
    /// What may help.
    pub help: Option<String>,
}
