//! Standard input and named pipes.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use super::cancel::Cancel;
use super::load::open;

/// The most bytes that are read at once.
const BLOCK: usize = 64 << 10;

/// The blocks that may wait to be taken.
const WAITING: usize = 2;

/// A pipe that is being read. A terminal or a slow pipe cannot be interrupted while it is read; waiting for the thread that
/// reads it can.
pub(super) struct Pipe {
    /// Reads the next block; it is empty at the end.
    read: Box<dyn FnMut() -> io::Result<Vec<u8>> + Send>,
    /// The bytes that were read but not yet taken, and how many of them were.
    block: Vec<u8>,
    taken: usize,
}

impl Pipe {
    /// Opens a named pipe, or standard input if there is no path. Reading it fails once the run is cancelled.
    ///
    /// # Errors
    ///
    /// When it cannot be opened; if that has to be waited for, reading fails.
    pub(super) fn open(path: Option<&Path>, cancel: Cancel) -> io::Result<Self> {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        let name = path.map(Path::to_owned);
        let thread = thread::Builder::new().spawn(move || send(name, &sender));
        let read: Box<dyn FnMut() -> _ + Send> = if thread.is_ok() {
            Box::new(move || wait(&receiver, &cancel))
        } else {
            // Without a thread the pipe can still be read, but not be interrupted.
            let mut from = begin(path.map(Path::to_owned))?;
            Box::new(move || block(&mut from))
        };
        Ok(Self {
            read,
            block: Vec::new(),
            taken: 0,
        })
    }

    /// Returns the first bytes, at least this many unless the pipe has fewer. They are read again later.
    ///
    /// # Errors
    ///
    /// When the pipe cannot be read.
    pub(super) fn head(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.block.len() - self.taken < length {
            let next = (self.read)()?;
            if next.is_empty() {
                break;
            }
            self.block.extend(next);
        }
        Ok(&self.block[self.taken..])
    }
}

impl Read for Pipe {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.block.len() {
            self.block = (self.read)()?;
            self.taken = 0;
        }
        let read = (&self.block[self.taken..]).read(into)?;
        self.taken += read;
        Ok(read)
    }
}

impl fmt::Debug for Pipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pipe")
    }
}

fn begin(path: Option<PathBuf>) -> io::Result<Box<dyn Read + Send>> {
    Ok(match path {
        Some(path) => Box::new(open(&path)?),
        None => Box::new(io::stdin()),
    })
}

/// Reads what is there, without waiting for more.
fn block(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut block = vec![0; BLOCK];
    loop {
        match from.read(&mut block) {
            Ok(read) => {
                block.truncate(read);
                return Ok(block);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Sends all blocks, up to an empty one or an error.
fn send(path: Option<PathBuf>, to: &SyncSender<io::Result<Vec<u8>>>) {
    let mut from = begin(path);
    loop {
        let block = match &mut from {
            Ok(from) => block(from),
            Err(error) => Err(std::mem::replace(error, io::ErrorKind::UnexpectedEof.into())),
        };
        let ended = block.as_ref().map_or(true, Vec::is_empty);
        if to.send(block).is_err() || ended {
            return;
        }
    }
}

fn wait(from: &Receiver<io::Result<Vec<u8>>>, cancel: &Cancel) -> io::Result<Vec<u8>> {
    loop {
        match from.recv_timeout(Duration::from_millis(50)) {
            Ok(block) => return block,
            // Readers try again after `Interrupted`.
            Err(RecvTimeoutError::Timeout) if cancel.is_set() => return Err(io::ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Timeout) => {}
            // The end was taken before.
            Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
        }
    }
}
