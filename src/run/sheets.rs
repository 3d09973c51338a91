//! The sheets of results of a run.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::audit::sheet::{MAX_SHEET_BYTES, Sheet};
use crate::finding::{Message, Reason};
use crate::stats::NameAliases;
use crate::text::path_to_text;

/// Reads sheets of results. `open` opens a file.
///
/// # Errors
///
/// Returns an error if a sheet cannot be read, or if its players or results cannot be found.
pub(crate) fn read_sheets<R: Read>(
    paths: &[PathBuf],
    names: &NameAliases,
    mut open: impl FnMut(&Path) -> io::Result<R>,
) -> io::Result<Vec<Sheet>> {
    let read = |path: &PathBuf| {
        let name = path_to_text(path);
        let about_sheet =
            |error: io::Error| Reason::with_subject(&Message::untranslated(name.clone()), &error);
        let mut bytes = Vec::new();
        let file = open(path).map_err(about_sheet)?;
        file.take(MAX_SHEET_BYTES)
            .read_to_end(&mut bytes)
            .map_err(about_sheet)?;
        Sheet::read(&name, bytes, names).map_err(about_sheet)
    };
    paths.iter().map(read).collect()
}
