//! What takes converted records in, in their order.

use std::io;
use std::path::Path;

use super::delivered::{Delivered, Undelivered};
use super::files::Files;
use super::stream::Stream;

/// Where converted records go.
pub(crate) enum Sink {
    /// One after the other.
    Stream(Stream),
    /// Into files.
    Files(Box<Files>),
}

impl Sink {
    /// Begins with the records of another input; `None` is standard input.
    pub(crate) fn begin(&mut self, input: Option<&Path>) {
        match self {
            Self::Stream(_) => {}
            Self::Files(files) => files.begin(input),
        }
    }

    /// Takes a record, by its number where its input has several. The name of the file that it goes to, if it is one.
    ///
    /// # Errors
    ///
    /// When it was not taken.
    pub(crate) fn put(&mut self, page: &[u8], number: Option<u32>) -> Result<Option<String>, Undelivered> {
        match self {
            Self::Stream(stream) => stream.put(page).map(|()| None),
            Self::Files(files) => files.put(page, number).map(Some),
        }
    }

    /// Ends with the records of an input.
    ///
    /// # Errors
    ///
    /// When the file of all its records cannot be written.
    pub(crate) fn end(&mut self) -> Result<(), Undelivered> {
        match self {
            Self::Stream(_) => Ok(()),
            Self::Files(files) => files.end(),
        }
    }

    /// Whether this file was written by this run: one that is read while it is walked over is not an input.
    pub(crate) fn has_written(&self, file: &Path) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Files(files) => files.store().has_written(file),
        }
    }

    /// Writes what still waits, and says what became of all.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn close(self) -> io::Result<Delivered> {
        match self {
            Self::Stream(stream) => stream.close(),
            Self::Files(files) => files.close(),
        }
    }
}
