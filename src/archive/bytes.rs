//! Bytes of an archive that several threads may read at the same time.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Size of the read buffer (bytes).
const BUFFER_BYTES: usize = 16 << 10;

/// A cursor in a file or in memory. Each clone has its own position.
pub(crate) struct Bytes {
    store: Store,
    length: Length,
    at: u64,
    /// Bytes that were read ahead. The buffer is kept when the position moves by a few bytes, which archive readers often do.
    buffer: Vec<u8>,
    buffer_at: u64,
    /// The file, after the first read.
    open: Option<Arc<File>>,
}

#[derive(Clone)]
enum Store {
    /// A file. It is opened only while it is read, because thousands of archives may be waiting.
    File(FileStore),
    Memory(Arc<Vec<u8>>),
    /// A pipe, which is read once from its beginning.
    Pipe(Arc<Mutex<dyn Read + Send>>),
}

/// A file that is opened when it is needed.
#[derive(Clone)]
struct FileStore {
    open: Arc<dyn Fn() -> io::Result<Arc<File>> + Send + Sync>,
    /// Set if the file takes no memory and is not open before it is needed.
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
    /// Creates the bytes of a file of this length.
    ///
    /// `open` either opens the file again each time, or returns a file that stays open. In the second case `may_wait` is `false`.
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

    /// Opens the file if it is not open.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or is not the same as before.
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

    /// Returns the number of bytes.
    pub(super) fn len(&self) -> u64 {
        self.length.get()
    }

    /// Returns the number of bytes, or a counter of those that were read so far.
    pub(super) fn length(&self) -> Length {
        self.length.clone()
    }
}

impl Clone for Bytes {
    fn clone(&self) -> Self {
        let mut other = Self::new(self.store.clone(), self.length.clone());
        other.at = self.at;
        other
    }
}

impl Read for Bytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.open()?;
        let read = match (&self.store, &self.open) {
            (Store::Memory(bytes), _) => from(bytes, self.at).read(into)?,
            (Store::Pipe(pipe), _) => {
                let mut pipe = pipe.lock().map_err(|_| io::ErrorKind::BrokenPipe)?;
                let read = pipe.read(into)?;
                self.length.0.fetch_add(read as u64, Ordering::Relaxed);
                read
            }
            (_, Some(file)) if into.len() >= BUFFER_BYTES => read_at(file, into, self.at)?,
            (_, Some(file)) => {
                let is_read = self.at >= self.buffer_at;
                let ahead = is_read.then(|| from(&self.buffer, self.at - self.buffer_at));
                if ahead.is_none_or(<[u8]>::is_empty) {
                    self.buffer.resize(BUFFER_BYTES, 0);
                    let length = read_at(file, &mut self.buffer, self.at)?;
                    self.buffer.truncate(length);
                    self.buffer_at = self.at;
                }
                from(&self.buffer, self.at - self.buffer_at).read(into)?
            }
            (_, None) => return Err(io::ErrorKind::NotFound.into()),
        };
        self.at += read as u64;
        Ok(read)
    }
}

/// Returns the bytes from an offset on.
fn from(bytes: &[u8], at: u64) -> &[u8] {
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    bytes.get(at..).unwrap_or_default()
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

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, at)
}

#[cfg(windows)]
fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, into, at)
}

/// Reads at an offset by moving the position of the file, which all its handles share.
///
/// This is correct only on systems with a single thread. Tests run it on all systems.
#[cfg(any(test, not(any(unix, windows))))]
fn seek_and_read(mut file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    file.seek(SeekFrom::Start(at))?;
    file.read(into)
}

#[cfg(not(any(unix, windows)))]
use seek_and_read as read_at;

/// Maximum number of files that threads have open at the same time. The system limits open files, and there can be more threads.
const MAX_OPEN_FILES: usize = 16;

/// Number of further files that may be opened.
static FREE_SLOTS: Mutex<usize> = Mutex::new(MAX_OPEN_FILES);
static SLOT_FREED: Condvar = Condvar::new();

/// Permission of a thread to have a file open while it reads it.
pub(crate) struct Slot;

impl Slot {
    /// Waits for the permission.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_read_at_an_offset_agree() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let (file, whole) = (File::open(path).unwrap(), std::fs::read(path).unwrap());
        for at in [7, 0, 100, whole.len() as u64 - 3, whole.len() as u64 + 1] {
            let read = |read_at: fn(&File, &mut [u8], u64) -> io::Result<usize>| {
                let mut into = [0; 16];
                let length = read_at(&file, &mut into, at).unwrap();
                into[..length].to_vec()
            };
            let expected = from(&whole, at);
            assert_eq!(read(seek_and_read), expected[..expected.len().min(16)]);
            assert_eq!(read(read_at), read(seek_and_read));
        }
    }
}
