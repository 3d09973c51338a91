//! The inputs of a run in their order: first the paths that the user typed, then the paths of a list.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::{fs, io, vec};

use super::execution::Cancel;
use super::input::{
    Failure, Input, InputEvent, LargeInputSource, Limits, Pipe, Skipped, Source, Stream, archive_bytes,
    bytes_of, open, stdin_member, store_stream, write_temp,
};
use super::walk::{Entries, List, Walk, is_always_read};
use crate::archive::selection::{Exclude, STDIN, SkipReason, is_skipped_folder};
use crate::archive::{
    self, Bytes, Kind, MEMBER_SEPARATOR, MemberAction, MemberFilter, SIGNATURE_BYTES, Selected, Selection,
    kind_of,
};
use crate::finding::{Reason, Words, both};
use crate::output::{FileId, ProtectedFiles, hard_links};
use crate::temporary::temp_file;
use crate::text::path_to_text;

/// The inputs that the user requested.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// Files, directories and `-` for standard input, as typed.
    pub paths: Vec<PathBuf>,
    /// `true` if standard input is read because no path was given. An empty standard input is then an error.
    pub has_no_paths: bool,
    /// A list with more files and directories; `None` without a list.
    pub list: Option<List>,
    /// The output directory, with all links resolved. A walk of another directory does not enter this directory. `None` if
    /// all directories are entered.
    pub except: Option<PathBuf>,
    /// Additional extensions of files that are read in directories.
    pub extensions: Vec<String>,
    /// A filter of paths that are not read unless the user typed them.
    pub exclude: Exclude,
    /// A copy of standard input, which is read instead; `None` to read standard input itself.
    pub stdin: Option<Arc<File>>,
}

impl Request {
    /// Returns whether standard input is read, as a record or as a list of paths.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.list.as_ref().is_some_and(List::is_stdin)
            || self.paths.iter().any(|path| stdin_member(path).is_some())
    }

    /// Returns the typed files and the file of the list as protected from being replaced by output. Files in directories, and
    /// files that the list contains, are not included.
    pub(crate) fn protected(&self) -> ProtectedFiles {
        let mut protected = ProtectedFiles::begin();
        let paths = self.paths.iter().chain(self.list.iter().map(|list| &list.path));
        for path in paths.filter(|&path| stdin_member(path).is_none()) {
            let archive = split_archive_path(path);
            protected.protect(archive.as_ref().map_or(path, |(archive, _)| archive));
        }
        protected
    }

    /// Copies standard input to a temporary file, so that the inputs can be iterated over twice. Has no effect if no path means
    /// standard input.
    ///
    /// # Errors
    ///
    /// Returns an error if standard input cannot be read, if the copy cannot be written, or if the run is cancelled.
    pub(crate) fn with_stdin_stored(mut self, cancel: Cancel) -> io::Result<Self> {
        if self.paths.iter().any(|path| stdin_member(path).is_some()) {
            let mut file = temp_file()?;
            io::copy(&mut Pipe::open(None, cancel)?, &mut file)?;
            self.stdin = Some(Arc::new(file));
        }
        Ok(self)
    }

    /// Reads the list and adds its paths to the typed ones, so that the inputs can be iterated over twice.
    ///
    /// # Errors
    ///
    /// Returns an error if the list cannot be read.
    pub(crate) fn with_list_read(mut self) -> io::Result<Self> {
        if let Some(list) = self.list.take() {
            for path in list.open()? {
                let path = path?;
                // In a list, `-` is an ordinary file name.
                let means_stdin = stdin_member(&path).is_some();
                self.paths.push(if means_stdin {
                    Path::new(".").join(path)
                } else {
                    path
                });
            }
        }
        Ok(self)
    }
}

/// An iterator over all inputs of a [`Request`].
///
/// The inputs are searched while they are read, so at most the entries of one directory are in memory. The fields are the parts of
/// the request and, because an iterator can stop anywhere, the place that it has reached in each of them.
pub(crate) struct Inputs {
    paths: vec::IntoIter<PathBuf>,
    has_no_paths: bool,
    list: Option<List>,
    except: Option<PathBuf>,
    extensions: Arc<[String]>,
    exclude: Exclude,
    /// The open list of paths; `None` before it is opened, and without a list.
    entries: Option<Entries>,
    /// The walk of the directory that is being read; `None` if no directory is being read.
    walk: Option<Walk>,
    /// `true` if archives and pipes are opened.
    opens: bool,
    /// The archive that is being read; `None` if no archive is being read.
    archive: Option<OpenArchive>,
    /// Number of members that were read from archives.
    members: u64,
    /// The inputs that were read before; `None` if there is only one path, so that no input can be repeated.
    visited: Option<VisitedPaths>,
    /// The directory of the latest walk, and whether files in it may have been read before.
    walked: (PathBuf, bool),
    /// The flag that ends the wait for a pipe.
    cancel: Cancel,
    /// A copy of standard input, which is read instead; `None` to read standard input itself.
    stdin: Option<Arc<File>>,
}

impl Inputs {
    /// Creates the iterator over the inputs of a request. Archives and pipes are opened.
    pub(crate) fn new(request: Request) -> Self {
        Self::with_archives(request, true)
    }

    /// Sets the flag that ends the wait for a pipe when the run is cancelled.
    #[must_use]
    pub(crate) fn with_cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Creates an iterator over the files of a request, without opening archives and pipes.
    pub(crate) fn files(request: Request) -> Self {
        Self::with_archives(request, false)
    }

    /// Creates the iterator. `opens` is `true` if archives and pipes are opened.
    fn with_archives(request: Request, opens: bool) -> Self {
        let has_several_paths = request.paths.len() > 1 || request.list.is_some();
        Self {
            visited: has_several_paths.then(|| VisitedPaths::except(request.except.clone())),
            walked: (PathBuf::new(), false),
            paths: request.paths.into_iter(),
            has_no_paths: request.has_no_paths,
            list: request.list,
            except: request.except,
            extensions: request.extensions.into(),
            exclude: request.exclude,
            entries: None,
            walk: None,
            opens,
            archive: None,
            members: 0,
            cancel: Cancel::default(),
            stdin: request.stdin,
        }
    }

    /// Returns the next event of the directory that is being walked; `None` after the last event, and if no directory
    /// is being walked.
    fn next_walked(&mut self) -> Option<InputEvent> {
        loop {
            let event = self.walk.as_mut()?.next();
            let (directory, may_repeat) = &self.walked;
            let event = match (event, &mut self.visited) {
                (None, visited) => {
                    self.walk = None;
                    if let Some(visited) = visited {
                        visited.add_directory(directory);
                    }
                    return None;
                }
                (Some(InputEvent::Input(input)), Some(visited))
                    if *may_repeat && was_read(&input, visited) =>
                {
                    Some(InputEvent::Skipped(input.skipped(SkipReason::AlreadyRead)))
                }
                (Some(InputEvent::Input(input)), _) if self.opens => self.open_walked(input),
                (event, _) => event,
            };
            if event.is_some() {
                return event;
            }
        }
    }

    /// Returns the event for an input that a walk has found. For an archive, this is the event of its first member, or the
    /// failure to open the archive. Returns `None` if all members are excluded.
    fn open_walked(&mut self, input: Input) -> Option<InputEvent> {
        let Source::File(path) = &input.source else {
            return Some(InputEvent::Input(input));
        };
        let Some(kind) = archive::by_name(path) else {
            return Some(InputEvent::Input(input));
        };
        let shown_name = (input.shown.clone(), false);
        let bytes = archive_bytes(path);
        if let Err(error) =
            bytes.and_then(|bytes| self.enter_archive(Some(path), bytes, kind, None, shown_name))
        {
            let shown = input.shown;
            return Some(InputEvent::Failed(Failure { shown, error }));
        }
        self.next_member()
    }

    /// Returns the event for the next member of the open archive; `None` after the last member, and if no archive is
    /// open.
    fn next_member(&mut self) -> Option<InputEvent> {
        let mut event = self.archive.as_mut()?.next();
        if event.is_none() {
            self.archive = None;
        }
        if let Some(InputEvent::Input(input)) = &mut event
            && let Source::Member { number, .. } = &mut input.source
        {
            self.members += 1;
            *number = self.members;
        }
        event
    }

    /// Opens an archive that the user typed. If `only` is given, only this file or folder in the archive is read.
    ///
    /// Returns the failure if the archive cannot be opened; `None` if the archive is open.
    fn open_archive(&mut self, path: &Path, kind: &Kind, only: Option<&str>) -> Option<InputEvent> {
        let shown_name = (path_to_text(path), true);
        let bytes = archive_bytes(path);
        let result = bytes.and_then(|bytes| self.enter_archive(Some(path), bytes, kind, only, shown_name));
        result.err().map(|error| InputEvent::failed(path, error))
    }

    /// Begins to read an archive. `shown_name` is the path of the archive for output, and whether the user typed this
    /// path. If `only` is given, only this file or folder in the archive is read.
    ///
    /// # Errors
    ///
    /// Returns an error if no thread can be started to unpack the archive.
    fn enter_archive(
        &mut self,
        path: Option<&Path>,
        bytes: Bytes,
        kind: &Kind,
        only: Option<&str>,
        shown_name: (String, bool),
    ) -> io::Result<()> {
        let (shown, is_named) = shown_name;
        let member_filter = MemberFilter {
            extensions: Arc::clone(&self.extensions),
            only: only.map(Arc::from),
            exclude: Some((path.unwrap_or(Path::new(STDIN)).into(), self.exclude.clone())),
            ..MemberFilter::default()
        };
        let name = path.map_or(STDIN.into(), |path| {
            path.file_name().unwrap_or_default().to_string_lossy()
        });
        self.archive = Some(OpenArchive {
            path: path.map(Arc::from),
            shown,
            selection: Selection::new(kind, bytes, &name, member_filter, is_named, store_archive)?,
        });
        Ok(())
    }

    /// Returns the event for a named pipe, or for standard input if `path` is `None`.
    ///
    /// If the pipe contains an archive, the archive is opened and `None` is returned. `None` is also returned if the run
    /// is cancelled. If `only` is given, only this file or folder in the archive is read. An iterator that does not open
    /// pipes returns an input without bytes.
    fn pipe(&mut self, path: Option<PathBuf>, only: Option<&str>) -> Option<InputEvent> {
        if !self.opens {
            return Some(InputEvent::Input(Input::pipe(path, Stream::default())));
        }
        match self.begin_pipe(path.as_deref(), only) {
            Ok(None) => None,
            Ok(Some(pipe)) => Some(InputEvent::Input(Input::pipe(path, Stream::new(pipe)))),
            Err(_) if self.cancel.is_set() => None,
            Err(error) => {
                let mut name = path.unwrap_or_else(|| STDIN.into()).into_os_string();
                if let Some(only) = only {
                    name.push(MEMBER_SEPARATOR.to_string());
                    name.push(only);
                }
                Some(InputEvent::failed(Path::new(&name), error))
            }
        }
    }

    /// Opens a pipe. If the pipe contains an archive, begins to read the archive and returns `None`. Returns any other
    /// pipe.
    ///
    /// # Errors
    ///
    /// Returns an error if the pipe cannot be read. Also returns an error if `only` is given but the pipe has no
    /// archive, or if standard input was not requested and is empty.
    fn begin_pipe(&mut self, path: Option<&Path>, only: Option<&str>) -> io::Result<Option<Pipe>> {
        let mut pipe = match &self.stdin {
            Some(copy) if path.is_none() => Pipe::from_copy(Arc::clone(copy)),
            _ => Pipe::open(path, self.cancel.clone())?,
        };
        let name = path.unwrap_or(Path::new(STDIN));
        let Some(kind) = kind_of(name, || pipe.head(SIGNATURE_BYTES))? else {
            return match only {
                // On all systems, 2 is the error number of a missing file, so the system's message for it is shown.
                Some(_) => Err(io::Error::from_raw_os_error(2)),
                None if self.has_no_paths && pipe.head(1)?.is_empty() => Err(no_path()),
                None => Ok(Some(pipe)),
            };
        };
        let bytes = if kind.is_streamed {
            Bytes::from_pipe(pipe)
        } else {
            match store_stream(pipe, Limits::DEFAULT.window)? {
                LargeInputSource::File(file) => bytes_of(file)?,
                LargeInputSource::Memory(bytes) => Bytes::from_memory(bytes),
            }
        };
        self.enter_archive(path, bytes, kind, only, (path_to_text(name), true))?;
        Ok(None)
    }

    /// Returns the next path of the list that is not excluded, or the event if the list cannot be read. Returns `None`
    /// after the last path, and without a list.
    ///
    /// The list is opened on the first call.
    fn next_listed(&mut self) -> Option<Result<PathBuf, InputEvent>> {
        if let Some(list) = self.list.take() {
            match list.open() {
                Ok(entries) => self.entries = Some(entries),
                Err(error) => return Some(Err(InputEvent::failed(&list.path, error))),
            }
        }
        let exclude = &self.exclude;
        let entries = self.entries.as_mut()?;
        let is_excluded =
            |path: &io::Result<PathBuf>| path.as_ref().is_ok_and(|path| exclude.matches(path, None));
        match entries.by_ref().find(|path| !is_excluded(path))? {
            Ok(path) => Some(Ok(path)),
            Err(error) => {
                // The next read could return the same error again, so the list is not read further.
                self.entries = None;
                Some(Err(InputEvent::failed(Path::new("the list of paths"), error)))
            }
        }
    }

    /// Returns the event for a typed or listed file, or begins to read a directory or archive.
    ///
    /// Returns `None` if a directory or archive is begun, or if the run is cancelled during the wait for a pipe.
    fn enter(&mut self, path: PathBuf) -> Option<InputEvent> {
        let already_read = |path: &Path| {
            Some(InputEvent::Skipped(Skipped {
                shown: path_to_text(path),
                why: SkipReason::AlreadyRead,
            }))
        };
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                if let Some(visited) = &self.visited {
                    if visited.is_walked(&path) {
                        return already_read(&path);
                    }
                    self.walked = (path.clone(), visited.overlaps(&path));
                }
                let (except, extensions) = (self.except.clone(), Arc::clone(&self.extensions));
                self.walk = Some(Walk::new(path, except, extensions, self.exclude.clone()));
                None
            }
            Ok(metadata) => {
                let visited = self.visited.as_mut().filter(|_| metadata.is_file());
                if visited.is_some_and(|visited| visited.add_file(&path, is_always_read(&path))) {
                    return already_read(&path);
                }
                if self.opens
                    && metadata.is_file()
                    && let Some(kind) = archive_kind(&path)
                {
                    return self.open_archive(&path, kind, None);
                }
                if !metadata.is_file() {
                    return self.pipe(Some(path), None);
                }
                Some(InputEvent::Input(Input {
                    shown: path_to_text(&path),
                    source: Source::File(path),
                    size: Some(metadata.len()),
                    walked: false,
                    requested_by_ext: false,
                }))
            }
            Err(error) => match split_archive_path(&path) {
                Some((archive, _)) if !self.opens => self.enter(archive),
                Some((archive, only)) => match archive_kind(&archive) {
                    Some(kind) => self.open_archive(&archive, kind, Some(&only)),
                    None => Some(InputEvent::failed(&path, error)),
                },
                None => Some(InputEvent::failed(&path, error)),
            },
        }
    }
}

impl Iterator for Inputs {
    type Item = InputEvent;

    fn next(&mut self) -> Option<InputEvent> {
        loop {
            if let Some(event) = self.next_member() {
                return Some(event);
            }
            if let Some(event) = self.next_walked() {
                return Some(event);
            }
            let event = match self.paths.next() {
                Some(path) => match stdin_member(&path) {
                    Some(only) => self.pipe(None, Some(only).filter(|only| !only.is_empty())),
                    None => self.enter(path),
                },
                None => match self.next_listed()? {
                    Ok(path) => self.enter(path),
                    Err(event) => Some(event),
                },
            };
            if event.is_some() {
                return event;
            }
        }
    }
}

/// The message for a run without a path whose standard input is empty.
const NO_PATH: Words = both(
    "no path was given, and standard input is empty; specify a file or a directory to read",
    "パスが指定されておらず、標準入力も空である。読み込むファイルかフォルダを指定する",
);

/// Returns the error for a run without a path whose standard input is empty.
fn no_path() -> io::Error {
    Reason::error(io::ErrorKind::UnexpectedEof, NO_PATH)
}

impl Failure {
    /// Returns whether the failure is that no path was given and standard input is empty.
    pub(crate) fn is_no_path(&self) -> bool {
        self.error.kind() == io::ErrorKind::UnexpectedEof
            && Reason::from_io_error(&self.error) == NO_PATH.into()
    }
}

/// Returns whether an input that a walk has found was read before.
fn was_read(input: &Input, visited: &VisitedPaths) -> bool {
    match &input.source {
        Source::File(path) => visited.contains(path),
        Source::Pipe { .. } | Source::Member { .. } => false,
    }
}

/// An archive that is being read.
struct OpenArchive {
    /// The path of the archive; `None` for standard input.
    path: Option<Arc<Path>>,
    /// The path for output, as in [`Input::shown`].
    shown: String,
    selection: Selection,
}

impl Iterator for OpenArchive {
    type Item = InputEvent;

    fn next(&mut self) -> Option<InputEvent> {
        let Selected { name, action } = self.selection.next()?;
        let shown = match &*name {
            "" => self.shown.clone(),
            name => format!("{}{MEMBER_SEPARATOR}{name}", self.shown),
        };
        Some(match action {
            MemberAction::Read {
                content,
                requested_by_ext,
                is_named,
            } => InputEvent::Input(Input {
                shown,
                size: Some(content.size()),
                walked: !is_named,
                requested_by_ext,
                source: Source::Member {
                    archive: self.path.clone(),
                    name,
                    number: 0,
                    content,
                },
            }),
            MemberAction::Skip(reason) => InputEvent::Skipped(Skipped { shown, why: reason }),
            MemberAction::Fail(error) => InputEvent::Failed(Failure { shown, error }),
        })
    }
}

/// Returns the bytes of a nested archive, in memory or, for a large archive, in a temporary file.
///
/// A large archive is not kept in memory, because its members need memory while it is read.
fn store_archive(bytes: Arc<Vec<u8>>) -> io::Result<Bytes> {
    if bytes.len() <= Limits::DEFAULT.window {
        return Ok(Bytes::from_memory(bytes));
    }
    bytes_of(write_temp(&bytes)?)
}

/// Splits a path such as `games.zip!a.kif` into the path of the archive and the name in it.
///
/// Returns `None` if a file with the whole path exists, or if no part before a `!` is a file.
fn split_archive_path(path: &Path) -> Option<(PathBuf, String)> {
    let text = path
        .to_str()
        .filter(|text| text.contains(MEMBER_SEPARATOR) && !path.exists())?;
    let mut separators = text.match_indices(MEMBER_SEPARATOR);
    separators.find_map(|(index, _)| {
        let (archive, name) = (Path::new(&text[..index]), &text[index + 1..]);
        (!name.is_empty() && archive.is_file()).then(|| (archive.to_owned(), name.to_owned()))
    })
}

/// Returns whether a file is an archive, by its name or its first bytes.
pub(crate) fn is_archive(path: &Path) -> bool {
    path.is_file() && archive_kind(path).is_some()
}

/// Returns the kind of archive of a file; `None` if the file cannot be read, is not an archive, or has the extension of a
/// record format.
fn archive_kind(path: &Path) -> Option<&'static Kind> {
    kind_of(path, || {
        let mut head = Vec::new();
        let result = open(path)?.take(SIGNATURE_BYTES as u64).read_to_end(&mut head);
        result.map(|_| head)
    })
    .unwrap_or_default()
}

// Detection of inputs that are given twice, under one path or several.

/// The inputs that a run has read so far.
///
/// A file is read only once, even if it is typed twice or in addition to its directory. Only typed files and walked
/// directories are stored, so that millions of files in a directory need no memory.
#[derive(Debug, Default)]
pub(super) struct VisitedPaths {
    /// The files that the user typed or listed.
    files: HashSet<FileName>,
    /// The directories that were walked, with all links resolved.
    directories: Vec<PathBuf>,
    /// The output directory, with all links resolved. Only a walk that begins in it enters it. `None` if all directories
    /// are entered.
    except: Option<PathBuf>,
}

/// A file and, if it has several names (hard links), the one that is read, with all links resolved. Each name is a file of its
/// own, as in a directory: a fix of one does not change the others.
type FileName = (FileId, Option<PathBuf>);

/// Returns the file that a path leads to and its name, or `None` if there is no file.
fn file_name(path: &Path) -> Option<FileName> {
    let name = (hard_links(path) > 1)
        .then(|| fs::canonicalize(path).ok())
        .flatten();
    Some((FileId::from_path(path)?, name))
}

impl VisitedPaths {
    pub(super) fn except(except: Option<PathBuf>) -> Self {
        Self {
            except,
            ..Self::default()
        }
    }

    /// Adds a typed or listed file. Returns whether the file was read before.
    ///
    /// `is_walked` is `true` if a walk of the directory of the file would certainly read the file.
    pub(super) fn add_file(&mut self, path: &Path, is_walked: bool) -> bool {
        let is_new = file_name(path).is_none_or(|name| self.files.insert(name));
        !is_new || is_walked && self.was_walked(path)
    }

    /// Adds a directory that was walked to its end.
    pub(super) fn add_directory(&mut self, path: &Path) {
        self.directories.extend(fs::canonicalize(path));
    }

    /// Returns whether a walk has passed the directory of a file or, if the file is a link, the directory of its target.
    pub(super) fn was_walked(&self, file: &Path) -> bool {
        let is_parent_walked = |path: &Path| path.parent().is_some_and(|parent| self.is_walked(parent));
        let with_directory = if file.is_absolute() {
            file.to_owned()
        } else {
            Path::new(".").join(file)
        };
        !self.directories.is_empty()
            && (is_parent_walked(&with_directory)
                || fs::canonicalize(file).is_ok_and(|target| is_parent_walked(&target)))
    }

    /// Returns whether a walk began with this directory or has passed through it.
    pub(super) fn is_walked(&self, directory: &Path) -> bool {
        if self.directories.is_empty() {
            return false;
        }
        let Ok(canonical) = fs::canonicalize(directory) else {
            return false;
        };
        let is_in_excepted = |path: &Path| {
            self.except
                .as_deref()
                .is_some_and(|excepted| path.starts_with(excepted))
        };
        self.directories.iter().any(|walked| {
            let rest = canonical.strip_prefix(walked);
            let is_entered =
                |component| !matches!(component, Component::Normal(name) if is_skipped_folder(name));
            rest.is_ok_and(|rest| rest.components().all(is_entered))
                && is_in_excepted(&canonical) == is_in_excepted(walked)
        })
    }

    /// Returns whether the walk of a directory may find inputs that were read before.
    pub(super) fn overlaps(&self, directory: &Path) -> bool {
        let is_below = |canonical: &Path| self.directories.iter().any(|path| path.starts_with(canonical));
        !self.files.is_empty() || fs::canonicalize(directory).is_ok_and(|path| is_below(&path))
    }

    /// Returns whether a file that a walk has found was typed, or found by an earlier walk.
    pub(super) fn contains(&self, path: &Path) -> bool {
        let was_typed =
            !self.files.is_empty() && file_name(path).is_some_and(|name| self.files.contains(&name));
        was_typed || self.was_walked(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a line for each event of these typed paths.
    fn event_lines(paths: &[&Path]) -> Vec<String> {
        let request = Request {
            paths: paths.iter().map(|&path| path.to_owned()).collect(),
            ..Request::default()
        };
        let line = |event| match event {
            InputEvent::Input(input) => input.shown,
            InputEvent::Skipped(skipped) => format!("skipped {}", skipped.shown),
            InputEvent::Failed(failure) => format!("failed {}", failure.shown),
        };
        Inputs::new(request).map(line).collect()
    }

    /// Creates empty files in a temporary directory.
    fn create_files(files: &[&str]) -> tempfile::TempDir {
        let top = tempfile::tempdir().unwrap();
        for file in files {
            let path = top.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        top
    }

    #[test]
    fn directories_are_walked_in_the_order_of_their_names() {
        let top = create_files(&["b.kif", "a/z.KIF", "a/10.kif", "a/9.kif", "a.kif", "c/readme.txt"]);
        let root = top.path().to_str().unwrap();
        let expected =
            ["a/10.kif", "a/9.kif", "a/z.KIF", "a.kif", "b.kif"].map(|name| format!("{root}/{name}"));
        let names = event_lines(&[top.path()]);
        assert_eq!(names[..5], expected);
        assert_eq!(names[5..], [format!("skipped {root}/c/readme.txt")]);
    }

    #[test]
    fn a_given_file_is_read_with_any_name() {
        let top = create_files(&["readme.txt"]);
        let file = top.path().join("readme.txt");
        let missing = top.path().join("gone.kif");
        assert_eq!(
            event_lines(&[&file, &missing, Path::new("-")]),
            [
                file.to_str().unwrap().to_owned(),
                format!("failed {}", missing.display()),
                "-".to_owned()
            ]
        );
    }

    #[test]
    fn the_directory_of_the_output_is_not_entered() {
        let top = create_files(&["a/out/x.kif", "out/x.kif", "out/y/x.kif"]);
        let request = |path: &str| Request {
            paths: vec![top.path().join(path)],
            except: fs::canonicalize(top.path().join("out")).ok(),
            ..Request::default()
        };
        assert_eq!(Inputs::new(request("")).count(), 1);
        assert_eq!(Inputs::new(request("out")).count(), 2);
    }

    #[test]
    fn a_slash_at_the_end_of_a_directory_is_not_doubled() {
        let top = create_files(&["x.kif"]);
        let typed = format!("{}/", top.path().display());
        assert_eq!(event_lines(&[Path::new(&typed)]), [format!("{typed}x.kif")]);
    }

    #[test]
    fn a_path_given_twice_is_read_once() {
        let top = create_files(&["a/x.kif", "a/.old/y.kif", "a/b/z.kif", "a/notes.txt", "c.kif"]);
        let root = top.path().to_str().unwrap();
        fs::create_dir(top.path().join("d")).unwrap();
        fs::hard_link(top.path().join("c.kif"), top.path().join("d/h.kif")).unwrap();
        for (paths, expected) in [
            ("c.kif c.kif ./c.kif a/../c.kif", "c.kif skipped skipped skipped"),
            ("a a", "skipped a/b/z.kif skipped a/x.kif skipped"),
            ("a a/b", "skipped a/b/z.kif skipped a/x.kif skipped"),
            ("a/b a", "a/b/z.kif skipped skipped skipped a/x.kif"),
            (
                "a a/x.kif a/b/../x.kif",
                "skipped a/b/z.kif skipped a/x.kif skipped skipped",
            ),
            ("a/x.kif a", "a/x.kif skipped a/b/z.kif skipped skipped"),
            // Each hard link is a file of its own.
            ("c.kif d/h.kif ./c.kif", "c.kif d/h.kif skipped"),
            ("c.kif d", "c.kif d/h.kif"),
            ("d/h.kif d c.kif", "d/h.kif skipped c.kif"),
            // A file that a walk has skipped is read if the user typed it.
            ("a a/.old", "skipped a/b/z.kif skipped a/x.kif a/.old/y.kif"),
            ("a a/.old/y.kif", "skipped a/b/z.kif skipped a/x.kif a/.old/y.kif"),
            ("a a/notes.txt", "skipped a/b/z.kif skipped a/x.kif a/notes.txt"),
        ] {
            let paths: Vec<_> = paths.split(' ').map(|path| top.path().join(path)).collect();
            let lines = event_lines(&paths.iter().map(PathBuf::as_path).collect::<Vec<_>>());
            let names = lines.iter().map(|path| match path.strip_prefix("skipped") {
                Some(_) => "skipped",
                None => path.strip_prefix(root).unwrap().trim_start_matches('/'),
            });
            assert_eq!(names.collect::<Vec<_>>().join(" "), expected, "{paths:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_to_files_are_read_and_links_to_directories_are_not_followed() {
        use std::os::unix::fs::symlink;
        let top = create_files(&["a/x.kif"]);
        let root = top.path();
        symlink(root.join("a/x.kif"), root.join("b.kif")).unwrap();
        symlink(root, root.join("loop.kif")).unwrap();
        symlink(root.join("nothing"), root.join("dangling.kif")).unwrap();
        let shown = |text: &str| format!("{}/{text}", root.display());
        assert_eq!(
            event_lines(&[root]),
            [
                shown("a/x.kif"),
                shown("b.kif"),
                format!("failed {}", shown("dangling.kif")),
                format!("skipped {}", shown("loop.kif"))
            ]
        );
        symlink(root.join("a"), root.join("named")).unwrap();
        assert_eq!(event_lines(&[&root.join("named")]), [shown("named/x.kif")]);
    }
}
