//! What no output takes the place of.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::Path;

use super::identity::Identity;

/// The files that a run reads. None of them is replaced or removed, by whatever name it is met.
#[derive(Clone, Debug)]
pub struct Kept {
    files: HashSet<Identity>,
    /// Whether it is all of them.
    is_all: bool,
}

impl Kept {
    /// What every run keeps: the file that standard input comes from, if it comes from one.
    pub fn begin() -> Self {
        Self {
            files: Identity::of_stdin().into_iter().collect(),
            is_all: true,
        }
    }

    /// Keeps the file that this path leads to.
    pub fn keep(&mut self, path: &Path) {
        self.files.extend(Identity::of(path));
    }

    /// Opens a file to be read, and keeps it.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn open(&mut self, path: &Path) -> io::Result<File> {
        self.keep(path);
        File::open(path)
    }

    /// Notes whether these are all files of the run. Others may be on a list that is still to be read; what is walked
    /// over is not hidden, as unfinished files are, and need not be waited for.
    pub(crate) const fn note_all(&mut self, is_all: bool) {
        self.is_all = is_all;
    }

    /// Whether no file is read that it does not know, and that an unfinished one could be.
    pub(super) const fn is_all(&self) -> bool {
        self.is_all
    }

    /// Whether standard output goes to one of the files.
    pub(super) fn holds_stdout(&self) -> bool {
        Identity::of_stdout().is_some_and(|it| self.files.contains(&it))
    }

    /// Whether this path leads to one of the files.
    pub fn holds(&self, path: &Path) -> bool {
        Identity::of(path).is_some_and(|it| self.files.contains(&it))
    }
}
