//! Records in files below one directory.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::outlet::Undelivered;
use super::place::{Layout, Name};
use super::stream::Between;
use crate::finding::{Message, Reason};
use crate::notation::Form;
use crate::output::{Pending, Store, spelled};

/// A directory as the place of all records.
pub struct Files {
    store: Store,
    /// The directory as it was typed.
    shown: String,
    layout: Layout,
    extension: &'static str,
    /// What stands between the records of one file; nothing where every record has a file of its own.
    between: Between,
    /// The names that inputs have so far, hashed, and how many wanted each.
    names: HashMap<u64, u32>,
    name: Name,
    joined: Joined,
}

/// The file of all records of the input.
enum Joined {
    Empty,
    Open(Pending, PathBuf),
    /// It could not be written.
    Broken,
}

impl Files {
    /// Records in this form, the files of `store` being named by `layout`. With `join`, one file holds all records of
    /// an input.
    pub fn new(store: Store, shown: String, layout: Layout, form: &Form, join: bool) -> Self {
        let between = if join { Between::of(form) } else { Between::Nothing };
        let extension = form.target.extension;
        Self {
            store,
            shown,
            name: layout.name(None, extension),
            layout,
            extension,
            between,
            names: HashMap::new(),
            joined: Joined::Empty,
        }
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// Gives the last files their names, and says how many were written.
    pub(super) fn close(self) -> std::io::Result<usize> {
        self.store.close()
    }

    /// The name of an input decides on the names of its files, whatever becomes of its records.
    pub(super) fn begin(&mut self, input: Option<&Path>) {
        self.joined = Joined::Empty;
        self.name = self.layout.name(input, self.extension);
        loop {
            let wanted = self.names.entry(hash(&self.name.path(None))).or_default();
            *wanted += 1;
            if *wanted == 1 {
                break;
            }
            self.name.lengthen(*wanted);
        }
    }

    pub(super) fn put(&mut self, page: &[u8], number: Option<u32>) -> Result<String, Undelivered> {
        match self.between {
            Between::Nothing => self.single(page, number),
            Between::Bytes(_) => self.joined(page),
        }
    }

    /// A file for one record.
    fn single(&mut self, page: &[u8], number: Option<u32>) -> Result<String, Undelivered> {
        let path = self.free(number);
        let written = self.store.begin(&path).and_then(|mut pending| {
            pending.write_all(page)?;
            self.store.finish(pending)
        });
        written.map_err(|error| self.failed(&path, &error))?;
        Ok(self.shown(&path))
    }

    /// One more record for the file of all. It counts as written; where the file fails in the end, that is told then.
    fn joined(&mut self, page: &[u8]) -> Result<String, Undelivered> {
        let state = std::mem::replace(&mut self.joined, Joined::Broken);
        let (mut pending, path) = match state {
            Joined::Broken => return Err(Undelivered::Again),
            Joined::Open(mut pending, path) => {
                pending
                    .write_all(self.between.bytes())
                    .map_err(|error| self.failed(&path, &error))?;
                (pending, path)
            }
            Joined::Empty => {
                let path = self.free(None);
                let pending = self.store.begin(&path);
                (pending.map_err(|error| self.failed(&path, &error))?, path)
            }
        };
        pending
            .write_all(page)
            .map_err(|error| self.failed(&path, &error))?;
        let shown = self.shown(&path);
        self.joined = Joined::Open(pending, path);
        Ok(shown)
    }

    pub(super) fn end(&mut self) -> Result<(), Undelivered> {
        match std::mem::replace(&mut self.joined, Joined::Empty) {
            Joined::Open(pending, path) => self
                .store
                .finish(pending)
                .map_err(|error| self.failed(&path, &error)),
            Joined::Empty | Joined::Broken => Ok(()),
        }
    }

    /// The path of the next file, by a longer name where this run has written to the shorter.
    fn free(&mut self, number: Option<u32>) -> PathBuf {
        loop {
            let path = self.name.path(number);
            if !self.store.has_written(&self.store.root().join(&path)) {
                return path;
            }
            self.name.lengthen(0);
        }
    }

    fn failed(&self, path: &Path, error: &std::io::Error) -> Undelivered {
        let named = Message::same(self.shown(path)).followed_by(&Message::same(": "));
        Undelivered::Place(named.followed_by(&Reason::of(error)))
    }

    /// The directory as typed, then the part below it with `/` between the names.
    fn shown(&self, path: &Path) -> String {
        let mut shown = self.shown.clone();
        for level in path.components() {
            if !shown.is_empty() && !shown.ends_with(std::path::is_separator) {
                shown.push('/');
            }
            shown.push_str(&spelled(level.as_ref()));
        }
        shown
    }
}

/// A hash that is the same in every run.
fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
