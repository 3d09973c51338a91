//! One output that the user has named.

use std::collections::HashSet;
use std::fs::{self, File, FileType};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstream::ColorChoice;

use super::screen::{STDOUT, device, stdout};
use super::store::{Pending, folder, input, may_replace, real};
use crate::finding::{Message, Reason, message};
use crate::text::{Payload, spelled};

/// One output: a stream, or a file that comes into being when it is whole. Dropped before it lands, it leaves what was
/// there.
pub(crate) struct Target {
    place: Place,
    /// How it is named where it cannot be written.
    name: Message,
    /// The file that it will replace, or that standard output goes to.
    replaced: Option<Identity>,
}

/// Where the bytes go.
enum Place {
    /// Standard output, a device or a pipe, written as it comes: there is nothing to put in its place.
    Stream(BufWriter<Box<dyn Write + Send>>),
    /// A file under a temporary name, which gets its own when it is whole.
    File(Pending),
}

impl Place {
    /// The device, the pipe or the file of this path.
    fn open(path: &Path, content: Payload, kept: &ProtectedFiles) -> io::Result<Self> {
        if is_stream(path) {
            let sink = File::options().write(true).open(path)?;
            return Ok(Self::Stream(BufWriter::new(device(sink, content))));
        }
        // A link stays one.
        let real = real(path).unwrap_or_else(|_| path.to_owned());
        may_replace(&real, kept)?;
        let begun = Pending::begin(real).map_err(|error| without_folder(path, error))?;
        Ok(Self::File(begun))
    }

    fn sink(&mut self) -> &mut dyn Write {
        match self {
            Self::Stream(stream) => stream,
            Self::File(file) => file,
        }
    }
}

impl Target {
    /// Standard output, which must go to none of the files that are kept: what is added to an input is read as more of it.
    /// Words are in colours as `color` says.
    ///
    /// # Errors
    ///
    /// When it goes to one of them.
    pub(crate) fn stdout(content: Payload, color: ColorChoice, kept: &ProtectedFiles) -> io::Result<Self> {
        if kept.holds_stdout() {
            return Err(Reason::about(&STDOUT.into(), &input()));
        }
        Ok(Self {
            place: Place::Stream(BufWriter::new(stdout(content, color))),
            name: STDOUT.into(),
            replaced: Identity::of_stdout(),
        })
    }

    /// The file of this path for this content, which must be none of those that are kept. A link stays one.
    ///
    /// # Errors
    ///
    /// When it may not or cannot be written.
    pub(crate) fn open(path: &Path, content: Payload, kept: &ProtectedFiles) -> io::Result<Self> {
        let name = Message::same(spelled(path));
        let place = Place::open(path, content, kept).map_err(|error| Reason::about(&name, &error))?;
        let replaced = match &place {
            Place::Stream(_) => None,
            Place::File(_) => Identity::of(path),
        };
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
    pub(crate) const fn is_file(&self) -> bool {
        matches!(self.place, Place::File(_))
    }

    /// Refuses to replace an input that is met while the output is written.
    ///
    /// # Errors
    ///
    /// When this is the file that it would replace.
    pub(crate) fn protect(&self, read: &Path) -> io::Result<()> {
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
            Place::Stream(stream) => stream.flush(),
            Place::File(file) => file.settle(),
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
        match self.place {
            Place::Stream(_) => Ok(()),
            Place::File(file) => file.land(true).map_err(|error| Reason::about(&self.name, &error)),
        }
    }

    fn about(&self, error: &io::Error) -> io::Error {
        Reason::about(&self.name, error)
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.place.sink().write(bytes);
        written.map_err(|error| self.about(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.place.sink().flush();
        flushed.map_err(|error| self.about(&error))
    }
}

/// Whether a path leads to a device or a pipe. `NUL` of Windows is one without metadata.
pub(crate) fn is_stream(path: &Path) -> bool {
    let is_nul = cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("NUL");
    is_nul || fs::metadata(path).is_ok_and(|it| flows(it.file_type()))
}

/// Whether this takes what is written as it comes: there is nothing in it to protect, and nothing to put in its place.
pub(crate) fn flows(kind: FileType) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        kind.is_char_device() || kind.is_fifo()
    }
    #[cfg(not(unix))]
    {
        let _ = kind;
        false
    }
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

// What no output takes the place of.

/// The files that a run reads. None of them is replaced, by whatever name it is met.
#[derive(Clone, Debug)]
pub(crate) struct ProtectedFiles(HashSet<Identity>);

impl ProtectedFiles {
    /// What every run keeps: the file that standard input comes from, if it comes from one.
    pub(crate) fn begin() -> Self {
        Self(Identity::of_stdin().into_iter().collect())
    }

    /// Keeps the file that this path leads to.
    pub(crate) fn protect(&mut self, path: &Path) {
        self.0.extend(Identity::of(path));
    }

    /// Opens a file to be read, and keeps it.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(crate) fn open(&mut self, path: &Path) -> io::Result<File> {
        self.protect(path);
        File::open(path)
    }

    /// Whether standard output goes to one of the files.
    pub(super) fn holds_stdout(&self) -> bool {
        Identity::of_stdout().is_some_and(|it| self.0.contains(&it))
    }

    /// Whether this path leads to one of the files.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        Identity::of(path).is_some_and(|it| self.0.contains(&it))
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

    /// That of the file that a path leads to; `None` where there is none. Here it cannot see that two names are hard
    /// links to one file.
    #[cfg(not(unix))]
    pub(crate) fn of(path: &Path) -> Option<Self> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        real(path).ok()?.hash(&mut hasher);
        Some(Self(0, hasher.finish()))
    }

    /// That of the file that standard input comes from; `None` where it comes from a pipe, a terminal or nowhere.
    fn of_stdin() -> Option<Self> {
        Self::of_stream(io::stdin())
    }

    /// That of the file that standard output goes to; `None` where it goes to a pipe, a terminal or nowhere.
    fn of_stdout() -> Option<Self> {
        Self::of_stream(io::stdout())
    }

    #[cfg(unix)]
    fn of_stream(stream: impl std::os::fd::AsFd) -> Option<Self> {
        let data = rustix::fs::fstat(stream).ok()?;
        let is_file = rustix::fs::FileType::from_raw_mode(data.st_mode).is_file();
        is_file.then_some(Self(data.st_dev, data.st_ino))
    }

    /// No system but Unix says which file it is.
    #[cfg(not(unix))]
    fn of_stream<S>(_: S) -> Option<Self> {
        None
    }
}

// The limit that the system may set to the size of files (`ulimit -f`).

/// Lets a file that would become larger than the system allows be one that cannot be written, with a reason, like any
/// other. If nothing catches the signal that comes with it, it ends the process in the middle of its work.
///
/// # Errors
///
/// When the system does not let the signal be caught.
pub(crate) fn outlive_limit() -> io::Result<()> {
    // The failed call reports all that there is to know.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())?;
    Ok(())
}
