//! Conversions: the output can be read again, and losses are reported.

mod content;
mod corpus;
mod equivalents;
pub mod example;
#[cfg(feature = "cli")]
mod fouls;
mod games;
#[cfg(feature = "cli")]
mod invariants;
mod main_line;
mod properties;
mod texts;

use std::path::{Path, PathBuf};

use crate::support::files::below;

/// Returns the files below a folder that may hold records: all except `.md` and `.tsv` files.
pub fn record_files(folder: &Path) -> Vec<PathBuf> {
    let is_list = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "md" || extension == "tsv")
    };
    let mut files = below(folder);
    files.retain(|path| !is_list(path));
    files
}
