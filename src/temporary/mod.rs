//! Temporary files without a name, which the system deletes when they are closed, however the program ends.

use std::fs::File;
use std::{env, io};

use crate::finding::{Reason, message};
use crate::text::path_to_text;

/// Creates a temporary file for reading and writing.
///
/// # Errors
///
/// Returns an error if the file cannot be created.
pub(crate) fn temp_file() -> io::Result<File> {
    tempfile::tempfile().map_err(|error| with_temp_dir(&error))
}

/// Returns `error` with the folder of temporary files in its message. The user never typed this folder.
pub(crate) fn with_temp_dir(error: &io::Error) -> io::Error {
    let folder = env::temp_dir();
    let folder = path_to_text(&folder);
    let name = message!(
        "the folder of temporary files, {folder} (set TMPDIR to name another)",
        "一時ファイルのフォルダ {folder}（TMPDIRで別の場所を指定できる）",
    );
    Reason::with_subject(&name, error)
}
