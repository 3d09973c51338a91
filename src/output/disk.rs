//! The steps by which files come to the disk. Nothing else in the program writes to one.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

use tempfile::{Builder, NamedTempFile};

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
