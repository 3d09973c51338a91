//! What became of the records that were handed over.

use std::io;

use crate::finding::Message;

/// Why a record was not taken.
#[derive(Debug)]
pub(crate) enum Undelivered {
    /// The output as a whole is broken.
    Output(io::Error),
    /// This place cannot be written, for this reason in words.
    Place(Message),
    /// For a reason that was told when an earlier record met it.
    Again,
}

/// What became of all records that were delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Delivered {
    /// How many files were written.
    pub files: u64,
    /// How many records were not, be it that this was told when they were put, or later, as their file failed.
    pub unwritten: u64,
}

impl From<io::Error> for Undelivered {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
