//! The reasons why a command stops before its work is done.

use std::io;

use super::{Status, WhenArg, console, usage};
use crate::finding::{Language, Message};
use crate::run::OptionError;

/// The reason why a command stops before its work is done.
pub(super) enum Stop {
    /// The options cannot be used together, or not with these inputs.
    Usage(Message),
    /// The value of an option, or a file that an option names, contains an error.
    Option(OptionError),
    /// An input or output failed.
    Failed(io::Error),
}

impl Stop {
    /// Returns the error if the options cannot be used together.
    ///
    /// # Errors
    ///
    /// Returns the error that is given.
    pub(super) fn if_some(usage_error: Option<Message>) -> Result<(), Self> {
        usage_error.map_or(Ok(()), |message| Err(Self::Usage(message)))
    }

    /// Prints the reason to standard error, and returns the status of the command. A closed pipe is not an error, so nothing is
    /// printed.
    pub(super) fn print(self, command: &str, color: WhenArg, language: Language) -> Status {
        let error = match self {
            Self::Usage(message) => match usage::print_usage_error(command, &message, language) {
                Ok(()) => return Status::Failed,
                Err(error) => error,
            },
            Self::Option(error) => {
                console::print_option_error(&error, color, language);
                return Status::Failed;
            }
            Self::Failed(error) => error,
        };
        // The reader of the output needs no more data, as in `kifu validate games | head`.
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Status::Clean;
        }
        console::error(&error, language);
        Status::Failed
    }
}

impl From<OptionError> for Stop {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}
