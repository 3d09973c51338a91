//! Errors in texts that a user wrote for this program: rules of an event, settings, expressions.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Message, Span, bilingual, message};

/// An error in a text that a user wrote for this program, such as the rules of an event or an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The span of the error in the text; `None` if the error is about the text as a whole.
    pub span: Option<Span>,
    /// The error in words.
    pub message: Message,
    /// Advice on correcting the error; `None` if the program has no advice.
    pub help: Option<Message>,
}

/// Formats the error and the advice in English, because no language is selected here.
impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message.english())?;
        match &self.help {
            Some(help) => write!(f, "; {}", help.english()),
            None => Ok(()),
        }
    }
}

impl Error for InputError {}

/// Returns the question "did you mean …?". `name` includes its quotation marks.
pub(crate) fn did_you_mean(name: &str) -> Message {
    message!("did you mean {name}?", "{name} の誤りではないか")
}

// TOML files.

/// A value and its span.
pub(crate) type Item<'t> = Spanned<DeValue<'t>>;

/// A key and its span.
type Key<'t> = Spanned<Cow<'t, str>>;

/// Returns the span of a key or a value.
pub(crate) fn span_of<T>(spanned: &Spanned<T>) -> Span {
    let span = spanned.span();
    Span::new(span.start, span.end)
}

/// Returns the entries of a table in the order of the text.
pub(crate) fn entries_in_order<'i, 't>(table: &'i DeTable<'t>) -> Vec<(&'i Key<'t>, &'i Item<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// Number of errors after which a text is not read further. The suggestions of many errors would take long.
const MAX_ERRORS: usize = 20;

/// The errors found in a text so far.
#[derive(Default)]
pub(crate) struct InputErrors(Vec<InputError>);

impl InputErrors {
    /// Returns whether the number of errors has reached the limit, so that the text is not read further.
    pub(crate) fn is_full(&self) -> bool {
        self.0.len() >= MAX_ERRORS
    }

    pub(crate) fn add(&mut self, span: Span, message: Message, help: impl Into<Option<Message>>) {
        self.add_at(span, InputError::new(message, help));
    }

    /// Adds an error at this span, which replaces the span of the error.
    pub(crate) fn add_at(&mut self, span: Span, error: InputError) {
        let span = Some(span);
        self.0.push(InputError { span, ..error });
    }

    /// Returns `value` if there are no errors, else all errors in the order of the text.
    pub(crate) fn into_result<T>(mut self, value: T) -> Result<T, Vec<InputError>> {
        if self.0.is_empty() {
            return Ok(value);
        }
        self.0.sort_by_key(|error| error.span);
        Err(self.0)
    }
}

impl InputError {
    /// Creates an error about a text as a whole, with optional advice.
    pub(crate) fn new(message: Message, help: impl Into<Option<Message>>) -> Self {
        Self {
            span: None,
            message,
            help: help.into(),
        }
    }

    /// Converts an error of the TOML parser. Its Japanese message distinguishes only duplicate keys from other errors.
    pub(crate) fn from_toml_error(error: &toml::de::Error) -> Self {
        let japanese = match error.message() {
            "duplicate key" => "同じキーが2回書かれている",
            _ => "TOMLとして読めない。引用符、括弧、「=」を確かめる",
        };
        Self {
            span: error.span().map(|span| Span::new(span.start, span.end)),
            message: bilingual(format!("not TOML: {}", error.message()), japanese),
            help: None,
        }
    }
}
