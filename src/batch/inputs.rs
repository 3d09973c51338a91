//! The inputs of a run in order: first the paths as typed, then the paths of a list.

use std::collections::HashSet;
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
use crate::output::{FileId, ProtectedFiles};
use crate::text::path_to_text;

/// The inputs that the user requested.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// Files, directories and `-` for standard input, as typed.
    pub paths: Vec<PathBuf>,
    /// `true` if standard input is read only because no path was given. Empty input is an error then.
    pub has_no_paths: bool,
    /// A list with more files and directories.
    pub list: Option<List>,
    /// The output directory, with all links resolved. It is not entered while another directory is walked.
    pub except: Option<PathBuf>,
    /// Additional extensions of files that are read in directories, whatever their content.
    pub extensions: Vec<String>,
    /// Paths that are not read unless they are typed.
    pub exclude: Exclude,
}

impl Request {
    /// Returns whether standard input is read, as a record or as a list. It cannot be both.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.list.as_ref().is_some_and(List::is_stdin)
            || self.paths.iter().any(|path| stdin_member(path).is_some())
    }

    /// Returns the typed files, which no output replaces. Files found in directories and lists are added later.
    pub(crate) fn protected(&self) -> ProtectedFiles {
        let mut kept = ProtectedFiles::begin();
        let named = self.paths.iter().chain(self.list.iter().map(|list| &list.path));
        for path in named.filter(|&path| stdin_member(path).is_none()) {
            let archive = split_archive_path(path);
            kept.protect(archive.as_ref().map_or(path, |(it, _)| it));
        }
        kept
    }

    /// Replaces the list by its paths, for callers that iterate over the inputs twice.
    ///
    /// # Errors
    ///
    /// Returns an error if the list cannot be read.
    pub(crate) fn with_list_read(mut self) -> io::Result<Self> {
        if let Some(list) = self.list.take() {
            for path in list.open()? {
                let path = path?;
                // In a list, `-` is an ordinary file name.
                let is_file = stdin_member(&path).is_none();
                self.paths
                    .push(if is_file { path } else { Path::new(".").join(path) });
            }
        }
        Ok(self)
    }
}

/// An iterator over all inputs of a [`Request`].
///
/// It is lazy: an archive of a million files takes no more memory than its largest directory.
pub(crate) struct Inputs {
    paths: vec::IntoIter<PathBuf>,
    has_no_paths: bool,
    list: Option<List>,
    except: Option<PathBuf>,
    extensions: Arc<[String]>,
    exclude: Exclude,
    entries: Option<Entries>,
    walk: Option<Walk>,
    /// `true` if archives and pipes are opened; the open archive is in `archived`.
    opens: bool,
    archived: Option<Archived>,
    /// Number of members that were read from archives.
    members: u64,
    /// The inputs read before; `None` if only one path was typed, which cannot repeat an input.
    seen: Option<VisitedPaths>,
    /// The directory that is walked, and whether anything in it was read before.
    walked: (PathBuf, bool),
    /// Ends the wait for a pipe.
    cancel: Cancel,
}

impl Inputs {
    /// Creates the iterator over the inputs of a request.
    pub(crate) fn new(request: Request) -> Self {
        Self::with_archives(request, true)
    }

    /// Sets the flag that ends the wait for a pipe when the run is cancelled.
    #[must_use]
    pub(crate) fn with_cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Creates an iterator over the files of a request, without opening archives.
    pub(crate) fn files(request: Request) -> Self {
        Self::with_archives(request, false)
    }

    fn with_archives(request: Request, opens: bool) -> Self {
        let names_several = request.paths.len() > 1 || request.list.is_some();
        Self {
            seen: names_several.then(|| VisitedPaths::except(request.except.clone())),
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
            archived: None,
            members: 0,
            cancel: Cancel::default(),
        }
    }

    /// Returns the next entry of the directory that is walked.
    fn next_walked(&mut self) -> Option<InputEvent> {
        loop {
            let found = self.walk.as_mut()?.next();
            let (directory, reaches) = &self.walked;
            let found = match (found, &mut self.seen) {
                (None, seen) => {
                    self.walk = None;
                    if let Some(seen) = seen {
                        seen.directory(directory);
                    }
                    return None;
                }
                (Some(InputEvent::Input(input)), Some(seen)) if *reaches && was_read(&input, seen) => {
                    Some(InputEvent::Skipped(input.skipped(SkipReason::AlreadyRead)))
                }
                (Some(InputEvent::Input(input)), _) if self.opens => self.opened(input),
                (found, _) => found,
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// Returns an input found by a walk. If it is an archive, returns its first entry, or `None` if all of it is
    /// excluded.
    fn opened(&mut self, input: Input) -> Option<InputEvent> {
        let Source::File(path) = &input.source else {
            return Some(InputEvent::Input(input));
        };
        let Some(kind) = archive::by_name(path) else {
            return Some(InputEvent::Input(input));
        };
        let named = (input.shown.clone(), false);
        let opened = archive_bytes(path);
        if let Err(error) =
            opened.and_then(|archive| self.enter_archive(Some(path), archive, kind, None, named))
        {
            let shown = input.shown;
            return Some(InputEvent::Failed(Failure { shown, error }));
        }
        self.next_archived()
    }

    /// Returns the next member of the open archive.
    fn next_archived(&mut self) -> Option<InputEvent> {
        let mut found = self.archived.as_mut()?.next();
        if found.is_none() {
            self.archived = None;
        }
        if let Some(InputEvent::Input(input)) = &mut found
            && let Source::Member { number, .. } = &mut input.source
        {
            self.members += 1;
            *number = self.members;
        }
        found
    }

    /// Opens a typed archive, limited to the path `only` in it if there is one. Returns the error if this fails.
    fn open(&mut self, path: &Path, kind: &Kind, only: Option<&str>) -> Option<InputEvent> {
        let named = (path_to_text(path), true);
        let opened = archive_bytes(path);
        let entered = opened.and_then(|archive| self.enter_archive(Some(path), archive, kind, only, named));
        entered.err().map(|error| InputEvent::failed(path, error))
    }

    /// Begins to read an archive. `named` is its name in the output, and whether the user typed it.
    fn enter_archive(
        &mut self,
        path: Option<&Path>,
        bytes: Bytes,
        kind: &Kind,
        only: Option<&str>,
        named: (String, bool),
    ) -> io::Result<()> {
        let (shown, is_named) = named;
        let member_filter = MemberFilter {
            extensions: Arc::clone(&self.extensions),
            only: only.map(Arc::from),
            exclude: Some((path.unwrap_or(Path::new(STDIN)).into(), self.exclude.clone())),
            ..MemberFilter::default()
        };
        let name = path.map_or(STDIN.into(), |path| {
            path.file_name().unwrap_or_default().to_string_lossy()
        });
        self.archived = Some(Archived {
            path: path.map(Arc::from),
            shown,
            selection: Selection::new(kind, bytes, &name, member_filter, is_named, stored_archive)?,
        });
        Ok(())
    }

    /// Returns a named pipe, or standard input if there is no path. In an archive, only the path `only` is read.
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

    /// Opens a pipe. An archive is entered, and any other pipe is returned to be read as a record.
    fn begin_pipe(&mut self, path: Option<&Path>, only: Option<&str>) -> io::Result<Option<Pipe>> {
        let mut pipe = Pipe::open(path, self.cancel.clone())?;
        let name = path.unwrap_or(Path::new(STDIN));
        let Some(kind) = kind_of(name, || pipe.head(SIGNATURE_BYTES))? else {
            return match only {
                // On all systems, 2 is the error number of a missing file, so the message is the one of the system.
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

    /// Returns the next path of the list, which is opened on the first call.
    fn next_listed(&mut self) -> Option<Result<PathBuf, InputEvent>> {
        if let Some(list) = self.list.take() {
            match list.open() {
                Ok(entries) => self.entries = Some(entries),
                Err(error) => return Some(Err(InputEvent::failed(&list.path, error))),
            }
        }
        let exclude = &self.exclude;
        let listed = self.entries.as_mut()?;
        let is_left_out =
            |path: &io::Result<PathBuf>| path.as_ref().is_ok_and(|path| exclude.matches(path, None));
        match listed.by_ref().find(|path| !is_left_out(path))? {
            Ok(path) => Some(Ok(path)),
            Err(error) => {
                // Reading on after an error could repeat the error without end.
                self.entries = None;
                Some(Err(InputEvent::failed(Path::new("the list of paths"), error)))
            }
        }
    }

    /// Returns a file, or the first entry of a directory.
    fn enter(&mut self, path: PathBuf) -> Option<InputEvent> {
        let again = |path: &Path| {
            Some(InputEvent::Skipped(Skipped {
                shown: path_to_text(path),
                why: SkipReason::AlreadyRead,
            }))
        };
        match fs::metadata(&path) {
            Ok(data) if data.is_dir() => {
                if let Some(seen) = &self.seen {
                    if seen.is_walked(&path) {
                        return again(&path);
                    }
                    self.walked = (path.clone(), seen.overlaps(&path));
                }
                let (except, extensions) = (self.except.clone(), Arc::clone(&self.extensions));
                self.walk = Some(Walk::new(path, except, extensions, self.exclude.clone()));
                None
            }
            Ok(data) => {
                let seen = self.seen.as_mut().filter(|_| data.is_file());
                if seen.is_some_and(|it| it.file(&path, is_always_read(&path))) {
                    return again(&path);
                }
                if self.opens
                    && data.is_file()
                    && let Some(kind) = kind(&path)
                {
                    return self.open(&path, kind, None);
                }
                if !data.is_file() {
                    return self.pipe(Some(path), None);
                }
                Some(InputEvent::Input(Input {
                    shown: path_to_text(&path),
                    source: Source::File(path),
                    size: Some(data.len()),
                    walked: false,
                    requested_by_ext: false,
                }))
            }
            Err(error) => match split_archive_path(&path) {
                Some((archive, _)) if !self.opens => self.enter(archive),
                Some((archive, only)) => match kind(&archive) {
                    Some(kind) => self.open(&archive, kind, Some(&only)),
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
            if let Some(found) = self.next_archived() {
                return Some(found);
            }
            if let Some(found) = self.next_walked() {
                return Some(found);
            }
            let found = match self.paths.next() {
                Some(path) => match stdin_member(&path) {
                    Some(only) => self.pipe(None, Some(only).filter(|it| !it.is_empty())),
                    None => self.enter(path),
                },
                None => match self.next_listed()? {
                    Ok(path) => self.enter(path),
                    Err(failed) => Some(failed),
                },
            };
            if found.is_some() {
                return found;
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
    /// Returns whether nothing was to be read: no path was given and standard input is empty.
    pub(crate) fn is_no_path(&self) -> bool {
        self.error.kind() == io::ErrorKind::UnexpectedEof
            && Reason::from_io_error(&self.error) == NO_PATH.into()
    }
}

/// Returns whether an input found by a walk was read before.
fn was_read(input: &Input, seen: &VisitedPaths) -> bool {
    match &input.source {
        Source::File(path) => seen.contains(path),
        Source::Pipe { .. } | Source::Member { .. } => false,
    }
}

// Archives among the inputs.

/// An open archive and its name.
struct Archived {
    /// Its path, unless it comes from standard input.
    path: Option<Arc<Path>>,
    /// Its path as the user typed it.
    shown: String,
    selection: Selection,
}

impl Iterator for Archived {
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
            MemberAction::Skip(why) => InputEvent::Skipped(Skipped { shown, why }),
            MemberAction::Fail(error) => InputEvent::Failed(Failure { shown, error }),
        })
    }
}

/// Returns the bytes of an archive inside an archive.
///
/// A large one goes to a temporary file while it is read, because its members need memory.
fn stored_archive(bytes: Arc<Vec<u8>>) -> io::Result<Bytes> {
    if bytes.len() <= Limits::DEFAULT.window {
        return Ok(Bytes::from_memory(bytes));
    }
    bytes_of(write_temp(&bytes)?)
}

/// Splits a path into an archive into the path of the archive and the name in it.
fn split_archive_path(path: &Path) -> Option<(PathBuf, String)> {
    let typed = path
        .to_str()
        .filter(|text| text.contains(MEMBER_SEPARATOR) && !path.exists())?;
    let mut places = typed.match_indices(MEMBER_SEPARATOR);
    places.find_map(|(at, _)| {
        let (archive, name) = (Path::new(&typed[..at]), &typed[at + 1..]);
        (!name.is_empty() && archive.is_file()).then(|| (archive.to_owned(), name.to_owned()))
    })
}

/// Returns whether a file is an archive, by its name or its first bytes.
pub(crate) fn is_archive(path: &Path) -> bool {
    path.is_file() && kind(path).is_some()
}

/// Returns the archive format of a file, or `None` if it is not an archive or if a record format has its extension.
fn kind(path: &Path) -> Option<&'static Kind> {
    kind_of(path, || {
        let mut head = Vec::new();
        let file = open(path)?.take(SIGNATURE_BYTES as u64).read_to_end(&mut head);
        file.map(|_| head)
    })
    .unwrap_or_default()
}

// Detection of inputs that are listed twice, under one name or several.

/// The inputs of a run so far.
///
/// A file is read once, even if it is typed twice, or typed in addition to its directory. Files found by a walk are
/// not stored one by one, so that millions of files take no memory.
#[derive(Debug, Default)]
pub(super) struct VisitedPaths {
    /// The files that were typed.
    files: HashSet<FileId>,
    /// The directories that were walked, with all links resolved.
    directories: Vec<PathBuf>,
    /// The directory that no walk enters from outside.
    except: Option<PathBuf>,
}

impl VisitedPaths {
    pub(super) fn except(except: Option<PathBuf>) -> Self {
        Self {
            except,
            ..Self::default()
        }
    }

    /// Adds a typed file. Returns whether it was read before.
    ///
    /// `is_walked` is `true` if a walk of its directory would read it.
    pub(super) fn file(&mut self, path: &Path, is_walked: bool) -> bool {
        let is_new = FileId::from_path(path).is_none_or(|file_id| self.files.insert(file_id));
        !is_new || is_walked && self.was_walked(path)
    }

    /// Adds a directory that was walked to its end.
    pub(super) fn directory(&mut self, path: &Path) {
        self.directories.extend(fs::canonicalize(path));
    }

    /// Returns whether a walk has found a file, at its path or at the target of its link.
    pub(super) fn was_walked(&self, file: &Path) -> bool {
        let parent = |path: &Path| path.parent().is_some_and(|parent| self.is_walked(parent));
        let here = if file.is_absolute() {
            file.to_owned()
        } else {
            Path::new(".").join(file)
        };
        !self.directories.is_empty() && (parent(&here) || fs::canonicalize(file).is_ok_and(|it| parent(&it)))
    }

    /// Returns whether a walk of a directory has passed through this one, or began with it.
    pub(super) fn is_walked(&self, directory: &Path) -> bool {
        if self.directories.is_empty() {
            return false;
        }
        let Ok(real) = fs::canonicalize(directory) else {
            return false;
        };
        let is_within = |path: &Path| {
            self.except
                .as_deref()
                .is_some_and(|excluded| path.starts_with(excluded))
        };
        self.directories.iter().any(|walked| {
            let below = real.strip_prefix(walked);
            let is_entered = |part| !matches!(part, Component::Normal(name) if is_skipped_folder(name));
            below.is_ok_and(|below| below.components().all(is_entered))
                && is_within(&real) == is_within(walked)
        })
    }

    /// Returns whether the walk of a directory will find inputs that were read before.
    pub(super) fn overlaps(&self, directory: &Path) -> bool {
        let is_below = |real: &Path| self.directories.iter().any(|it| it.starts_with(real));
        !self.files.is_empty() || fs::canonicalize(directory).is_ok_and(|it| is_below(&it))
    }

    /// Returns whether a file found by a walk was typed, or walked before.
    pub(super) fn contains(&self, path: &Path) -> bool {
        let is_named = !self.files.is_empty()
            && FileId::from_path(path).is_some_and(|file_id| self.files.contains(&file_id));
        is_named || self.was_walked(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(paths: &[&Path]) -> Vec<String> {
        let request = Request {
            paths: paths.iter().map(|&it| it.to_owned()).collect(),
            ..Request::default()
        };
        let line = |found| match found {
            InputEvent::Input(input) => input.shown,
            InputEvent::Skipped(skipped) => format!("skipped {}", skipped.shown),
            InputEvent::Failed(failure) => format!("failed {}", failure.shown),
        };
        Inputs::new(request).map(line).collect()
    }

    fn tree(files: &[&str]) -> tempfile::TempDir {
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
        let top = tree(&["b.kif", "a/z.KIF", "a/10.kif", "a/9.kif", "a.kif", "c/readme.txt"]);
        let root = top.path().to_str().unwrap();
        let expected =
            ["a/10.kif", "a/9.kif", "a/z.KIF", "a.kif", "b.kif"].map(|word| format!("{root}/{word}"));
        let names = found(&[top.path()]);
        assert_eq!(names[..5], expected);
        assert_eq!(names[5..], [format!("skipped {root}/c/readme.txt")]);
    }

    #[test]
    fn a_given_file_is_read_with_any_name() {
        let top = tree(&["readme.txt"]);
        let file = top.path().join("readme.txt");
        let gone = top.path().join("gone.kif");
        assert_eq!(
            found(&[&file, &gone, Path::new("-")]),
            [
                file.to_str().unwrap().to_owned(),
                format!("failed {}", gone.display()),
                "-".to_owned()
            ]
        );
    }

    #[test]
    fn the_directory_of_the_output_is_not_entered() {
        let top = tree(&["a/out/x.kif", "out/x.kif", "out/y/x.kif"]);
        let request = |path: &str| Request {
            paths: vec![top.path().join(path)],
            except: fs::canonicalize(top.path().join("out")).ok(),
            ..Request::default()
        };
        assert_eq!(Inputs::new(request("")).count(), 1);
        assert_eq!(Inputs::new(request("out")).count(), 2);
    }

    #[test]
    fn a_slash_at_the_end_is_not_doubled() {
        let top = tree(&["x.kif"]);
        let typed = format!("{}/", top.path().display());
        assert_eq!(found(&[Path::new(&typed)]), [format!("{typed}x.kif")]);
    }

    #[test]
    fn a_path_given_twice_is_read_once() {
        let top = tree(&["a/x.kif", "a/.old/y.kif", "a/b/z.kif", "a/notes.txt", "c.kif"]);
        let root = top.path().to_str().unwrap();
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
            // A file that the walk skipped is read when it is typed.
            ("a a/.old", "skipped a/b/z.kif skipped a/x.kif a/.old/y.kif"),
            ("a a/.old/y.kif", "skipped a/b/z.kif skipped a/x.kif a/.old/y.kif"),
            ("a a/notes.txt", "skipped a/b/z.kif skipped a/x.kif a/notes.txt"),
        ] {
            let paths: Vec<_> = paths.split(' ').map(|part| top.path().join(part)).collect();
            let found = found(&paths.iter().map(PathBuf::as_path).collect::<Vec<_>>());
            let names = found.iter().map(|path| match path.strip_prefix("skipped") {
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
        let top = tree(&["a/x.kif"]);
        let root = top.path();
        symlink(root.join("a/x.kif"), root.join("b.kif")).unwrap();
        symlink(root, root.join("loop.kif")).unwrap();
        symlink(root.join("nothing"), root.join("dangling.kif")).unwrap();
        let shown = |text: &str| format!("{}/{text}", root.display());
        assert_eq!(
            found(&[root]),
            [
                shown("a/x.kif"),
                shown("b.kif"),
                format!("failed {}", shown("dangling.kif")),
                format!("skipped {}", shown("loop.kif"))
            ]
        );
        symlink(root.join("a"), root.join("named")).unwrap();
        assert_eq!(found(&[&root.join("named")]), [shown("named/x.kif")]);
    }
}
