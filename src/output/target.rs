//! One output that the user has named.

use std::collections::HashSet;
use std::fs::{self, File, FileType};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstream::ColorChoice;

use super::leftover::sweep;
use super::screen::{STDOUT, device, stdout};
use super::store::{self, Pending, folder, settle_folder};
use crate::finding::{Message, Reason, message, say};
use crate::text::{Payload, spelled};

/// One output: a stream, or a file that comes into being when it is whole. Dropped before it lands, it leaves what was
/// there.
pub(crate) struct Target {
    place: Place,
    /// How it is named where it cannot be written.
    name: Message,
    /// The file that it will replace.
    replaced: Option<Identity>,
}

/// Where the bytes go.
enum Place {
    /// Standard output, a device or a pipe, written as it comes: there is nothing to put in its place.
    Stream(BufWriter<store::Stream>),
    /// A file of another name, which gets its own when it is whole.
    File(Box<Pending>),
}

impl Target {
    /// Standard output, which must go to none of the files that are kept: what is added to an input is read as more of it.
    /// Words are in colours as `color` says.
    ///
    /// # Errors
    ///
    /// When it goes to one of them.
    pub(crate) fn stdout(content: Payload, color: ColorChoice, kept: &Kept) -> io::Result<Self> {
        if kept.holds_stdout() {
            return Err(Reason::about(&STDOUT.into(), &input()));
        }
        Ok(Self {
            place: Place::Stream(BufWriter::new(store::Stream(stdout(content, color)))),
            name: STDOUT.into(),
            replaced: Identity::of_stdout(),
        })
    }

    /// The file of this path for this content, which must be none of those that are kept. A link stays one. What kills of
    /// earlier runs have left in its folder is removed.
    ///
    /// # Errors
    ///
    /// When it may not or cannot be written.
    pub(crate) fn open(path: &Path, content: Payload, kept: &Kept) -> io::Result<Self> {
        let name = Message::same(spelled(path));
        let begin = || {
            let there = fs::metadata(path).ok().map(|it| it.file_type());
            if there.is_some_and(|it| it.is_dir()) {
                return Err(directory());
            }
            if there.is_some_and(flows) {
                let sink = File::options().write(true).open(path)?;
                return Ok((
                    Place::Stream(BufWriter::new(store::Stream(device(sink, content)))),
                    None,
                ));
            }
            if kept.holds(path) {
                return Err(input());
            }
            if fs::metadata(path).is_ok_and(|it| it.permissions().readonly()) {
                return Err(protected());
            }
            let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            sweep(folder(&real), kept);
            let begun = Pending::begin(real).map_err(|error| without_folder(path, error))?;
            Ok((Place::File(Box::new(begun)), Identity::of(path)))
        };
        let (place, replaced) = begin().map_err(|error| Reason::about(&name, &error))?;
        Ok(Self {
            place,
            name,
            replaced,
        })
    }

    /// How it is named where it cannot be written.
    pub(crate) const fn name(&self) -> &Message {
        &self.name
    }

    /// Whether it comes into being only as a whole, so that nothing of it is seen before it lands.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.place, Place::File(_))
    }

    /// Refuses to replace an input that is met while the output is written.
    ///
    /// # Errors
    ///
    /// When this is the file that it would replace.
    pub(crate) fn spare(&self, read: &Path) -> io::Result<()> {
        match self.replaced {
            Some(replaced) if Identity::of(read) == Some(replaced) => Err(self.about(&input())),
            _ => Ok(()),
        }
    }

    /// Brings all that was written to where it cannot get lost; a file still has not got its name.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        let settled = match &mut self.place {
            Place::Stream(sink) => sink.flush(),
            Place::File(pending) => pending.settle(),
        };
        settled.map_err(|error| self.about(&error))
    }

    /// Gives a file its name; a stream has all of it already.
    ///
    /// # Errors
    ///
    /// When it cannot be written; what was there stays as it was.
    pub(crate) fn land(mut self) -> io::Result<()> {
        self.settle()?;
        let Self { place, name, .. } = self;
        let Place::File(pending) = place else {
            return Ok(());
        };
        let folder = folder(pending.path()).to_owned();
        let landed = pending.land(true).and_then(|()| settle_folder(&folder));
        landed.map_err(|error| Reason::about(&name, &error))
    }

    fn about(&self, error: &io::Error) -> io::Error {
        Reason::about(&self.name, error)
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.place {
            Place::Stream(sink) => sink.write(bytes),
            Place::File(pending) => pending.write(bytes),
        };
        written.map_err(|error| self.about(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.place {
            Place::Stream(sink) => sink.flush(),
            Place::File(pending) => pending.flush(),
        };
        flushed.map_err(|error| self.about(&error))
    }
}

/// Whether this takes what is written as it comes: there is nothing in it to protect, and nothing to put in its place.
#[cfg(unix)]
pub(crate) fn flows(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device() || kind.is_fifo()
}

/// Whether this takes what is written as it comes: there is nothing in it to protect, and nothing to put in its place.
#[cfg(not(unix))]
pub(crate) fn flows(_: FileType) -> bool {
    false
}

/// The error of a file that cannot be begun, or that there is no directory for it.
fn without_folder(path: &Path, error: io::Error) -> io::Error {
    let folder = folder(path);
    if error.kind() != io::ErrorKind::NotFound || folder.exists() {
        return error;
    }
    let why = message!(
        "the directory `{folder}` does not exist",
        "フォルダ `{folder}` がない",
        folder = spelled(folder)
    );
    Reason::error(error.kind(), why)
}

/// An input is never replaced.
pub(super) fn input() -> io::Error {
    Reason::error(
        io::ErrorKind::AlreadyExists,
        say(
            "this is an input file and is not overwritten; choose another path with -o",
            "入力のファイルであり、上書きしない。`-o` で別のパスを指定する",
        ),
    )
}

/// A file that nobody may write is not replaced, though its folder would let it be.
pub(super) fn protected() -> io::Error {
    Reason::error(
        io::ErrorKind::PermissionDenied,
        say(
            "this file is read-only; choose another path, or make it writable",
            "読み取り専用のファイルである。別のパスを指定するか、書き込みを許可する",
        ),
    )
}

fn directory() -> io::Error {
    Reason::error(
        io::ErrorKind::IsADirectory,
        say(
            "this is a directory; specify a file",
            "フォルダである。ファイルを指定する",
        ),
    )
}

// What no output takes the place of.

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

// Which file is which, whatever path leads to it.

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

// The limit that the system may set to the size of files (`ulimit -f`).

/// Lets a file that would become larger than the system allows be one that cannot be written, with a reason, like any
/// other. If nobody minds the signal that comes with it, it ends the process in the middle of its work.
///
/// # Errors
///
/// When the system does not let the signal be caught.
#[cfg(unix)]
pub(crate) fn outlive_limit() -> std::io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::SIGXFSZ;
    use signal_hook::flag;

    // The failed call tells all that there is to know.
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map(drop)
}

/// Here is no such limit.
///
/// # Errors
///
/// Never.
#[cfg(not(unix))]
pub(crate) const fn outlive_limit() -> std::io::Result<()> {
    Ok(())
}
