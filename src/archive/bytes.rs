//! The bytes of an archive, which several threads can read at the same time.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::positioned_io::read_at;

/// Size of the buffer for reading a file (bytes). A read of this size or more does not use the buffer.
const BUFFER_BYTES: usize = 16 << 10;

/// A cursor in a file, in memory or in a pipe. Each clone has its own position, but all clones of a pipe consume the
/// same bytes.
pub(crate) struct Bytes {
    store: Store,
    length: Length,
    /// The position of the cursor.
    at: u64,
    /// Bytes that were read ahead. These bytes stay valid when the position moves by a few bytes, as often happens in
    /// archive readers.
    buffer: Vec<u8>,
    /// The position of the first byte of `buffer`.
    buffer_at: u64,
    /// The open file; `None` before the first read, and always for bytes in memory or in a pipe.
    open: Option<Arc<File>>,
}

/// The place where the bytes are stored.
#[derive(Clone)]
enum Store {
    /// A file. A file with `may_wait` is opened only when it is read, because thousands of files may wait to be read.
    File(FileStore),
    Memory(Arc<Vec<u8>>),
    /// A pipe, which is read once from its beginning.
    Pipe(Arc<Mutex<dyn Read + Send>>),
}

/// A file with the function that opens it or returns the open file.
#[derive(Clone)]
struct FileStore {
    open: Arc<dyn Fn() -> io::Result<Arc<File>> + Send + Sync>,
    /// `true` if the file is opened only when it is needed, so that it uses no resources while it waits.
    may_wait: bool,
}

/// The size of an archive, or the number of bytes read so far from a pipe.
#[derive(Clone, Debug)]
pub(super) struct Length(Arc<AtomicU64>);

impl Length {
    fn new(length: u64) -> Self {
        Self(Arc::new(length.into()))
    }

    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Bytes {
    /// Creates the bytes of a file of this length (bytes).
    ///
    /// `open` opens the file each time, or returns a file that stays open. In the second case, `may_wait` must be `false`.
    pub(crate) fn from_file(
        length: u64,
        may_wait: bool,
        open: impl Fn() -> io::Result<Arc<File>> + Send + Sync + 'static,
    ) -> Self {
        let open = Arc::new(open);
        Self::new(Store::File(FileStore { open, may_wait }), Length::new(length))
    }

    pub(crate) fn from_memory(bytes: Arc<Vec<u8>>) -> Self {
        let length = bytes.len() as u64;
        Self::new(Store::Memory(bytes), Length::new(length))
    }

    pub(crate) fn from_pipe(pipe: impl Read + Send + 'static) -> Self {
        Self::new(Store::Pipe(Arc::new(Mutex::new(pipe))), Length::new(0))
    }

    const fn new(store: Store, length: Length) -> Self {
        Self {
            store,
            length,
            at: 0,
            buffer: Vec::new(),
            buffer_at: 0,
            open: None,
        }
    }

    /// Opens the file if it is not open. Has no effect for bytes in memory or in a pipe.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or has changed since it was first opened.
    pub(crate) fn open(&mut self) -> io::Result<()> {
        if self.open.is_none() {
            self.open = match &self.store {
                Store::File(file) => Some((file.open)()?),
                Store::Memory(_) | Store::Pipe(_) => None,
            };
        }
        Ok(())
    }

    /// Returns whether the bytes take neither memory nor an open file while they wait.
    pub(super) fn may_wait(&self) -> bool {
        matches!(&self.store, Store::File(file) if file.may_wait)
    }

    /// Returns the number of bytes; for a pipe, the number of bytes read so far.
    pub(super) fn len(&self) -> u64 {
        self.length.get()
    }

    /// Returns a handle to the number of bytes, which increases while a pipe is read.
    pub(super) fn length(&self) -> Length {
        self.length.clone()
    }
}

impl Clone for Bytes {
    fn clone(&self) -> Self {
        let mut clone = Self::new(self.store.clone(), self.length.clone());
        clone.at = self.at;
        clone
    }
}

impl Read for Bytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.open()?;
        let count = match (&self.store, &self.open) {
            (Store::Memory(bytes), _) => bytes_from(bytes, self.at).read(buffer)?,
            (Store::Pipe(pipe), _) => {
                let mut pipe = pipe.lock().map_err(|_| io::ErrorKind::BrokenPipe)?;
                let count = pipe.read(buffer)?;
                self.length.0.fetch_add(count as u64, Ordering::Relaxed);
                count
            }
            (_, Some(file)) if buffer.len() >= BUFFER_BYTES => read_at(file, buffer, self.at)?,
            (_, Some(file)) => {
                let is_read = self.at >= self.buffer_at;
                let ahead = is_read.then(|| bytes_from(&self.buffer, self.at - self.buffer_at));
                if ahead.is_none_or(<[u8]>::is_empty) {
                    self.buffer.resize(BUFFER_BYTES, 0);
                    let length = read_at(file, &mut self.buffer, self.at)?;
                    self.buffer.truncate(length);
                    self.buffer_at = self.at;
                }
                bytes_from(&self.buffer, self.at - self.buffer_at).read(buffer)?
            }
            (_, None) => return Err(io::ErrorKind::NotFound.into()),
        };
        self.at += count as u64;
        Ok(count)
    }
}

/// Returns the bytes from an offset on; no bytes if the offset is beyond the end.
fn bytes_from(bytes: &[u8], at: u64) -> &[u8] {
    let start = usize::try_from(at).unwrap_or(usize::MAX);
    bytes.get(start..).unwrap_or_default()
}

impl Seek for Bytes {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        if matches!(self.store, Store::Pipe(_)) {
            return Err(io::ErrorKind::NotSeekable.into());
        }
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.len().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

/// Maximum number of archives that threads have open at the same time. There can be more threads than the system allows open
/// files.
const MAX_OPEN_FILES: usize = 16;

/// Number of further archives that may be opened.
static FREE_SLOTS: Mutex<usize> = Mutex::new(MAX_OPEN_FILES);
/// Notified when a slot is freed.
static SLOT_FREED: Condvar = Condvar::new();

/// The permission to have an archive open. The permission ends when the value is dropped.
pub(crate) struct Slot;

impl Slot {
    /// Waits until fewer than [`MAX_OPEN_FILES`] slots are in use, and takes a slot.
    pub(crate) fn wait() -> Self {
        let free = FREE_SLOTS.lock().unwrap_or_else(PoisonError::into_inner);
        let free = SLOT_FREED.wait_while(free, |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Self
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *FREE_SLOTS.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        SLOT_FREED.notify_one();
    }
}
