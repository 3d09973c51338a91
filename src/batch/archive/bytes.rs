//! The bytes of an archive, which several threads read at once.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

/// So many bytes of a file are read at once.
const BUFFER: usize = 16 << 10;

/// A place in a file or in memory. A clone reads on its own.
#[derive(Debug)]
pub(super) struct Bytes {
    store: Store,
    length: u64,
    at: u64,
    /// What was read ahead. It stays where somebody goes back or on by a few bytes, as readers of archives do all the time.
    buffer: Vec<u8>,
    buffer_at: u64,
}

#[derive(Clone, Debug)]
enum Store {
    File(Arc<File>),
    Memory(Arc<Vec<u8>>),
}

impl Bytes {
    pub(super) fn of_file(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self::of(Store::File(Arc::new(file)), length))
    }

    pub(super) fn of_memory(bytes: Arc<Vec<u8>>) -> Self {
        let length = bytes.len() as u64;
        Self::of(Store::Memory(bytes), length)
    }

    const fn of(store: Store, length: u64) -> Self {
        Self {
            store,
            length,
            at: 0,
            buffer: Vec::new(),
            buffer_at: 0,
        }
    }

    /// How many there are.
    pub(super) const fn len(&self) -> u64 {
        self.length
    }
}

impl Clone for Bytes {
    fn clone(&self) -> Self {
        let mut other = Self::of(self.store.clone(), self.length);
        other.at = self.at;
        other
    }
}

impl Read for Bytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = match &self.store {
            Store::Memory(bytes) => from(bytes, self.at).read(into)?,
            Store::File(file) if into.len() >= BUFFER => read_at(file, into, self.at)?,
            Store::File(file) => {
                let is_read = self.at >= self.buffer_at;
                let ahead = is_read.then(|| from(&self.buffer, self.at - self.buffer_at));
                if ahead.is_none_or(<[u8]>::is_empty) {
                    self.buffer.resize(BUFFER, 0);
                    let length = read_at(file, &mut self.buffer, self.at)?;
                    self.buffer.truncate(length);
                    self.buffer_at = self.at;
                }
                from(&self.buffer, self.at - self.buffer_at).read(into)?
            }
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
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
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
