//! Opening an input: a small one is read as a whole, of a large one as much as is needed at a time.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use encoding_rs::Encoding;

use super::cancel::Cancel;
use super::input::{Input, Source};
use super::limits::{Limits, out_of_memory, record_too_long};
use crate::output::stdin;
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
}

/// Opens a file that is read.
///
/// # Errors
///
/// When it cannot be opened.
pub(super) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Opens an input that may be large.
///
/// # Errors
///
/// When the input cannot be read, when there is no memory or no room for it, and when the run is cancelled while it
/// waits for standard input.
pub(super) fn load(
    input: &Input,
    limits: Limits,
    encoding: Option<&'static Encoding>,
    cancel: &Cancel,
) -> io::Result<Loaded> {
    match (&input.source, input.size) {
        (Source::File(path), Some(size)) if size > limits.window as u64 => {
            Ok(Loaded::Large(Store::File(File::open(path)?)))
        }
        (Source::File(path), Some(size)) => {
            whole(File::open(path)?, size, limits).map(|it| Loaded::Whole(it.into()))
        }
        (Source::File(path), None) => gather(File::open(path)?, limits.window, encoding),
        (Source::Stdin, _) => wait_for_stdin(limits.window, encoding, cancel),
        (Source::Member { content, .. }, _) => Ok(match content.unpack() {
            Ok(bytes) if bytes.len() > limits.window => Loaded::Large(Store::Memory(bytes)),
            Ok(bytes) => Loaded::Whole(bytes),
            Err(gap) => Loaded::Gap(gap),
        }),
    }
}

/// All bytes of a file of which this many are expected.
pub(super) fn whole(file: impl Read, expected: u64, limits: Limits) -> io::Result<Vec<u8>> {
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
    let mut file = temporary()?;
    while !bytes.is_empty() {
        file.write_all(&bytes).map_err(|error| about_folder(&error))?;
        bytes.clear();
        (&mut from).take(window as u64).read_to_end(&mut bytes)?;
    }
    file.rewind()?;
    Ok(Loaded::Large(Store::File(file)))
}

/// Reading from a terminal or a slow pipe cannot be broken off; waiting for the thread that reads can.
fn wait_for_stdin(window: usize, encoding: Option<&'static Encoding>, cancel: &Cancel) -> io::Result<Loaded> {
    let (sender, receiver) = mpsc::channel();
    let stdin = stdin()?;
    thread::spawn(move || sender.send(gather(stdin, window, encoding)));
    loop {
        match receiver.recv_timeout(Duration::from_millis(50)) {
            Ok(loaded) => return loaded,
            Err(RecvTimeoutError::Timeout) if cancel.is_set() => {
                return Err(io::ErrorKind::Interrupted.into());
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

/// Makes room for so many bytes more.
pub(super) fn reserve(bytes: &mut Vec<u8>, more: usize) -> io::Result<()> {
    bytes.try_reserve_exact(more).map_err(|_| out_of_memory())
}
