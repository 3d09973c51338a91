//! The bytes of an archive, which several threads read at once.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// So many bytes of a file are read at once.
const BUFFER_BYTES: usize = 16 << 10;

/// A place in a file or in memory. A clone reads on its own.
pub(crate) struct Bytes {
    store: Store,
    length: Length,
    at: u64,
    /// What was read ahead. It stays where somebody goes back or on by a few bytes, as readers of archives do all the time.
    buffer: Vec<u8>,
    buffer_at: u64,
    /// The file, once something was read from it.
    open: Option<Arc<File>>,
}

#[derive(Clone)]
enum Store {
    /// A file. Thousands of archives may wait to be read, so that only those are open that are being read.
    File(FileStore),
    Memory(Arc<Vec<u8>>),
    /// It is read once, from its beginning.
    Pipe(Arc<Mutex<dyn Read + Send>>),
}

/// A file that is opened when it is needed.
#[derive(Clone)]
struct FileStore {
    open: Arc<dyn Fn() -> io::Result<Arc<File>> + Send + Sync>,
    /// Whether it takes no memory and is not open before it is needed.
    may_wait: bool,
}

/// How many bytes an archive has; if it comes through a pipe, how many of them were read.
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
    /// Those of a file of this length, which `open` opens again and again, or has open, and then they may not wait.
    pub(crate) fn of_file(
        length: u64,
        may_wait: bool,
        open: impl Fn() -> io::Result<Arc<File>> + Send + Sync + 'static,
    ) -> Self {
        let open = Arc::new(open);
        Self::new(Store::File(FileStore { open, may_wait }), Length::new(length))
    }

    pub(crate) fn of_memory(bytes: Arc<Vec<u8>>) -> Self {
        let length = bytes.len() as u64;
        Self::new(Store::Memory(bytes), Length::new(length))
    }

    pub(crate) fn of_pipe(pipe: impl Read + Send + 'static) -> Self {
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
    /// When it cannot be opened, or is not the same as before.
    pub(crate) fn open(&mut self) -> io::Result<()> {
        if self.open.is_none() {
            self.open = match &self.store {
                Store::File(file) => Some((file.open)()?),
                Store::Memory(_) | Store::Pipe(_) => None,
            };
        }
        Ok(())
    }

    /// Whether they may wait to be read: they take neither memory nor an open file meanwhile.
    pub(super) fn may_wait(&self) -> bool {
        matches!(&self.store, Store::File(file) if file.may_wait)
    }

    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.length.get()
    }

    /// How many there are, or have come so far.
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

/// The bytes from this one on.
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

/// Moves the position of the file, which is that of all its handles: the system must be one that runs a single thread. Tests run it
/// everywhere.
#[cfg(any(test, not(any(unix, windows))))]
fn seek_and_read(mut file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    file.seek(SeekFrom::Start(at))?;
    file.read(into)
}

#[cfg(not(any(unix, windows)))]
use seek_and_read as read_at;

/// So many threads have a file open at once; the system allows only so many, and there may be more threads.
const OPEN: usize = 16;

/// How many more may open a file, and the news that one more may.
static FREE: Mutex<usize> = Mutex::new(OPEN);
static FREED: Condvar = Condvar::new();

/// The right of a thread to have a file open while it reads it.
pub(crate) struct Slot;

impl Slot {
    /// Waits for it.
    pub(crate) fn wait() -> Self {
        let free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        let free = FREED.wait_while(free, |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Self
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *FREE.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        FREED.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_alike_with_and_without_a_call_for_it() {
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
