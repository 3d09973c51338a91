//! Records in files below one directory.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::place::{Layout, Name};
use crate::finding::{Message, Reason, both};
use crate::notation::{Join, Newline, Writer};
use crate::output::{Pending, Store, Target};
use crate::text::spelled;

/// A directory as the place of all records.
pub(crate) struct Files {
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
    /// Records that got no place in a finished file.
    unwritten: u64,
}

/// The file of all records of the input.
enum Joined {
    Empty,
    Open(Open),
    /// It could not be written.
    Broken,
}

/// A file that takes records.
struct Open {
    pending: Pending,
    path: PathBuf,
    /// How many are in it.
    records: u64,
}

impl Files {
    /// Records by this writer, the files of `store` being named by `layout`. With `join`, one file holds all records of
    /// an input.
    pub(crate) fn new(store: Store, shown: String, layout: Layout, writer: &Writer, join: bool) -> Self {
        let between = if join {
            Between::of(writer)
        } else {
            Between::Nothing
        };
        let extension = writer.target.extension;
        Self {
            store,
            shown,
            name: layout.name(None, extension),
            layout,
            extension,
            between,
            names: HashMap::new(),
            joined: Joined::Empty,
            unwritten: 0,
        }
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// Gives the last files their names, and says what became of all records.
    pub(super) fn close(mut self) -> io::Result<Delivered> {
        self.abandon();
        self.store.land()?;
        Ok(Delivered {
            files: self.store.count() as u64,
            unwritten: self.unwritten + self.store.lost(),
        })
    }

    /// Leaves the file of an input that did not come to its end, and the records in it.
    fn abandon(&mut self) {
        if let Joined::Open(open) = std::mem::replace(&mut self.joined, Joined::Empty) {
            self.unwritten += open.records;
        }
    }

    /// The name of an input decides on the names of its files, whatever becomes of its records.
    pub(super) fn begin(&mut self, input: Option<&Path>) {
        self.abandon();
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
        let open = self.open(number)?;
        let open = self.add(open, page)?;
        self.finish(open)
    }

    /// One more record for the file of all. It counts as written; where the file fails in the end, that is told then.
    fn joined(&mut self, page: &[u8]) -> Result<String, Undelivered> {
        let open = match std::mem::replace(&mut self.joined, Joined::Broken) {
            Joined::Broken => {
                self.unwritten += 1;
                return Err(Undelivered::Again);
            }
            Joined::Open(open) => open,
            Joined::Empty => self.open(None)?,
        };
        let open = self.add(open, page)?;
        let shown = self.shown(&open.path);
        self.joined = Joined::Open(open);
        Ok(shown)
    }

    pub(super) fn end(&mut self) -> Result<(), Undelivered> {
        match std::mem::replace(&mut self.joined, Joined::Empty) {
            Joined::Open(open) => self.finish(open).map(drop),
            Joined::Empty | Joined::Broken => Ok(()),
        }
    }

    /// Begins the next file.
    fn open(&mut self, number: Option<u32>) -> Result<Open, Undelivered> {
        let path = self.free(number);
        match self.store.begin(&path) {
            Ok(pending) => Ok(Open {
                pending,
                path,
                records: 0,
            }),
            Err(error) => {
                self.unwritten += 1;
                Err(self.failed(&path, &error))
            }
        }
    }

    /// The same file with one record more. Where that fails, those before it are lost with it.
    fn add(&mut self, mut open: Open, page: &[u8]) -> Result<Open, Undelivered> {
        let between = if open.records > 0 {
            self.between.bytes()
        } else {
            &[]
        };
        open.records += 1;
        let written = open.pending.write_all(between);
        match written.and_then(|()| open.pending.write_all(page)) {
            Ok(()) => Ok(open),
            Err(error) => {
                self.unwritten += open.records;
                Err(self.failed(&open.path, &error))
            }
        }
    }

    /// Hands a file over that has all its records. How it is called.
    fn finish(&mut self, open: Open) -> Result<String, Undelivered> {
        let finished = self.store.finish(open.pending, open.records);
        finished.map_err(|error| self.failed(&open.path, &error))?;
        Ok(self.shown(&open.path))
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

    fn failed(&self, path: &Path, error: &io::Error) -> Undelivered {
        let named = Message::same(self.shown(path)).followed_by(Message::same(": "));
        Undelivered::Place(named.followed_by(Reason::of(error)))
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

// What takes converted records in, in their order.

/// Where converted records go.
pub(crate) enum Sink {
    /// One after the other.
    Stream(Stream),
    /// Into files.
    Files(Box<Files>),
}

impl Sink {
    /// Begins with the records of another input; `None` is standard input.
    pub(crate) fn begin(&mut self, input: Option<&Path>) {
        match self {
            Self::Stream(_) => {}
            Self::Files(files) => files.begin(input),
        }
    }

    /// Takes a record, by its number where its input has several. The name of the file that it goes to, if it is one.
    ///
    /// # Errors
    ///
    /// When it was not taken.
    pub(crate) fn put(&mut self, page: &[u8], number: Option<u32>) -> Result<Option<String>, Undelivered> {
        match self {
            Self::Stream(stream) => stream.put(page).map(|()| None),
            Self::Files(files) => files.put(page, number).map(Some),
        }
    }

    /// Ends with the records of an input.
    ///
    /// # Errors
    ///
    /// When the file of all its records cannot be written.
    pub(crate) fn end(&mut self) -> Result<(), Undelivered> {
        match self {
            Self::Stream(_) => Ok(()),
            Self::Files(files) => files.end(),
        }
    }

    /// Whether this file was written by this run: one that is read while it is walked over is not an input.
    pub(crate) fn has_written(&self, file: &Path) -> bool {
        match self {
            Self::Stream(_) => false,
            Self::Files(files) => files.store().has_written(file),
        }
    }

    /// Writes what still waits, and says what became of all.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn close(self) -> io::Result<Delivered> {
        match self {
            Self::Stream(stream) => stream.close(),
            Self::Files(files) => files.close(),
        }
    }
}

// Records one after the other, on standard output or in a pipe.

/// Standard output, or what is like it, as the place of all records.
pub(crate) struct Stream {
    target: Target,
    between: Between,
    /// Whether there is a record in it already.
    begun: bool,
    /// How many there were for which there was no place, which is told once.
    unwritten: u64,
}

/// What stands between two records of one output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// There can be one only.
    Nothing,
    /// These bytes.
    Bytes(Vec<u8>),
}

impl Between {
    pub(super) fn of(writer: &Writer) -> Self {
        match writer.target.join {
            Join::Never => Self::Nothing,
            Join::Lines => Self::Bytes(Vec::new()),
            Join::Between(line) => {
                let end = match writer.newline {
                    Newline::Lf => "\n",
                    Newline::CrLf => "\r\n",
                };
                Self::Bytes(format!("{line}{end}").into_bytes())
            }
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Self::Nothing => &[],
            Self::Bytes(bytes) => bytes,
        }
    }
}

impl Stream {
    /// Records by this writer.
    pub(crate) fn new(target: Target, writer: &Writer) -> Self {
        Self {
            target,
            between: Between::of(writer),
            begun: false,
            unwritten: 0,
        }
    }

    pub(super) fn put(&mut self, page: &[u8]) -> Result<(), Undelivered> {
        if self.begun {
            match &self.between {
                Between::Bytes(bytes) => self.target.write_all(bytes)?,
                Between::Nothing => {
                    self.unwritten += 1;
                    if self.unwritten > 1 {
                        return Err(Undelivered::Again);
                    }
                    return Err(Undelivered::Place(self.target.name().clone().followed_by(both(
                        " can hold only one record in this format; specify a directory with -o",
                        "には、この形式の棋譜を1件しか書き出せない。`-o` でフォルダを指定する",
                    ))));
                }
            }
        }
        self.begun = true;
        Ok(self.target.write_all(page)?)
    }

    pub(super) fn close(self) -> io::Result<Delivered> {
        self.target.land()?;
        Ok(Delivered {
            files: 0,
            unwritten: self.unwritten,
        })
    }
}

// What became of the records that were handed over.

/// Why a record was not taken.
#[derive(Debug)]
pub(crate) enum Undelivered {
    /// The output as a whole is broken.
    Output(io::Error),
    /// This place cannot be written, for this reason in words.
    Place(Message),
    /// For a reason that was told when an earlier record met it.
    Again,
}

/// What became of all records that were delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Delivered {
    /// How many files were written.
    pub files: u64,
    /// How many records were not, be it that this was told when they were put, or later, as their file failed.
    pub unwritten: u64,
}

impl From<io::Error> for Undelivered {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
