//! An index of positions: a file that lists the records in which each position occurs.
//!
//! [`IndexedInputs`] are the options of an index ([`options`]). [`IndexBuilder`] collects the positions of the records and
//! writes the file ([`builder`]). [`PositionIndex`] reads the file, whose format [`file`] describes. [`search_index`] finds
//! the records with a position ([`search`]).

use std::io;
use std::path::Path;

pub(crate) use builder::{IndexBuilder, Indexed, Indexing};
pub(crate) use file::{PositionIndex, damaged_message, is_index, may_replace};
pub(crate) use options::{IndexedInputs, input_files, unindexable};
pub(crate) use search::{changed, missing_files_error, search_index};

use crate::finding::{Message, Reason};
use crate::output::ProtectedFiles;
use crate::text::path_to_text;

mod builder;
mod file;
mod options;
mod search;

/// Opens the index in a file.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or is not an index of this version.
pub(crate) fn open(path: &Path) -> io::Result<PositionIndex> {
    let index = ProtectedFiles::begin().open(path).and_then(PositionIndex::open);
    index.map_err(|error| about(path, &error))
}

/// Adds the path of the file to an error.
pub(crate) fn about(path: &Path, error: &io::Error) -> io::Error {
    Reason::with_subject(&Message::untranslated(path_to_text(path)), error)
}
