//! What is read: a file or standard input, under the name that the user knows it by.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::archive::{self, Content};
use super::pipe::Pipe;
use crate::text::spelled;

/// What stands between an archive and a file in it.
pub(super) const INTO: char = '!';

/// How standard input is named, on the command line and in the output.
pub(super) const STDIN: &str = "-";

/// What a path names of standard input: nothing of it, all of it (`-`, here as an empty name), or a file or folder in the archive
/// that comes from there (`-!dir/game.kif`).
pub fn of_stdin(path: &Path) -> Option<&str> {
    let rest = path.to_str()?.strip_prefix(STDIN)?;
    match rest.strip_prefix(INTO) {
        Some(name) => (!name.is_empty() && !path.exists()).then_some(name),
        None => rest.is_empty().then_some(rest),
    }
}

/// Something to read.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path as the user typed it, with the part below it where a directory was walked.
    pub shown: String,
    /// Where the bytes are.
    pub source: Source,
    /// Length in bytes; unknown for pipes and the like.
    pub size: Option<u64>,
    /// Whether it was found in a directory and not named itself.
    pub walked: bool,
    /// Whether no notation has its extension, and it was found because that one is asked for.
    pub asked_for: bool,
}

/// Where the bytes of an input are.
#[derive(Clone, Debug)]
pub enum Source {
    /// Standard input or a named pipe that is open.
    Pipe {
        /// The named pipe.
        path: Option<PathBuf>,
        /// Its bytes.
        stream: Stream,
    },
    /// A file or a named pipe.
    File(PathBuf),
    /// A file in an archive.
    Member {
        /// The archive, unless it comes from standard input.
        archive: Option<Arc<Path>>,
        /// Its name there.
        name: String,
        /// What it holds.
        content: Content,
    },
}

/// The bytes of a pipe, which can be read once. Clones are the same pipe.
#[derive(Clone, Debug, Default)]
pub struct Stream(Arc<Mutex<Option<Pipe>>>);

impl Stream {
    pub(super) fn of(pipe: Pipe) -> Self {
        Self(Arc::new(Mutex::new(Some(pipe))))
    }

    /// The pipe.
    ///
    /// # Errors
    ///
    /// When it was taken before.
    pub(super) fn take(&self) -> io::Result<Pipe> {
        let pipe = self.0.lock().ok().and_then(|mut it| it.take());
        pipe.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl Source {
    /// The file on the disk that is read.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Pipe { path, .. } => path.as_deref(),
            Self::File(path) => Some(path),
            Self::Member { archive, .. } => archive.as_deref(),
        }
    }

    /// The archive and the name in it of a member. Standard input is `-`.
    pub fn member(&self) -> Option<(&Path, &str)> {
        let Self::Member { archive, name, .. } = self else {
            return None;
        };
        Some((archive.as_deref().unwrap_or(Path::new(STDIN)), name))
    }

    /// Where it would be if archives were directories. Nothing in the name of a member leads out of its archive.
    pub fn place(&self) -> Option<Cow<'_, Path>> {
        match self {
            Self::Pipe { path, .. } => path.as_deref().map(Cow::Borrowed),
            Self::File(path) => Some(Cow::Borrowed(path)),
            // A single file that was compressed, without a name.
            Self::Member {
                archive: None, name, ..
            } if name == STDIN => None,
            Self::Member { archive, name, .. } => {
                let parts = name.split(['/', INTO]);
                let is_name = |part: &&str| !matches!(*part, "" | "." | "..") && !is_drive(part);
                let mut place = archive.as_deref().unwrap_or(Path::new(STDIN)).to_path_buf();
                place.extend(parts.filter(is_name));
                Some(Cow::Owned(place))
            }
        }
    }
}

/// Whether a part of a path is a drive of Windows.
fn is_drive(part: &str) -> bool {
    matches!(part.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

impl Input {
    /// Standard input, or a named pipe, that is open.
    pub(super) fn pipe(path: Option<PathBuf>, stream: Stream) -> Self {
        Self {
            shown: path.as_deref().map_or_else(|| STDIN.to_owned(), spelled),
            source: Source::Pipe { path, stream },
            size: None,
            walked: false,
            asked_for: false,
        }
    }

    /// The extension of its name, which helps where its content leaves a doubt.
    pub fn extension(&self) -> Option<&str> {
        match &self.source {
            Source::Pipe { path, .. } => path.as_deref()?.extension()?.to_str(),
            Source::File(path) => path.extension()?.to_str(),
            Source::Member { name, .. } => Path::new(name).extension()?.to_str(),
        }
    }

    /// Whether it may be something else than records, for all that its name says: any program writes `.json`, and anything
    /// stands in `.txt`.
    pub(super) fn may_be_foreign(&self) -> bool {
        self.asked_for || self.walked && self.extension().is_some_and(|it| it.eq_ignore_ascii_case("json"))
    }

    /// Whether it is a file in an archive.
    pub(super) const fn is_member(&self) -> bool {
        matches!(self.source, Source::Member { .. })
    }

    /// Whether it is an archive by its name.
    pub(super) fn is_archive(&self) -> bool {
        matches!(&self.source, Source::File(path) if archive::by_name(path).is_some())
    }

    /// The same as something that is not read.
    pub(super) fn skipped(&self, why: Why) -> Skipped {
        Skipped {
            shown: self.shown.clone(),
            why,
        }
    }
}

/// A path that could not be read, and why.
#[derive(Debug)]
pub struct Failure {
    /// The path as the user knows it.
    pub shown: String,
    /// What the system said.
    pub error: io::Error,
}

/// What is met and not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its path as the user knows it.
    pub shown: String,
    /// Why it is not read.
    pub why: Why,
}

/// Why something is not read. What stands in a directory is read when it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No notation has its extension.
    Extension,
    /// It is hidden: its name begins with a dot.
    Hidden,
    /// Any program may have written it, and it holds no record.
    NoRecord,
    /// A directory that is not entered: a hidden one, or the packages of another program.
    Folder,
    /// It is read already: it is named twice, or beside the directory that it is in.
    Again,
}

/// What the search for inputs comes upon.
#[derive(Debug)]
pub enum Found {
    /// Something to read.
    Input(Input),
    /// Something in a directory that is none of ours.
    Skipped(Skipped),
    /// Something that should have been read and cannot be.
    Failed(Failure),
}

impl Found {
    pub(super) fn failed(path: &Path, error: io::Error) -> Self {
        Self::Failed(Failure {
            shown: spelled(path),
            error,
        })
    }
}
