//! The walk of a directory, and the list of paths in a file.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, stdin};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, IntoIter, WalkDir};

use super::input::{Input, InputEvent, Skipped, Source};
use crate::archive::selection::{
    Exclude, FileClass, STDIN, SkipReason, classify_file, is_hidden, is_skipped_folder,
};
use crate::finding::{Reason, bilingual};
use crate::notation;
use crate::output::is_stream_type;
use crate::text::{path_from_text, path_to_text};

/// An iterator over the files below a directory.
///
/// The entries of each directory are sorted by name. The files below a directory are at the place of this directory. A link to
/// a file is read as a file. A link to a directory is not followed, because it may form a cycle.
///
/// Files are skipped if their extension belongs neither to a format nor to an archive and is not in `extensions`. Hidden
/// files, hidden directories and `node_modules` are also skipped.
#[derive(Debug)]
pub(super) struct Walk {
    root: PathBuf,
    /// A directory that is not entered: the output directory of the run, as a canonical path. `None` if all directories
    /// are entered.
    except: Option<PathBuf>,
    /// Additional extensions of files that are read.
    extensions: Arc<[String]>,
    /// The filter of paths that are not read.
    exclude: Exclude,
    entries: IntoIter,
}

impl Walk {
    pub(super) fn new(
        root: PathBuf,
        except: Option<PathBuf>,
        extensions: Arc<[String]>,
        exclude: Exclude,
    ) -> Self {
        // The entries of a directory differ only in their names, and a path is compared faster than its last component.
        let entries = WalkDir::new(&root)
            .min_depth(1)
            .sort_by(|one, other| one.path().as_os_str().cmp(other.path().as_os_str()))
            .into_iter();
        Self {
            root,
            except,
            extensions,
            exclude,
            entries,
        }
    }

    /// Returns a path for output: the directory as the user typed it, followed by the path below it with `/` as separator.
    fn shown(&self, path: &Path) -> String {
        let name = path_to_text(path);
        let root = path_to_text(&self.root);
        match name.strip_prefix(&root) {
            Some(rest) => root + &rest.replace(MAIN_SEPARATOR, "/"),
            None => name,
        }
    }

    /// Returns whether an entry is the directory `except`, which is not entered.
    fn is_excepted(&self, entry: &DirEntry) -> bool {
        self.except.as_ref().is_some_and(|except| {
            except.file_name() == Some(entry.file_name())
                && fs::canonicalize(entry.path()).is_ok_and(|path| path == *except)
        })
    }

    /// Returns the event for an entry; `None` for a directory.
    fn event_for(&self, entry: &DirEntry) -> Option<InputEvent> {
        if entry.file_type().is_dir() {
            return None;
        }
        let name = self.shown(entry.path());
        let skipped = |shown, reason| Some(InputEvent::Skipped(Skipped { shown, why: reason }));
        let class = classify_file(entry.path(), &self.extensions);
        if matches!(class, FileClass::Unclaimed) {
            return skipped(name, SkipReason::Extension);
        }
        if is_hidden(entry.file_name()) {
            return skipped(name, SkipReason::Hidden);
        }
        // `fs::metadata` follows a link, unlike the metadata of the entry.
        Some(match fs::metadata(entry.path()) {
            Ok(metadata) if metadata.is_file() => InputEvent::Input(Input {
                shown: name,
                source: Source::File(entry.path().to_owned()),
                size: Some(metadata.len()),
                walked: true,
                requested_by_ext: matches!(class, FileClass::RequestedByExt),
            }),
            // A link to a directory, or a pipe that may never receive data.
            Ok(_) => return skipped(name, SkipReason::Extension),
            Err(error) => InputEvent::Failed(super::Failure { shown: name, error }),
        })
    }
}

/// Returns the error of the system, without the text that [`WalkDir`] puts in front of the message. A missing
/// permission has its own message.
fn system_error(error: walkdir::Error) -> io::Error {
    let message = error.to_string();
    let error = error.into_io_error().unwrap_or_else(|| io::Error::other(message));
    if error.kind() == io::ErrorKind::PermissionDenied {
        return Reason::error(
            error.kind(),
            bilingual(
                "Permission denied; check its permissions",
                "権限がない。アクセス権を確かめる",
            ),
        );
    }
    error
}

/// Returns whether a walk certainly reads a file with this name, whatever its content: the file is not hidden, and its
/// extension belongs to a format and is not `json`.
pub(super) fn is_always_read(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    let record_extension = extension.filter(|extension| !extension.eq_ignore_ascii_case("json"));
    record_extension.is_some_and(|extension| notation::by_extension(extension).is_some())
        && path.file_name().is_some_and(|name| !is_hidden(name))
}

impl Iterator for Walk {
    type Item = InputEvent;

    fn next(&mut self) -> Option<InputEvent> {
        loop {
            match self.entries.next()? {
                Ok(entry) => {
                    let is_dir = entry.file_type().is_dir();
                    if self.exclude.matches(entry.path(), None) {
                        if is_dir {
                            self.entries.skip_current_dir();
                        }
                        continue;
                    }
                    if is_dir && is_skipped_folder(entry.file_name()) {
                        self.entries.skip_current_dir();
                        let shown = self.shown(entry.path()) + "/";
                        let why = SkipReason::Folder;
                        return Some(InputEvent::Skipped(Skipped { shown, why }));
                    }
                    if is_dir && self.is_excepted(&entry) {
                        self.entries.skip_current_dir();
                    }
                    if let Some(event) = self.event_for(&entry) {
                        return Some(event);
                    }
                }
                Err(error) => {
                    let shown = error
                        .path()
                        .map_or_else(|| path_to_text(&self.root), |path| self.shown(path));
                    return Some(InputEvent::Failed(super::Failure {
                        shown,
                        error: system_error(error),
                    }));
                }
            }
        }
    }
}

// A list of paths in a file (`--files-from`).

/// Maximum length of a path in a list (bytes). A file with a longer line is not a list of paths.
const MAX_PATH_BYTES: u64 = 64 << 10;

/// Returns the error for a line that is too long.
fn too_long() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidData,
        bilingual(
            "not a list of paths: a line is too long for a path",
            "パスの一覧ではない。パスとしては長すぎる行がある",
        ),
    )
}

/// Returns the error for a list in UTF-16.
fn in_utf16() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidData,
        bilingual(
            "this list is in UTF-16 (the default of PowerShell); save it as UTF-8 (`| Out-File -Encoding utf8`)",
            "この一覧はUTF-16である（PowerShellの既定）。UTF-8で保存する（`| Out-File -Encoding utf8`）",
        ),
    )
}

/// A list of paths in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List {
    /// The path of the file; `-` means standard input.
    pub path: PathBuf,
    /// `true` if a NUL byte ends each path, `false` if a line end does.
    pub null: bool,
}

impl List {
    /// Returns whether the list is read from standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.path == Path::new(STDIN)
    }

    /// Returns whether the list comes through a pipe, so that it can be read only once.
    pub(crate) fn is_stream(&self) -> bool {
        self.is_stdin() || fs::metadata(&self.path).is_ok_and(|metadata| is_stream_type(metadata.file_type()))
    }

    /// Opens the list for reading path by path.
    ///
    /// # Errors
    ///
    /// Returns an error if the file with the list cannot be opened.
    pub(super) fn open(&self) -> io::Result<Entries> {
        let reader: Box<dyn BufRead + Send> = if self.is_stdin() {
            Box::new(BufReader::new(stdin()))
        } else {
            Box::new(BufReader::new(File::open(&self.path)?))
        };
        Ok(Entries {
            reader,
            null: self.null,
            is_at_start: true,
        })
    }
}

/// An iterator over the paths of an open list, without empty paths and blank lines. A line that is too long, and a list
/// in UTF-16, yield errors.
pub(super) struct Entries {
    reader: Box<dyn BufRead + Send>,
    null: bool,
    /// `true` if nothing has been read yet.
    is_at_start: bool,
}

impl Iterator for Entries {
    type Item = io::Result<PathBuf>;

    fn next(&mut self) -> Option<io::Result<PathBuf>> {
        let end = if self.null { b'\0' } else { b'\n' };
        loop {
            let mut entry = Vec::new();
            match (&mut self.reader)
                .take(MAX_PATH_BYTES + 1)
                .read_until(end, &mut entry)
            {
                Ok(0) => return None,
                Ok(length) if length as u64 > MAX_PATH_BYTES => return Some(Err(too_long())),
                Ok(_) => {}
                Err(error) => return Some(Err(error)),
            }
            if std::mem::take(&mut self.is_at_start) {
                match &entry[..] {
                    [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => return Some(Err(in_utf16())),
                    // Editors on Windows may put a byte order mark at the beginning of a file.
                    [0xEF, 0xBB, 0xBF, ..] => drop(entry.drain(..3)),
                    _ => {}
                }
            }
            if entry.last() == Some(&end) {
                entry.pop();
            }
            if !self.null && entry.last() == Some(&b'\r') {
                entry.pop();
            }
            let is_blank = !self.null && entry.trim_ascii().is_empty();
            if !entry.is_empty() && !is_blank {
                return Some(path_from_bytes(entry).map(path_from_text));
            }
        }
    }
}

/// Converts bytes to a path.
#[cfg(unix)]
#[expect(
    clippy::unnecessary_wraps,
    reason = "on other systems not every name is a path"
)]
fn path_from_bytes(bytes: Vec<u8>) -> io::Result<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Ok(std::ffi::OsString::from_vec(bytes).into())
}

/// Converts bytes to a path.
///
/// # Errors
///
/// Returns an error if the bytes are not valid UTF-8.
#[cfg(not(unix))]
fn path_from_bytes(bytes: Vec<u8>) -> io::Result<PathBuf> {
    String::from_utf8(bytes)
        .map(PathBuf::from)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_list(list: &'static [u8], null: bool) -> Vec<PathBuf> {
        Entries {
            reader: Box::new(list),
            null,
            is_at_start: true,
        }
        .map(Result::unwrap)
        .collect()
    }

    #[test]
    fn a_path_ends_at_a_line_end_or_nul() {
        assert_eq!(
            read_list(b"a b.kif\r\n\n./c.csa", false),
            ["a b.kif", "./c.csa"].map(PathBuf::from)
        );
        assert_eq!(
            read_list(b"a\nb.kif\0c.csa\0", true),
            ["a\nb.kif", "c.csa"].map(PathBuf::from)
        );
        assert_eq!(read_list(b"", false), <[PathBuf; 0]>::default());
        assert_eq!(
            read_list(b"\xEF\xBB\xBFa.kif\r\n  \r\n\t\n b.kif\n", false),
            ["a.kif", " b.kif"].map(PathBuf::from)
        );
        assert_eq!(read_list(b" \0a.kif", true), [" ", "a.kif"].map(PathBuf::from));
    }

    #[cfg(unix)]
    #[test]
    fn errors_of_a_walk_are_those_of_the_system() {
        use std::os::unix::fs::PermissionsExt;
        let top = tempfile::tempdir().unwrap();
        let first_failure = |root: &Path| {
            let mut walk = Walk::new(root.to_owned(), None, Arc::default(), Exclude::default());
            match walk.next() {
                Some(InputEvent::Failed(failure)) => Some(Reason::from_io_error(&failure.error)),
                _ => None,
            }
        };
        let missing = first_failure(&top.path().join("missing")).unwrap();
        assert_eq!(missing, Reason::from_io_error(&io::Error::from_raw_os_error(2)));
        assert_eq!(missing.english(), "No such file or directory");
        let closed = top.path().join("closed");
        fs::create_dir(&closed).unwrap();
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
        if fs::read_dir(&closed).is_ok() {
            println!("skipped: this user may read everything");
            return;
        }
        let denied = first_failure(&closed).unwrap();
        assert_eq!(denied.english(), "Permission denied; check its permissions");
        assert_eq!(denied.japanese(), "権限がない。アクセス権を確かめる");
    }

    #[test]
    fn a_list_with_a_line_too_long_for_a_path_is_refused() {
        for (length, is_path) in [(MAX_PATH_BYTES, true), (MAX_PATH_BYTES + 1, false)] {
            let path = io::repeat(b'x').take(length);
            let mut entries = Entries {
                reader: Box::new(BufReader::new(path)),
                null: false,
                is_at_start: true,
            };
            assert_eq!(entries.next().unwrap().is_ok(), is_path, "{length}");
        }
    }
}
