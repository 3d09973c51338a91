//! Opening an input: a small one is read as a whole, of a large one as much as is needed at a time.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use encoding_rs::Encoding;

use super::input::{Input, Source};
use super::limits::{Limits, out_of_memory, record_too_long};
use crate::record::GapKind;
use crate::temporary::{about_folder, temporary};
use crate::text::Evidence;

/// So many bytes tell pictures and programs from text.
pub(super) const HEAD: usize = 64 << 10;

/// An input that is open.
#[derive(Debug)]
pub(super) enum Loaded {
    /// All bytes of a small one.
    Whole(Arc<Vec<u8>>),
    /// A large one.
    Large(Store),
    /// There is nothing to read, for this reason.
    Gap(GapKind),
}

/// Where a large input is, which is read more than once.
#[derive(Debug)]
pub(super) enum Store {
    /// A file; what came through a pipe is in a temporary one.
    File(File),
    /// A file in an archive.
    Memory(Arc<Vec<u8>>),
}

impl Store {
    /// Its bytes from the beginning.
    pub(super) fn begin(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        Ok(match self {
            Self::File(file) => {
                let mut file = file;
                file.rewind()?;
                Box::new(file)
            }
            Self::Memory(bytes) => Box::new(&bytes[..]),
        })
    }

    /// All its bytes, of which this many are expected.
    pub(super) fn whole(self, expected: u64, limits: Limits) -> io::Result<Arc<Vec<u8>>> {
        match self {
            Self::Memory(bytes) => Ok(bytes),
            Self::File(_) => Ok(whole(self.begin()?, expected, limits)?.into()),
        }
    }
}

/// Opens a file that is read.
///
/// # Errors
///
/// When it cannot be opened.
pub(super) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// So many threads have a file open at once; the system allows only so many, and there may be more threads.
const OPEN: usize = 16;

/// How many more may open a file, and the news that one more may.
static FREE: Mutex<usize> = Mutex::new(OPEN);
static FREED: Condvar = Condvar::new();

/// The right of a thread to have a file open while it reads it.
pub(super) struct Slot;

impl Slot {
    /// Waits for it.
    pub(super) fn wait() -> Self {
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

/// Opens an input that may be large.
///
/// # Errors
///
/// When the input cannot be read, when there is no memory or no room for it, and when the run is cancelled while it
/// waits for a pipe.
pub(super) fn load(input: &Input, limits: Limits, encoding: Option<&'static Encoding>) -> io::Result<Loaded> {
    match (&input.source, input.size) {
        (Source::File(path), Some(size)) if size > limits.window as u64 => {
            Ok(Loaded::Large(Store::File(open(path)?)))
        }
        (Source::File(path), Some(size)) => {
            let _slot = Slot::wait();
            whole(open(path)?, size, limits).map(|it| Loaded::Whole(it.into()))
        }
        (Source::File(path), None) => gather(open(path)?, limits.window, encoding),
        (Source::Pipe { stream, .. }, _) => gather(stream.take()?, limits.window, encoding),
        (Source::Member { content, .. }, _) => Ok(match content.unpack()? {
            Ok(bytes) if bytes.len() > limits.window => Loaded::Large(Store::Memory(bytes)),
            Ok(bytes) => Loaded::Whole(bytes),
            Err(gap) => Loaded::Gap(gap),
        }),
    }
}

/// All bytes of a file of which this many are expected.
fn whole(file: impl Read, expected: u64, limits: Limits) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reserve(&mut bytes, expected as usize)?;
    file.take(limits.record as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limits.record {
        return Err(record_too_long(1, limits));
    }
    Ok(bytes)
}

/// All that a pipe brings; in a temporary file where it is much, and only its beginning where it is no text.
fn gather(from: impl Read, window: usize, encoding: Option<&'static Encoding>) -> io::Result<Loaded> {
    let mut from = from;
    let mut bytes = Vec::new();
    (&mut from).take(window as u64 + 1).read_to_end(&mut bytes)?;
    let decided = Evidence::new(encoding).decides(&bytes);
    let is_no_text = bytes.len() >= HEAD && decided.is_some_and(|it| !it.is_text());
    if bytes.len() <= window || is_no_text {
        return Ok(Loaded::Whole(bytes.into()));
    }
    copied(bytes, from, window).map(|it| Loaded::Large(Store::File(it)))
}

/// All bytes of a pipe that are read in any order; in a temporary file if they do not fit into a window.
pub(super) fn stored(mut from: impl Read, window: usize) -> io::Result<Store> {
    let mut bytes = Vec::new();
    (&mut from).take(window as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() <= window {
        return Ok(Store::Memory(bytes.into()));
    }
    copied(bytes, from, window).map(Store::File)
}

/// A temporary file with these bytes and the rest, which is read this many bytes at a time.
fn copied(mut bytes: Vec<u8>, mut from: impl Read, step: usize) -> io::Result<File> {
    let mut file = temporary()?;
    while !bytes.is_empty() {
        file.write_all(&bytes).map_err(|error| about_folder(&error))?;
        bytes.clear();
        (&mut from).take(step as u64).read_to_end(&mut bytes)?;
    }
    file.rewind()?;
    Ok(file)
}

/// A temporary file with these bytes.
pub(super) fn spilled(bytes: &[u8]) -> io::Result<File> {
    let mut file = temporary()?;
    file.write_all(bytes).map_err(|error| about_folder(&error))?;
    Ok(file)
}

/// Makes room for so many bytes more.
pub(super) fn reserve(bytes: &mut Vec<u8>, more: usize) -> io::Result<()> {
    bytes.try_reserve_exact(more).map_err(|_| out_of_memory())
}
