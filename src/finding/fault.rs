//! What is wrong with something that a user wrote for this program: rules of an event, settings, an expression.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Message, Span, message, say};

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
    message!("did you mean {name}?", "{name} の誤りではないか")
}

// Files of TOML.

/// A value and its place.
pub(crate) type Item<'t> = Spanned<DeValue<'t>>;

/// A key and its place.
type Key<'t> = Spanned<Cow<'t, str>>;

/// The place of a key or a value.
pub(crate) fn span_of<T>(of: &Spanned<T>) -> Span {
    let span = of.span();
    Span::new(span.start, span.end)
}

/// The entries of a table in the order of the text.
pub(crate) fn entries_in_order<'i, 't>(table: &'i DeTable<'t>) -> Vec<(&'i Key<'t>, &'i Item<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// What is wrong with a file.
#[derive(Default)]
pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    pub(crate) fn add(&mut self, span: Span, message: Message, help: impl Into<Option<Message>>) {
        self.add_at(span, Fault::new(message, help));
    }

    /// What is wrong with the text at a place.
    pub(crate) fn add_at(&mut self, span: Span, fault: Fault) {
        let span = Some(span);
        self.0.push(Fault { span, ..fault });
    }

    /// What was read if nothing is wrong, else all that is, in the order of the text.
    pub(crate) fn or<T>(mut self, read: T) -> Result<T, Vec<Fault>> {
        if self.0.is_empty() {
            return Ok(read);
        }
        self.0.sort_by_key(|fault| fault.span);
        Err(self.0)
    }
}

impl Fault {
    /// What is wrong with a text as a whole, and what may help.
    pub(crate) fn new(message: Message, help: impl Into<Option<Message>>) -> Self {
        Self {
            span: None,
            message,
            help: help.into(),
        }
    }

    /// The reason why TOML cannot be read.
    pub(crate) fn of_toml(error: &toml::de::Error) -> Self {
        let japanese = match error.message() {
            "duplicate key" => "同じキーが2回書かれている",
            _ => "TOMLとして読めない。引用符、括弧、「=」を確かめる",
        };
        Self {
            span: error.span().map(|it| Span::new(it.start, it.end)),
            message: say(format!("not TOML: {}", error.message()), japanese),
            help: None,
        }
    }
}
