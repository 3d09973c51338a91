//! A single output: a file, a device, a pipe or standard output.

use std::fs::{self, File, FileType};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstream::ColorChoice;

use super::protected::{FileId, ProtectedFiles, canonicalize};
use super::screen::{STDOUT, device, stdout};
use super::store::{AtomicFile, input_error, may_replace, parent_dir};
use crate::finding::{Message, Reason, message};
use crate::text::{Payload, path_to_text};

/// A single output: a stream, or a file that is renamed to its path when it is complete.
///
/// If the target is dropped before [`persist`](Self::persist), an existing file stays unchanged.
pub(crate) struct Target {
    destination: Destination,
    /// The name of the output in error messages.
    name: Message,
    /// The file that this output will replace, or the regular file that standard output goes to; `None` if there is no
    /// such file.
    replaced: Option<FileId>,
}

/// The destination of the bytes.
enum Destination {
    /// Standard output, a device or a pipe. The bytes are written directly, because there is no file to replace.
    Stream(BufWriter<Box<dyn Write + Send>>),
    /// A file with a temporary name, which is renamed when it is complete.
    File(AtomicFile),
}

impl Destination {
    /// Opens the device or pipe at this path, or begins a file that will replace the file at this path.
    fn open(path: &Path, content: Payload, protected: &ProtectedFiles) -> io::Result<Self> {
        if is_stream(path) {
            let sink = File::options().write(true).open(path)?;
            return Ok(Self::Stream(BufWriter::new(device(sink, content))));
        }
        // A link is kept; the file that the link leads to is replaced.
        let resolved = canonicalize(path).unwrap_or_else(|_| path.to_owned());
        may_replace(&resolved, protected)?;
        let file = AtomicFile::begin(resolved).map_err(|error| without_folder(path, error))?;
        Ok(Self::File(file))
    }

    fn sink(&mut self) -> &mut dyn Write {
        match self {
            Self::Stream(stream) => stream,
            Self::File(file) => file,
        }
    }
}

impl Target {
    /// Returns standard output as the target. `color` decides whether [`Payload::Words`] keep their colours.
    ///
    /// Standard output must not go to a file in `protected`. Text that is appended to an input would be read as
    /// part of the input.
    ///
    /// # Errors
    ///
    /// Returns an error if standard output goes to a file in `protected`.
    pub(crate) fn stdout(
        content: Payload,
        color: ColorChoice,
        protected: &ProtectedFiles,
    ) -> io::Result<Self> {
        if protected.holds_stdout() {
            return Err(Reason::with_subject(&STDOUT.into(), &input_error()));
        }
        Ok(Self {
            destination: Destination::Stream(BufWriter::new(stdout(content, color))),
            name: STDOUT.into(),
            replaced: FileId::of_stdout(),
        })
    }

    /// Opens the device or pipe at this path, or begins a file for this content. A link is kept; the file that the link
    /// leads to is replaced.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is in `protected`, or cannot be written.
    pub(crate) fn open(path: &Path, content: Payload, protected: &ProtectedFiles) -> io::Result<Self> {
        let name = Message::untranslated(path_to_text(path));
        let destination = Destination::open(path, content, protected)
            .map_err(|error| Reason::with_subject(&name, &error))?;
        let replaced = match &destination {
            Destination::Stream(_) => None,
            Destination::File(_) => FileId::from_path(path),
        };
        Ok(Self {
            destination,
            name,
            replaced,
        })
    }

    /// Returns the name of the output in error messages.
    pub(crate) const fn name(&self) -> &Message {
        &self.name
    }

    /// Returns whether the output is a file, which has a temporary name until it is complete.
    pub(crate) const fn is_file(&self) -> bool {
        matches!(self.destination, Destination::File(_))
    }

    /// Returns the temporary path and the final path of a file, for a library that writes to the file itself. Returns `None`
    /// for a stream.
    #[cfg(feature = "sqlite")]
    pub(crate) fn paths(&self) -> Option<[&Path; 2]> {
        match &self.destination {
            Destination::Stream(_) => None,
            Destination::File(file) => Some(file.paths()),
        }
    }

    /// Checks that an input found during the run is not the file that this output replaces or is redirected to.
    ///
    /// # Errors
    ///
    /// Returns an error if `input` is this file.
    pub(crate) fn protect(&self, input: &Path) -> io::Result<()> {
        match self.replaced {
            Some(replaced) if FileId::from_path(input) == Some(replaced) => Err(self.about(&input_error())),
            _ => Ok(()),
        }
    }

    /// Gives a file the owner, the permissions and the extended attributes of the file that it will replace.
    ///
    /// # Errors
    ///
    /// Returns an error if the system does not permit this.
    pub(crate) fn keep_attributes(&self, replaced: &Path) -> io::Result<()> {
        match &self.destination {
            Destination::Stream(_) => Ok(()),
            Destination::File(file) => file.copy_attributes(replaced).map_err(|error| self.about(&error)),
        }
    }

    /// Writes all data to the disk or the stream. A file still has its temporary name after that.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        let result = match &mut self.destination {
            Destination::Stream(stream) => stream.flush(),
            Destination::File(file) => file.sync(),
        };
        result.map_err(|error| self.about(&error))
    }

    /// Completes the output: writes all data, and renames a file to its path.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written; an existing file stays unchanged.
    pub(crate) fn persist(mut self) -> io::Result<()> {
        self.sync()?;
        match self.destination {
            Destination::Stream(_) => Ok(()),
            Destination::File(file) => file
                .persist(true)
                .map_err(|error| Reason::with_subject(&self.name, &error)),
        }
    }

    fn about(&self, error: &io::Error) -> io::Error {
        Reason::with_subject(&self.name, error)
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.destination.sink().write(bytes);
        result.map_err(|error| self.about(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.destination.sink().flush();
        result.map_err(|error| self.about(&error))
    }
}

/// Returns whether a path leads to a character device or a named pipe. On Windows, this is only `NUL`, a device without
/// metadata.
pub(crate) fn is_stream(path: &Path) -> bool {
    let is_nul = cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("NUL");
    is_nul || fs::metadata(path).is_ok_and(|metadata| is_stream_type(metadata.file_type()))
}

/// Returns whether a file type is that of a character device or a named pipe; always `false` on other systems than
/// Unix. Outputs of these types are written directly, because they have no content to protect or replace.
pub(crate) fn is_stream_type(kind: FileType) -> bool {
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

/// Returns the error for a file that cannot be created. If the reason is that its directory does not exist, the error
/// contains a message about the directory; any other error is returned unchanged.
fn without_folder(path: &Path, error: io::Error) -> io::Error {
    let folder = parent_dir(path);
    if error.kind() != io::ErrorKind::NotFound || folder.exists() {
        return error;
    }
    let reason = message!(
        "the directory `{folder}` does not exist",
        "フォルダ `{folder}` がない",
        folder = path_to_text(folder)
    );
    Reason::error(error.kind(), reason)
}

// The system limit on the size of files (`ulimit -f`).

/// Turns the signal `SIGXFSZ` into an ordinary write error.
///
/// On Unix, the system sends this signal when a file grows beyond the size limit. Without a handler, the signal ends
/// the process in the middle of its work. On all other systems, this function does nothing.
///
/// # Errors
///
/// Returns an error if the signal handler cannot be registered.
pub(crate) fn handle_file_size_signal() -> io::Result<()> {
    // The flag is not read, because the failed write call returns the error.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default())?;
    Ok(())
}
/// Paths that refer to standard output. These paths are not opened as files, because standard output may be redirected
/// to a file that must not be replaced.
const STDOUT_PATHS: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Returns whether a path refers to standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    STDOUT_PATHS
        .iter()
        .any(|stdout_path| path == Path::new(stdout_path))
}
