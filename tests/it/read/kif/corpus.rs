//! Records by other programs, where they lie beside the project.

use std::fs;
use std::path::{Path, PathBuf};

/// The directory of shared records, when there is one.
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let path = std::env::var_os("KIFU_SHARED").map_or_else(beside, PathBuf::from);
    let found = path.join("corpus/MANIFEST.tsv").is_file();
    if !found {
        println!("skipped: no records at {}", path.display());
    }
    found.then_some(path)
}

/// The files of these extensions under a directory.
pub fn files(directory: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
            if path.is_dir() {
                directories.push(path);
            } else if extensions.contains(&extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
