//! Whether something is done: always, never, or as the streams are.

use anstream::ColorChoice;
use clap::ValueEnum;

use crate::output::{colours_of_stderr, colours_of_stdout};

/// `auto`, `always` or `never`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum WhenArg {
    Auto,
    Always,
    Never,
}

impl WhenArg {
    /// Whether standard output is coloured.
    pub(super) fn on_stdout(self) -> ColorChoice {
        match self {
            Self::Auto => colours_of_stdout(),
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
    }

    /// Whether standard error is coloured.
    pub(super) fn on_stderr(self) -> ColorChoice {
        match self {
            Self::Auto => colours_of_stderr(),
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
    }
}
