//! A file in the making.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::disk;
use super::leftover::unfinished;

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
        disk::settle(&self.file)
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
            .try_for_each(|it| disk::settle_all(&it.file))
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
            disk::permit(&file, old.permissions())?;
        }
        disk::rename(file, &path, replace)
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
            disk::write(&mut self.file, &self.buffer)?;
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
        let file = disk::create(folder, &unfinished())?;
        // Where there are no locks, nobody finds leftovers by them.
        let _ = file.as_file().lock();
        if fs::exists(file.path())? {
            return Ok(file);
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}
