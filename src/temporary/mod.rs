//! Temporary files, which have no name and are gone when they are closed, however the program ends.

use std::fs::File;
use std::{env, io};

use crate::finding::{Reason, message};
use crate::text::spelled;

/// A new one, for writing and reading.
///
/// # Errors
///
/// When there can be none.
pub(crate) fn temporary() -> io::Result<File> {
    tempfile::tempfile().map_err(|error| about_folder(&error))
}

/// The same error, saying where there was no room: nobody has named the folder of these files.
pub(crate) fn about_folder(error: &io::Error) -> io::Error {
    let folder = env::temp_dir();
    let folder = spelled(&folder);
    let name = message!(
        "the folder of temporary files, {folder} (set TMPDIR to name another)",
        "一時ファイルのフォルダ {folder}（TMPDIRで別の場所を指定できる）",
    );
    Reason::about(&name, error)
}
