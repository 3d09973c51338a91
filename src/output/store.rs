//! Files that are written whole or not at all, below one directory and nowhere else.

use std::collections::HashSet;
use std::fs::{self, File, FileType, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tempfile::{Builder, NamedTempFile};

use super::leftover::{sweep, unfinished};
use super::target::{Identity, Kept, input, protected};
use crate::finding::{Message, Reason, Words, both, say};
use crate::text::spelled;

/// So many finished files wait for each other to be brought to the disk at once: one by one takes a hundred times as
/// long.
const TOGETHER: usize = 64;

/// A directory that files are written to. They get their names in groups; [`Store::land`] has to be called for the
/// last.
#[derive(Debug)]
pub(crate) struct Store {
    /// With no link left in it.
    root: PathBuf,
    /// Whether existing files are replaced.
    force: bool,
    /// What is never replaced: the inputs.
    kept: Kept,
    written: HashSet<Identity>,
    /// Finished files without their names, the names, and how many records are in each.
    waiting: Vec<(Pending, u64)>,
    /// The names.
    awaited: HashSet<PathBuf>,
    /// So many of them at most.
    together: usize,
    /// The directory that was last written to, as its name below the root.
    entered: Option<PathBuf>,
    /// Records in finished files that did not get their names.
    lost: u64,
}

impl Store {
    /// A store in this directory, which is made where there is none. What is kept is never replaced, even where existing
    /// files are.
    ///
    /// # Errors
    ///
    /// When there is no such directory and none can be made.
    pub(crate) fn open(directory: &Path, force: bool, kept: Kept) -> io::Result<Self> {
        let directory = if directory.as_os_str().is_empty() {
            Path::new(".")
        } else {
            directory
        };
        make_folders(directory)?;
        Ok(Self {
            root: fs::canonicalize(directory)?,
            force,
            kept,
            written: HashSet::new(),
            waiting: Vec::new(),
            awaited: HashSet::new(),
            together: together(),
            entered: None,
            lost: 0,
        })
    }

    /// The directory, with no link left in it.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// How many files were written.
    pub(crate) fn count(&self) -> usize {
        self.written.len() + self.waiting.len()
    }

    /// How many records were in finished files that did not get their names.
    pub(crate) const fn lost(&self) -> u64 {
        self.lost
    }

    /// Whether this store has written the file.
    pub(crate) fn has_written(&self, file: &Path) -> bool {
        self.awaited.contains(file)
            || !self.written.is_empty() && Identity::of(file).is_some_and(|it| self.written.contains(&it))
    }

    /// Begins a file of this name below the directory. It comes into being when it is finished.
    ///
    /// # Errors
    ///
    /// When it may not or cannot be written.
    pub(crate) fn begin(&mut self, name: &Path) -> io::Result<Pending> {
        let parent = name.parent().unwrap_or(Path::new(""));
        if self.entered.as_deref() != Some(parent) {
            self.enter(parent)?;
            sweep(&self.root.join(parent), &self.kept);
            self.entered = Some(parent.to_owned());
        }
        let path = self.root.join(name);
        self.may_write(&path)?;
        Pending::begin(path)
    }

    /// Takes a file that has all its bytes, with so many records in it. It gets its name with others.
    ///
    /// # Errors
    ///
    /// When it cannot be written; nothing is left of it then. When the disk does not take it and those that wait with it;
    /// nothing is left of all of them then.
    pub(crate) fn finish(&mut self, mut pending: Pending, records: u64) -> io::Result<()> {
        // Where there is no room for one, the others are none the worse for it.
        if let Err(error) = pending.flush() {
            self.lost += records;
            return Err(error);
        }
        self.awaited.insert(pending.path().to_owned());
        self.waiting.push((pending, records));
        if self.waiting.len() < self.together {
            return Ok(());
        }
        self.land()
    }

    /// Gives all files that wait their names.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub(crate) fn land(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        self.awaited.clear();
        let name = |path: &Path| Message::same(spelled(path));
        if let Err(error) = Pending::settle_all(waiting.iter().map(|(it, _)| it)) {
            self.lost += waiting.iter().map(|(_, records)| records).sum::<u64>();
            let errors = waiting
                .iter()
                .map(|(it, _)| Reason::about(&name(it.path()), &error));
            return Reason::all(errors);
        }
        let mut errors = Vec::new();
        let mut folders = Vec::new();
        for (pending, records) in waiting {
            let path = pending.path().to_owned();
            let folder = folder(&path).to_owned();
            match self.give_name(pending) {
                Ok(()) if folders.contains(&folder) => {}
                Ok(()) => folders.push(folder),
                Err(error) => {
                    self.lost += records;
                    errors.push(Reason::about(&name(&path), &error));
                }
            }
        }
        for folder in folders {
            let settled = settle_folder(&folder);
            errors.extend(settled.err().map(|error| Reason::about(&name(&folder), &error)));
        }
        Reason::all(errors)
    }

    /// Gives a file its name.
    fn give_name(&mut self, pending: Pending) -> io::Result<()> {
        let path = pending.path().to_owned();
        // One that was not there when this was begun may be the same by now, where two names differ in case only.
        if self.force {
            self.may_write(&path)?;
        }
        pending.land(self.force).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(),
            _ => error,
        })?;
        self.written.extend(Identity::of(&path));
        Ok(())
    }

    /// Removes a file that this store has written; any other of the name stays.
    ///
    /// # Errors
    ///
    /// When it cannot be removed.
    pub(crate) fn remove(&self, name: &Path) -> io::Result<()> {
        let path = self.root.join(name);
        let is_own = Identity::of(&path).is_some_and(|it| self.written.contains(&it));
        if is_own { remove(&path) } else { Ok(()) }
    }

    /// Makes a directory level by level. A link that is in the way may lead anywhere inside the root, but not out.
    fn enter(&self, name: &Path) -> io::Result<()> {
        let mut path = self.root.clone();
        for level in name.components() {
            path.push(level);
            match make_folder(&path) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
            let real = fs::canonicalize(&path)?;
            if !real.is_dir() {
                return Err(Reason::error(
                    io::ErrorKind::NotADirectory,
                    say(
                        "a file has the name of a required directory; move the file, or choose another directory",
                        "作成するフォルダと同じ名前のファイルがある。ファイルを移すか、別のフォルダを指定する",
                    ),
                ));
            }
            if !real.starts_with(&self.root) {
                return Err(Reason::error(
                    io::ErrorKind::PermissionDenied,
                    say(
                        "a link leads out of the output directory; remove it, or choose another directory",
                        "リンクが出力フォルダの外を指している。リンクを削除するか、別のフォルダを指定する",
                    ),
                ));
            }
        }
        Ok(())
    }

    fn may_write(&self, path: &Path) -> io::Result<()> {
        let refused = |words| Err(Reason::error(io::ErrorKind::AlreadyExists, words));
        let there = fs::symlink_metadata(path);
        // Where nothing is there, only what waits may have the name.
        let is_own = if there.is_ok() {
            self.has_written(path)
        } else {
            self.awaited.contains(path)
        };
        if is_own {
            return refused(say(
                "this run has already written a file with this name; convert this input separately, to another directory",
                "同じ名前のファイルを書き出し済みである。この入力だけを別のフォルダへ変換する",
            ));
        }
        let Ok(there) = there else { return Ok(()) };
        // A dangling link is replaced like a file.
        let odd = fs::metadata(path).ok().and_then(|it| odd_kind(it.file_type()));
        if self.kept.holds(path) {
            Err(input())
        } else if let Some(kind) = odd {
            refused(Message::from(kind).followed_by(both(
                " with this name exists, and only files can be replaced; choose another path with -o",
                "がこの名前で存在し、置き換えられるのはファイルだけである。`-o` で別のパスを指定する",
            )))
        } else if !self.force {
            Err(exists())
        } else if there.permissions().readonly() {
            Err(protected())
        } else {
            Ok(())
        }
    }
}

/// How many files wait for each other. They are open meanwhile: where a process may have few, most are left for reading.
#[cfg(unix)]
fn together() -> usize {
    use rustix::process::{Resource, getrlimit};
    let most = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX) / 4;
    most.clamp(1, TOGETHER as u64) as usize
}

/// How many files wait for each other.
#[cfg(not(unix))]
const fn together() -> usize {
    TOGETHER
}

/// What this is in words, unless it is a file.
fn odd_kind(kind: FileType) -> Option<Words> {
    if kind.is_file() {
        return None;
    }
    if kind.is_dir() {
        return Some(both("a directory", "フォルダ"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some(both("a pipe", "パイプ"));
        } else if kind.is_socket() {
            return Some(both("a socket", "ソケット"));
        }
    }
    Some(both("a device", "デバイス"))
}

fn exists() -> io::Error {
    Reason::error(
        io::ErrorKind::AlreadyExists,
        say(
            "already exists; use --force to replace existing files",
            "すでに存在する。`--force` を付けると置き換える",
        ),
    )
}

// The steps by which files come to the disk. Nothing else in the program writes to one.

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A folder is made.
    Folder,
    /// A file is begun, under a name of its own.
    Create,
    /// Bytes are written, to a file or a stream.
    Write,
    /// A stream is asked to pass on what it holds.
    Flush,
    /// The bytes of a file, or of all of them, are brought to the disk.
    Settle,
    /// A file gets the permissions of the one that it replaces.
    Permit,
    /// A file gets its name.
    Rename,
    /// The names in a folder are brought to the disk.
    SettleFolder,
    /// What an earlier run has left is removed.
    Remove,
}

/// Who looks on while files come to the disk, to write the steps down or to make one fail.
pub trait Watch: Send + Sync {
    /// Told of a step before it is made, with the path that it is about. An error is what comes of the step.
    ///
    /// # Errors
    ///
    /// When the step is to fail.
    fn before(&self, step: Step, path: &Path) -> io::Result<()>;
}

/// The one who looks on; usually nobody does.
static WATCH: OnceLock<Box<dyn Watch>> = OnceLock::new();

/// Lets somebody look on until the process ends: the first who asks. This is for tests, which could not make a disk fail
/// otherwise.
pub fn watch(watch: Box<dyn Watch>) {
    let _ = WATCH.set(watch);
}

fn before(step: Step, path: &Path) -> io::Result<()> {
    WATCH.get().map_or(Ok(()), |watch| watch.before(step, path))
}

/// Makes a folder and those above it, as far as they are not there.
pub(super) fn make_folders(path: &Path) -> io::Result<()> {
    before(Step::Folder, path)?;
    fs::create_dir_all(path)
}

/// Makes a folder.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    before(Step::Folder, path)?;
    fs::create_dir(path)
}

/// Begins a file in a folder, under this name.
pub(super) fn create(folder: &Path, name: &str) -> io::Result<NamedTempFile<File>> {
    // Not the way of temporary files, which nobody else may read: this becomes a file like any other.
    Builder::new().prefix(name).rand_bytes(0).make_in(folder, |path| {
        before(Step::Create, path)?;
        File::create_new(path)
    })
}

/// Writes to a file. Its own errors do not tell the name of the temporary file.
pub(super) fn write(file: &mut NamedTempFile<File>, bytes: &[u8]) -> io::Result<()> {
    before(Step::Write, file.path())?;
    file.as_file_mut().write_all(bytes)
}

/// Brings the bytes of a file to the disk.
pub(super) fn settle(file: &NamedTempFile<File>) -> io::Result<()> {
    before(Step::Settle, file.path())?;
    file.as_file().sync_all()
}

/// Brings the bytes of all files to the disk on which this one is, where the system has a way; otherwise of this one.
pub(super) fn settle_all(file: &NamedTempFile<File>) -> io::Result<()> {
    before(Step::Settle, file.path())?;
    #[cfg(target_os = "linux")]
    return Ok(rustix::fs::syncfs(file.as_file())?);
    #[cfg(not(target_os = "linux"))]
    file.as_file().sync_all()
}

/// Lets those use a file who may use another.
pub(super) fn permit(file: &NamedTempFile<File>, permissions: Permissions) -> io::Result<()> {
    before(Step::Permit, file.path())?;
    file.as_file().set_permissions(permissions)
}

/// Gives a file its name, in place of what has it if `replace` says so. Of one that does not get it nothing is left.
pub(super) fn rename(file: NamedTempFile<File>, path: &Path, replace: bool) -> io::Result<()> {
    before(Step::Rename, path)?;
    // The lock is held until it has its name, lest it be taken for a leftover.
    let (_locked, temporary) = file.into_parts();
    let renamed = if replace {
        temporary.persist(path)
    } else {
        temporary.persist_noclobber(path)
    };
    renamed.map_err(|failed| failed.error)
}

/// Brings the names in a folder to the disk. Not every system lets folders be opened, and not every file system knows how;
/// those do it by themselves.
pub(super) fn settle_folder(folder: &Path) -> io::Result<()> {
    before(Step::SettleFolder, folder)?;
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        done => done,
    }
}

/// Removes a file.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    before(Step::Remove, path)?;
    fs::remove_file(path)
}

/// A stream whose steps are those of a disk, for those who look on.
pub(super) struct Stream(pub(super) Box<dyn Write + Send>);

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        before(Step::Write, Path::new("-"))?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        before(Step::Flush, Path::new("-"))?;
        self.0.flush()
    }
}

// A file in the making.

/// So many bytes are gathered before they are written.
const BUFFER: usize = 64 << 10;

/// So often a name is looked for that nobody else takes away. Once is nearly always enough.
const TRIES: usize = 8;

/// A file in the making, in the folder that it is for. Dropped before it lands, it leaves nothing after.
#[derive(Debug)]
pub(crate) struct Pending {
    path: PathBuf,
    file: NamedTempFile<File>,
    buffer: Vec<u8>,
}

impl Pending {
    /// Begins the file that will have this path.
    ///
    /// # Errors
    ///
    /// When nothing can be written in its folder.
    pub(crate) fn begin(path: PathBuf) -> io::Result<Self> {
        let file = begin_in(folder(&path))?;
        Ok(Self {
            path,
            file,
            buffer: Vec::new(),
        })
    }

    /// The path that it will have.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Brings all of it to the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        self.flush()?;
        settle(&self.file)
    }

    /// Brings several files that are flushed to the disk, at the price of one where the system has a way.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub(super) fn settle_all<'f>(files: impl IntoIterator<Item = &'f Self>) -> io::Result<()> {
        let one_is_enough = cfg!(target_os = "linux");
        let most = if one_is_enough { 1 } else { usize::MAX };
        files
            .into_iter()
            .take(most)
            .try_for_each(|it| settle_all(&it.file))
    }

    /// Gives it its name. What had that name is replaced if `replace` says so, and stays whole until then.
    ///
    /// # Errors
    ///
    /// When it cannot be renamed; nothing is left of it then.
    pub(crate) fn land(self, replace: bool) -> io::Result<()> {
        let Self { path, file, .. } = self;
        if replace && let Ok(old) = fs::metadata(&path) {
            // Who may read it stays as it was.
            permit(&file, old.permissions())?;
        }
        rename(file, &path, replace)
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            write(&mut self.file, &self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

/// The folder of a path.
pub(super) fn folder(path: &Path) -> &Path {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// A locked file under a name of its own. Another run may take it for a leftover before it is locked.
fn begin_in(folder: &Path) -> io::Result<NamedTempFile<File>> {
    for _ in 0..TRIES {
        let file = create(folder, &unfinished())?;
        // Where there are no locks, nobody finds leftovers by them.
        let _ = file.as_file().lock();
        if fs::exists(file.path())? {
            return Ok(file);
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::leftover::tests::all as files;

    fn write(store: &mut Store, name: &str, text: &str) -> Result<(), String> {
        let mut pending = store.begin(Path::new(name)).map_err(|it| it.to_string())?;
        pending.write_all(text.as_bytes()).map_err(|it| it.to_string())?;
        store
            .finish(pending, 1)
            .and_then(|()| store.land())
            .map_err(|it| it.to_string())
    }

    #[test]
    fn a_file_is_whole_or_is_not() {
        let top = tempfile::tempdir().unwrap();
        let mut store = Store::open(&top.path().join("a/b"), false, Kept::begin()).unwrap();
        let mut pending = store.begin(Path::new("c/x.csa")).unwrap();
        pending.write_all(&vec![b'x'; 100_000]).unwrap();
        drop(pending);
        assert!(files(&top.path().join("a/b/c")).is_empty());
        write(&mut store, "c/x.csa", "text").unwrap();
        assert_eq!(files(&top.path().join("a/b/c")), ["x.csa"]);
        assert_eq!(store.count(), 1);
    }

    #[test]
    fn what_is_there_is_replaced_only_when_asked_for() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("x.csa");
        fs::write(&path, "old").unwrap();
        let refused = write(
            &mut Store::open(top.path(), false, Kept::begin()).unwrap(),
            "x.csa",
            "new",
        )
        .unwrap_err();
        assert!(refused.contains("--force"), "{refused}");
        let mut kept = Kept::begin();
        kept.keep(&path);
        for force in [false, true] {
            let mut store = Store::open(top.path(), force, kept.clone()).unwrap();
            assert!(write(&mut store, "x.csa", "new").unwrap_err().contains("input"));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let mut store = Store::open(top.path(), true, Kept::begin()).unwrap();
        write(&mut store, "x.csa", "new").unwrap();
        assert!(store.has_written(&path));
        assert!(
            write(&mut store, "x.csa", "newer")
                .unwrap_err()
                .contains("this run")
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        fs::create_dir(top.path().join("y.csa")).unwrap();
        assert!(
            write(&mut store, "y.csa", "")
                .unwrap_err()
                .starts_with("a directory with this name exists")
        );
        assert_eq!(files(top.path()), ["x.csa", "y.csa"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_out() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let top = tempfile::tempdir().unwrap();
        let (root, outside) = (top.path().join("out"), top.path().join("outside"));
        let mut store = Store::open(&root, true, Kept::begin()).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("x.csa"), "old").unwrap();
        symlink(&outside, root.join("link")).unwrap();
        for name in ["link/x.csa", "link/deep/x.csa"] {
            assert!(write(&mut store, name, "").unwrap_err().contains("leads out"));
        }
        assert_eq!(files(&outside), ["x.csa"]);
        // The link itself is replaced, not what it leads to.
        symlink(outside.join("x.csa"), root.join("x.csa")).unwrap();
        write(&mut store, "x.csa", "new").unwrap();
        assert_eq!(fs::read_to_string(outside.join("x.csa")).unwrap(), "old");
        // A link that stays inside is as good as a directory.
        fs::create_dir(root.join("real")).unwrap();
        symlink(root.join("real"), root.join("inside")).unwrap();
        write(&mut store, "inside/x.csa", "new").unwrap();
        assert_eq!(files(&root.join("real")), ["x.csa"]);
        // A file like any other, which the group may read.
        fs::write(root.join("usual"), "").unwrap();
        let mode = |name: &str| fs::metadata(root.join(name)).unwrap().permissions().mode();
        assert_eq!(mode("x.csa"), mode("usual"));
    }
}
