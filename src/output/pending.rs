//! A file in the making.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::leftover::MARKS;

/// So many bytes are gathered before they are written.
const BUFFER: usize = 64 << 10;

/// So often a name is looked for that nobody else takes away. Once is nearly always enough.
const TRIES: usize = 8;

/// A file in the making, in the folder that it is for. Dropped before it lands, it leaves nothing behind.
#[derive(Debug)]
pub struct Pending {
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
    pub fn begin(path: PathBuf) -> io::Result<Self> {
        let file = begin_in(folder(&path))?;
        Ok(Self {
            path,
            file,
            buffer: Vec::new(),
        })
    }

    /// The path that it will have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Brings all of it to the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn settle(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file.as_file().sync_all()
    }

    /// Brings several files that are flushed to the disk, at the price of one where the system has a way.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub(super) fn settle_all(files: &[Self]) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        if let Some(one) = files.first() {
            return Ok(rustix::fs::syncfs(one.file.as_file())?);
        }
        files.iter().try_for_each(|it| it.file.as_file().sync_all())
    }

    /// Gives it its name. What had that name is replaced if `replace` says so, and stays whole until then.
    ///
    /// # Errors
    ///
    /// When it cannot be renamed; nothing is left of it then.
    pub fn land(self, replace: bool) -> io::Result<()> {
        let Self { path, file, .. } = self;
        // The lock is held until it has its name, lest it be taken for a leftover.
        let (locked, temporary) = file.into_parts();
        if replace && let Ok(old) = fs::metadata(&path) {
            // Who may read it stays as it was.
            locked.set_permissions(old.permissions())?;
        }
        if replace {
            temporary.persist(&path)
        } else {
            temporary.persist_noclobber(&path)
        }
        .map_err(|failed| failed.error)
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

    /// Written to the file itself, whose errors do not tell the name of the temporary file.
    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// The folder of a path.
pub(super) fn folder(path: &Path) -> &Path {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Brings the names in a folder to the disk.
///
/// # Errors
///
/// When that fails.
#[cfg(unix)]
pub(super) fn settle_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Not every file system knows how.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        done => done,
    }
}

/// Brings the names in a folder to the disk: here the system does that by itself.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
pub(super) fn settle_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A locked file under a name of its own. Another run may take it for a leftover before it is locked.
fn begin_in(folder: &Path) -> io::Result<NamedTempFile<File>> {
    let [begin, end] = MARKS;
    for _ in 0..TRIES {
        // Not the way of temporary files, which nobody else may read: this becomes a file like any other.
        let file = Builder::new()
            .prefix(begin)
            .suffix(end)
            .make_in(folder, |path| File::create_new(path))?;
        // Where there are no locks, nobody finds leftovers by them.
        let _ = file.as_file().lock();
        if fs::exists(file.path())? {
            return Ok(file);
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}
