//! Reasons why options cannot be used.

use crate::check::{SettingsError, TomlFileError};
use crate::finding::{InputError, Language, Message, Severity, message};
use crate::report::{Paint, fault};
use crate::text::{decode, path_to_text, printable};

/// A reason why the options of a run cannot be used.
#[derive(Debug)]
pub enum OptionError {
    /// A `kifu.toml`, a profile or a file of openings cannot be read or contains errors.
    File(SettingsError),
    /// The value of an option contains an error.
    Value {
        /// The option, such as `--where`.
        option: &'static str,
        /// The value.
        text: String,
        /// The error, with its place in the value.
        fault: Box<InputError>,
    },
    /// Options conflict, or a file that they refer to cannot be used.
    Message(Message),
}

impl OptionError {
    /// Returns the error for the value of an option.
    pub(crate) fn about(option: &'static str, text: &str, fault: InputError) -> Self {
        Self::Value {
            option,
            text: text.to_owned(),
            fault: Box::new(fault),
        }
    }

    /// Returns the error for a table that does not exist.
    pub(crate) fn no_table(name: &str) -> Self {
        message!("`{name}` is not a table", "`{name}` という表はない").into()
    }

    /// Formats the error for a terminal, with the line that contains the error, and a hint.
    pub(crate) fn render(&self, paint: &Paint, language: Language) -> Vec<u8> {
        match self {
            Self::File(SettingsError { path, why }) => {
                let name = path_to_text(path);
                match why {
                    TomlFileError::Unread(error) => {
                        fault::unreadable_file(&printable(&name), error, paint, language)
                    }
                    TomlFileError::Invalid(text, faults) => {
                        fault::describe(&name, text, faults, paint, language)
                    }
                }
            }
            Self::Value { option, text, fault } => {
                let text = decode(text.as_bytes(), None);
                fault::describe(option, &text, std::slice::from_ref(fault), paint, language)
            }
            Self::Message(message) => {
                let red = paint.severity(Severity::Error);
                let head = Severity::Error.words();
                let head = head.in_language(language);
                let words = message.in_language(language);
                format!("{red}{head}:{red:#} {}\n", printable(&words)).into_bytes()
            }
        }
    }

    /// Returns the error message in English, without colours.
    pub fn words(&self) -> String {
        let words = self.render(&Paint::plain(), Language::English);
        let words = String::from_utf8_lossy(&words);
        words.trim_start_matches("error: ").trim_end().to_owned()
    }
}

impl From<SettingsError> for OptionError {
    fn from(error: SettingsError) -> Self {
        Self::File(error)
    }
}

impl From<Message> for OptionError {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}
