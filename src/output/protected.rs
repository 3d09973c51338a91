//! The files that no output may replace, and the identity of files, independent of the path.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The files that a run reads. No output may replace them, whatever path leads to them.
#[derive(Clone, Debug)]
pub(crate) struct ProtectedFiles(HashSet<FileId>);

impl ProtectedFiles {
    /// Begins the set with the file that standard input is redirected from, if there is one.
    pub(crate) fn begin() -> Self {
        Self(FileId::of_stdin().into_iter().collect())
    }

    /// Adds the file that this path leads to, if there is one.
    pub(crate) fn protect(&mut self, path: &Path) {
        self.0.extend(FileId::from_path(path));
    }

    /// Opens a file for reading, and adds it to the set.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub(crate) fn open(&mut self, path: &Path) -> io::Result<File> {
        self.protect(path);
        File::open(path)
    }

    /// Returns whether standard output goes to one of the files.
    pub(super) fn holds_stdout(&self) -> bool {
        FileId::of_stdout().is_some_and(|file| self.0.contains(&file))
    }

    /// Returns whether this path leads to one of the files.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        FileId::from_path(path).is_some_and(|file_id| self.0.contains(&file_id))
    }
}

/// The identity of a file: the device and inode numbers on Unix, a hash of the resolved path on all other systems.
///
/// Two paths that lead to one file through symbolic links have the same identity. On Unix, this also applies to hard
/// links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileId(u64, u64);

impl FileId {
    /// Returns the identity of the file that a path leads to, or `None` if there is no file.
    #[cfg(unix)]
    pub(crate) fn from_path(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let data = fs::metadata(path).ok()?;
        Some(Self(data.dev(), data.ino()))
    }

    /// Returns the identity of the file that a path leads to, or `None` if there is no file.
    ///
    /// Two hard links to one file have different identities.
    #[cfg(not(unix))]
    pub(crate) fn from_path(path: &Path) -> Option<Self> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        canonicalize(path).ok()?.hash(&mut hasher);
        Some(Self(0, hasher.finish()))
    }

    /// Returns the identity of the file behind standard input, or `None` if it is not a regular file.
    fn of_stdin() -> Option<Self> {
        Self::of_stream(io::stdin())
    }

    /// Returns the identity of the file behind standard output, or `None` if it is not a regular file.
    pub(super) fn of_stdout() -> Option<Self> {
        Self::of_stream(io::stdout())
    }

    #[cfg(unix)]
    fn of_stream(stream: impl std::os::fd::AsFd) -> Option<Self> {
        let data = rustix::fs::fstat(stream).ok()?;
        let is_file = rustix::fs::FileType::from_raw_mode(data.st_mode).is_file();
        is_file.then_some(Self(data.st_dev, data.st_ino))
    }

    /// Returns `None`, because only Unix gives access to the file behind a stream.
    #[cfg(not(unix))]
    fn of_stream<S>(_: S) -> Option<Self> {
        None
    }
}

/// Returns the path of a file or folder with all links resolved.
///
/// # Errors
///
/// Returns an error if the path cannot be resolved, for example because the file does not exist.
pub(super) fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    let resolved = fs::canonicalize(path);
    // On Windows, paths on some disks cannot be resolved, for example on RAM disks and network drives. For an existing
    // file, the absolute path is used.
    if cfg!(windows) && resolved.is_err() && fs::metadata(path).is_ok() {
        return std::path::absolute(path);
    }
    resolved
}
