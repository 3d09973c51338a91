//! What is wrong with a file of openings.

use std::error::Error;
use std::fmt;

use crate::finding::Span;

/// What is wrong with a file of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError {
    /// Where, in the text of the file.
    pub span: Span,
    /// The line where that is, counted from 1.
    pub line: usize,
    /// What, in English words.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; {}", self.line, self.message, self.help)
    }
}

impl Error for BookError {}
