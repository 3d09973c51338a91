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
        /// The value as given.
        text: String,
        /// The error, with its place in the value.
        fault: Box<InputError>,
    },
    /// Options conflict, a table does not exist, or a file that an option refers to cannot be used.
    Message(Message),
}

impl OptionError {
    /// Creates the error for a wrong value of an option.
    pub(crate) fn about(option: &'static str, text: &str, fault: InputError) -> Self {
        Self::Value {
            option,
            text: text.to_owned(),
            fault: Box::new(fault),
        }
    }

    /// Creates the error for a table that does not exist.
    pub(crate) fn no_table(name: &str) -> Self {
        message!("`{name}` is not a table", "`{name}` という表はない").into()
    }

    /// Formats the error for a terminal. An error in a file or value is shown with its line and, if there is one, a hint.
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
                let label = Severity::Error.words();
                let label = label.in_language(language);
                let text = message.in_language(language);
                format!("{red}{label}:{red:#} {}\n", printable(&text)).into_bytes()
            }
        }
    }

    /// Returns the error message in English, without colours and without the prefix `error: `.
    pub fn words(&self) -> String {
        let text = self.render(&Paint::plain(), Language::English);
        let text = String::from_utf8_lossy(&text);
        text.trim_start_matches("error: ").trim_end().to_owned()
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
