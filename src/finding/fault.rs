//! What is wrong with something that a user wrote for this program.

use std::error::Error;
use std::fmt;

use super::{Message, Span, message};

/// What is wrong with something that a user wrote for this program: rules of an event, an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, in the text.
    pub span: Option<Span>,
    /// What, in words.
    pub message: Message,
    /// What may help.
    pub help: Option<Message>,
}

/// In English, as everywhere where nobody chooses a language.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message.english())?;
        match &self.help {
            Some(help) => write!(f, "; {}", help.english()),
            None => Ok(()),
        }
    }
}

impl Error for Fault {}

/// The question whether this is what was meant, the name with its marks.
pub(crate) fn did_you_mean(name: &str) -> Message {
    message!("did you mean {name}?", "{name} の誤りではないか", name)
}
