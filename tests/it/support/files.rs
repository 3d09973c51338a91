//! Files below a folder, and the optional folder with records of other programs.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns a folder of `../shared` (or `$KIFU_SHARED`). If the folder does not exist, prints a message and returns
/// `None`. The folder is not part of the project, so tests that need it are skipped.
pub fn shared_folder(name: &str) -> Option<PathBuf> {
    let default_path = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let shared = std::env::var_os("KIFU_SHARED").map_or_else(default_path, PathBuf::from);
    let folder = shared.join(name);
    if !folder.is_dir() {
        println!("skipped: {} does not exist", folder.display());
    }
    Some(folder).filter(|folder| folder.is_dir())
}

/// Returns all files below a folder, sorted by path.
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder can be read") {
            let path = entry.expect("a folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns the files below a folder with one of these extensions.
pub fn with_extensions(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut files = below(folder);
    files.retain(|path| {
        let extension = path.extension().and_then(|it| it.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
    });
    files
}
