//! Which file is which, whatever path leads to it.

use std::fs;
use std::path::Path;

/// What tells a file from all others: two paths that lead to one file, by links of whatever kind, have one identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Identity(u64, u64);

impl Identity {
    /// That of the file that a path leads to; `None` where there is none.
    #[cfg(unix)]
    pub(crate) fn of(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let data = fs::metadata(path).ok()?;
        Some(Self(data.dev(), data.ino()))
    }

    /// That of the file that standard input comes from; `None` where it comes from a pipe, a terminal or nowhere.
    #[cfg(unix)]
    pub(super) fn of_stdin() -> Option<Self> {
        Self::of_stream(rustix::stdio::stdin())
    }

    /// That of the file that standard output goes to; `None` where it goes to a pipe, a terminal or nowhere.
    #[cfg(unix)]
    pub(super) fn of_stdout() -> Option<Self> {
        Self::of_stream(rustix::stdio::stdout())
    }

    #[cfg(unix)]
    fn of_stream(stream: impl std::os::fd::AsFd) -> Option<Self> {
        let data = rustix::fs::fstat(stream).ok()?;
        let is_file = rustix::fs::FileType::from_raw_mode(data.st_mode).is_file();
        is_file.then_some(Self(data.st_dev, data.st_ino))
    }

    /// That of the file that standard input comes from, which nobody tells here.
    #[cfg(not(unix))]
    pub(super) const fn of_stdin() -> Option<Self> {
        None
    }

    /// That of the file that standard output goes to, which nobody tells here.
    #[cfg(not(unix))]
    pub(super) const fn of_stdout() -> Option<Self> {
        None
    }

    /// That of the file that a path leads to; `None` where there is none. Here it cannot see that two names are hard
    /// links to one file.
    #[cfg(not(unix))]
    pub(crate) fn of(path: &Path) -> Option<Self> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        fs::canonicalize(path).ok()?.hash(&mut hasher);
        Some(Self(0, hasher.finish()))
    }
}
