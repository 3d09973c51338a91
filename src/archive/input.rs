//! What is read: a file or standard input, under the name that the user knows it by.

use std::io;
use std::path::{Path, PathBuf};

/// How standard input is named, on the command line and in the output.
pub const STDIN: &str = "-";

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path as the user typed it, with the part below it where a directory was walked.
    pub shown: String,
    /// Where the bytes are.
    pub source: Source,
    /// Length in bytes; unknown for pipes and the like.
    pub size: Option<u64>,
}

/// Where the bytes of an input are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file or a named pipe.
    File(PathBuf),
}

impl Input {
    /// Standard input.
    pub fn stdin() -> Self {
        Self {
            shown: STDIN.to_owned(),
            source: Source::Stdin,
            size: None,
        }
    }

    /// The extension of its name, which helps where its content leaves a doubt.
    pub fn extension(&self) -> Option<&str> {
        match &self.source {
            Source::Stdin => None,
            Source::File(path) => path.extension()?.to_str(),
        }
    }
}

/// A path that could not be read, and why.
#[derive(Debug)]
pub struct Failure {
    /// The path as the user knows it.
    pub shown: String,
    /// What the system said.
    pub error: io::Error,
}

/// What the search for inputs comes upon.
#[derive(Debug)]
pub enum Found {
    /// Something to read.
    Input(Input),
    /// A file of a directory that is none of ours.
    Skipped(String),
    /// Something that should have been read and cannot be.
    Failed(Failure),
}

impl Found {
    pub(super) fn failed(path: &Path, error: io::Error) -> Self {
        Self::Failed(Failure {
            shown: shown(path),
            error,
        })
    }
}

/// A path as it is printed: names that are not Unicode lose what cannot be shown.
pub(super) fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
