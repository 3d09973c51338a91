//! Inputs (files, standard input and members of archives), with the paths that the user typed, and functions to read them.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use std::{fmt, thread};

use encoding_rs::Encoding;

use super::execution::Cancel;
use crate::archive::bytes::Slot;
use crate::archive::selection::{STDIN, SkipReason};
use crate::archive::{self, Bytes, Content, MEMBER_SEPARATOR, place_in};
use crate::check::SourceFile;
use crate::finding::{Reason, bilingual, message};
use crate::notation;
use crate::positioned_io::read_at;
use crate::record::GapKind;
use crate::temporary::{temp_file, with_temp_dir};
use crate::text::{BinaryLayout, EncodingSample, ItemReader, Text, path_to_text, ybb};

/// Returns the file or folder that a path such as `-!dir/game.kif` means in an archive on standard input.
///
/// Returns an empty name for `-`, which means standard input as a whole. Returns `None` for any other path, and if a
/// file with the whole path `-!…` exists.
pub(crate) fn stdin_member(path: &Path) -> Option<&str> {
    let rest = path.to_str()?.strip_prefix(STDIN)?;
    match rest.strip_prefix(MEMBER_SEPARATOR) {
        Some(name) => (!name.is_empty() && !path.exists()).then_some(name),
        None => rest.is_empty().then_some(rest),
    }
}

/// An input to read.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The path for output: as the user typed it or, for a file in a typed directory, the directory followed by the path
    /// below this directory. For a file in an archive, the path of the archive, `!` and the name follow each other.
    pub shown: String,
    /// Location of the bytes.
    pub source: Source,
    /// Length (bytes); `None` for pipes and devices.
    pub size: Option<u64>,
    /// `true` if the input was found in a directory or archive; `false` if the user typed the path of the input.
    pub walked: bool,
    /// `true` if the extension does not belong to a format, and the input was found because of `--ext`.
    pub requested_by_ext: bool,
}

/// The location of the bytes of an input.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Standard input or a named pipe that is open.
    Pipe {
        /// Path of the named pipe; `None` for standard input.
        path: Option<PathBuf>,
        /// The bytes of the pipe.
        stream: Stream,
    },
    /// A file or a named pipe.
    File(PathBuf),
    /// A file in an archive.
    Member {
        /// The path of the archive; `None` for standard input.
        archive: Option<Arc<Path>>,
        /// The name in the archive. Several members may have the same name.
        name: String,
        /// The number among all members that are read, from 1.
        number: u64,
        /// The content of the member.
        content: Content,
    },
}

/// The bytes of a pipe, which can be read only once. Clones share the pipe.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stream(Arc<Mutex<Option<Pipe>>>);

impl Stream {
    pub(super) fn new(pipe: Pipe) -> Self {
        Self(Arc::new(Mutex::new(Some(pipe))))
    }

    /// Takes the pipe out of the slot that all clones share, so that no later call can take it.
    ///
    /// # Errors
    ///
    /// Returns an error if the pipe was taken before.
    pub(super) fn take(&self) -> io::Result<Pipe> {
        let pipe = self.0.lock().ok().and_then(|mut slot| slot.take());
        pipe.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl Source {
    /// Returns all bytes of a file or a member that was read before.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes cannot be read, or if the source is a pipe.
    pub(crate) fn read_again(&self) -> io::Result<Vec<u8>> {
        match self {
            Self::File(path) => std::fs::read(path),
            Self::Member { content, .. } => {
                let bytes = content.unpack()?.map_err(|_| io::ErrorKind::InvalidData)?;
                Ok(bytes.to_vec())
            }
            Self::Pipe { .. } => Err(Reason::error(
                io::ErrorKind::Unsupported,
                bilingual(
                    "this is not a regular file, so it can be read only once; fix it as standard input: `kifu fix -`",
                    "通常のファイルではないので、1回しか読めない。標準入力として修正する: `kifu fix -`",
                ),
            )),
        }
    }

    /// Returns the path of the file on disk that contains the input; `None` for standard input.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::Pipe { path, .. } => path.as_deref(),
            Self::File(path) => Some(path),
            Self::Member { archive, .. } => archive.as_deref(),
        }
    }

    /// Returns the path of the archive (`-` for standard input) and the name of a member in it; `None` for other inputs.
    pub(crate) fn member(&self) -> Option<(&Path, &str)> {
        let Self::Member { archive, name, .. } = self else {
            return None;
        };
        Some((archive.as_deref().unwrap_or(Path::new(STDIN)), name))
    }

    /// Returns the number of a member among all members that are read; 0 for other inputs.
    pub(crate) const fn number(&self) -> u64 {
        match self {
            Self::Member { number, .. } => *number,
            _ => 0,
        }
    }

    /// Returns the file that a session checks, from the path for output, the [place](Self::place) and the text.
    pub(crate) fn file_in<'s>(
        &'s self,
        path: &'s str,
        place: Option<&'s Path>,
        text: &'s Text<'s>,
    ) -> SourceFile<'s> {
        SourceFile {
            path,
            place,
            member: self.member(),
            number: self.number(),
            text,
        }
    }

    /// Returns the path that the input would have if archives were directories. Returns `None` for standard input and for
    /// the file in a compressed standard input.
    ///
    /// The path of a member is always below the path of its archive.
    pub(crate) fn place(&self) -> Option<Cow<'_, Path>> {
        match self {
            Self::Pipe { path, .. } => path.as_deref().map(Cow::Borrowed),
            Self::File(path) => Some(Cow::Borrowed(path)),
            Self::Member { archive, name, .. } => place_in(archive.as_deref(), name).map(Cow::Owned),
        }
    }
}

impl Input {
    /// Creates the input for an open pipe: a named pipe, or standard input if `path` is `None`.
    pub(super) fn pipe(path: Option<PathBuf>, stream: Stream) -> Self {
        Self {
            shown: path.as_deref().map_or_else(|| STDIN.to_owned(), path_to_text),
            source: Source::Pipe { path, stream },
            size: None,
            walked: false,
            requested_by_ext: false,
        }
    }

    /// Returns the file extension of the input, which determines the format if the content is ambiguous. Returns `None`
    /// for standard input and for a name without an extension.
    pub(crate) fn extension(&self) -> Option<&str> {
        match &self.source {
            Source::Pipe { path, .. } => path.as_deref()?.extension()?.to_str(),
            Source::File(path) => path.extension()?.to_str(),
            Source::Member { name, .. } => Path::new(name).extension()?.to_str(),
        }
    }

    /// Returns whether the file may belong to another program. Such a file is skipped if it contains no record.
    ///
    /// This applies to files in directories and archives whose extension other programs also use, and to files that were found
    /// because of `--ext`.
    pub(crate) fn may_be_foreign(&self) -> bool {
        self.requested_by_ext || self.walked && self.extension().is_some_and(notation::is_shared_extension)
    }

    /// Returns whether the input is a file in an archive.
    pub(super) const fn is_member(&self) -> bool {
        matches!(self.source, Source::Member { .. })
    }

    /// Returns whether the input is a file with the extension of an archive.
    pub(super) fn is_archive(&self) -> bool {
        matches!(&self.source, Source::File(path) if archive::by_name(path).is_some())
    }

    /// Returns the report that this input is skipped.
    pub(super) fn skipped(&self, reason: SkipReason) -> Skipped {
        Skipped {
            shown: self.shown.clone(),
            why: reason,
        }
    }
}

/// A path that could not be read, and the reason.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The path for output, as in [`Input::shown`].
    pub shown: String,
    /// The reason why the path could not be read.
    pub error: io::Error,
}

/// A file or directory that was found but is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Skipped {
    /// The path for output, as in [`Input::shown`].
    pub shown: String,
    /// The reason why the file or directory is not read.
    pub why: SkipReason,
}

/// A result of the search for inputs.
#[derive(Debug)]
pub(crate) enum InputEvent {
    /// An input to read.
    Input(Input),
    /// A file or directory that is skipped.
    Skipped(Skipped),
    /// A path that cannot be read.
    Failed(Failure),
}

impl InputEvent {
    /// Creates the event for a path that cannot be read.
    pub(super) fn failed(path: &Path, error: io::Error) -> Self {
        Self::Failed(Failure {
            shown: path_to_text(path),
            error,
        })
    }
}

// Opening an input. A small input is read completely, a large one in windows.

/// Number of bytes at the beginning of an input that are sufficient to distinguish text from other files.
pub(super) const HEAD_BYTES: usize = 64 << 10;

/// An opened input.
#[derive(Debug)]
pub(super) enum Loaded {
    /// All bytes of a small input, or the beginning of a pipe that is not text.
    Whole(Arc<Vec<u8>>),
    /// A large input, which is read in windows.
    Large(LargeInput),
    /// The reason why the input cannot be read.
    Gap(GapKind),
}

/// A large input, which can be read several times.
#[derive(Debug)]
pub(super) struct LargeInput {
    /// The location of the bytes.
    pub place: LargeInputSource,
    /// The structure of the input if it is a binary file; `None` for text.
    pub layout: Option<BinaryLayout>,
}

/// The location of the bytes of a large input.
#[derive(Debug)]
pub(super) enum LargeInputSource {
    /// A file, or a temporary file with the bytes of a pipe.
    File(File),
    /// The unpacked bytes of a file in an archive.
    Memory(Arc<Vec<u8>>),
}

impl LargeInputSource {
    /// Returns a reader of the text of a book in the format `.ybb`.
    fn book_reader(&self) -> io::Result<ybb::YbbReader<'_>> {
        Ok(match self {
            Self::File(file) => ybb::YbbReader::new(file.metadata()?.len(), || {
                Box::new(|buffer: &mut [u8], at: u64| read_at(file, buffer, at))
            }),
            Self::Memory(bytes) => ybb::YbbReader::of_bytes(bytes),
        })
    }
}

impl LargeInput {
    /// Creates a large input from a file.
    pub(super) const fn of_file(file: File) -> Self {
        Self {
            place: LargeInputSource::File(file),
            layout: None,
        }
    }

    /// Returns a reader of the whole input. For a binary file, the reader returns its text.
    pub(super) fn begin(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        let bytes: Box<dyn Read + Send> = match &self.place {
            LargeInputSource::File(file) => {
                let mut file = file;
                file.rewind()?;
                Box::new(file)
            }
            LargeInputSource::Memory(bytes) => Box::new(&bytes[..]),
        };
        Ok(match self.layout {
            Some(BinaryLayout::Items(length)) => Box::new(ItemReader::new(bytes, length)),
            Some(BinaryLayout::Ybb) => Box::new(self.place.book_reader()?),
            None => bytes,
        })
    }

    /// Returns the first bytes of the input, at most [`HEAD_BYTES`].
    pub(super) fn head(&self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        self.begin()?.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
        Ok(head)
    }

    /// Returns all bytes of the input. `expected` is the expected length (bytes), for which memory is reserved.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, exceeds the limit for a record, or does not fit in memory.
    pub(super) fn into_bytes(self, expected: u64, limits: Limits) -> io::Result<Arc<Vec<u8>>> {
        match self.place {
            LargeInputSource::Memory(bytes) => Ok(bytes),
            LargeInputSource::File(_) => Ok(read_whole(self.begin()?, expected, limits)?.into()),
        }
    }
}

/// Opens a file for reading.
///
/// # Errors
///
/// Returns an error if the file cannot be opened.
pub(super) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Returns the bytes of an archive on disk. The file is only open while it is read.
///
/// # Errors
///
/// Returns an error if the file cannot be opened. A later read fails if the file has changed since then.
pub(super) fn archive_bytes(path: &Path) -> io::Result<Bytes> {
    // The length and the modification time, which show whether the file has changed.
    let stamp = |file: &File| {
        let metadata = file.metadata()?;
        Ok::<_, io::Error>((metadata.len(), metadata.modified().ok()))
    };
    let first_stamp = stamp(&open(path)?)?;
    let (path, open_file) = (path.to_owned(), Mutex::new(Weak::new()));
    let mut bytes = Bytes::from_file(first_stamp.0, true, move || {
        let mut open_file = open_file.lock().map_err(|_| io::ErrorKind::BrokenPipe)?;
        if let Some(file) = open_file.upgrade() {
            return Ok(file);
        }
        let file = open(&path)?;
        if stamp(&file)? != first_stamp {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let file = Arc::new(file);
        *open_file = Arc::downgrade(&file);
        Ok(file)
    });
    bytes.open()?;
    Ok(bytes)
}

/// Returns the bytes of a temporary file.
///
/// # Errors
///
/// Returns an error if the length of the file cannot be determined.
pub(super) fn bytes_of(file: File) -> io::Result<Bytes> {
    let (length, file) = (file.metadata()?.len(), Arc::new(file));
    Ok(Bytes::from_file(length, false, move || Ok(Arc::clone(&file))))
}

/// Opens an input. An input that fits in a window is read completely.
///
/// `encoding` is the encoding that the user set. If `may_be_binary` is `true`, the input may be a binary file of
/// records.
///
/// # Errors
///
/// Returns an error if the input cannot be read, if memory or disk space is exhausted, or if the run is cancelled
/// during the wait for a pipe.
pub(super) fn load(
    input: &Input,
    limits: Limits,
    encoding: Option<&'static Encoding>,
    may_be_binary: bool,
) -> io::Result<Loaded> {
    match (&input.source, input.size) {
        (Source::File(path), Some(size)) if size > limits.window as u64 => {
            Ok(Loaded::Large(LargeInput::of_file(open(path)?)))
        }
        (Source::File(path), Some(size)) => {
            let _slot = Slot::wait();
            read_whole(open(path)?, size, limits).map(|bytes| Loaded::Whole(bytes.into()))
        }
        (Source::File(path), None) => read_stream(open(path)?, limits.window, encoding, may_be_binary),
        (Source::Pipe { stream, .. }, _) => {
            read_stream(stream.take()?, limits.window, encoding, may_be_binary)
        }
        (Source::Member { content, .. }, _) => Ok(match content.unpack()? {
            Ok(bytes) if bytes.len() > limits.window => Loaded::Large(LargeInput {
                place: LargeInputSource::Memory(bytes),
                layout: None,
            }),
            Ok(bytes) => Loaded::Whole(bytes),
            Err(gap) => Loaded::Gap(gap),
        }),
    }
}

/// Reads a whole file. `expected` is the expected length (bytes), for which memory is reserved.
///
/// # Errors
///
/// Returns an error if the file cannot be read, exceeds the limit for a record, or does not fit in memory.
fn read_whole(file: impl Read, expected: u64, limits: Limits) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reserve(&mut bytes, expected as usize)?;
    file.take(limits.record as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limits.record {
        return Err(record_too_long(1, limits));
    }
    Ok(bytes)
}

/// Reads all bytes of a pipe. Bytes that do not fit in a window of this size are stored in a temporary file.
///
/// If the beginning is not text and `may_be_binary` is `false`, the bytes after the first window are not read. `encoding` is
/// the encoding that the user set.
fn read_stream(
    source: impl Read,
    window: usize,
    encoding: Option<&'static Encoding>,
    may_be_binary: bool,
) -> io::Result<Loaded> {
    let mut source = source;
    let mut bytes = Vec::new();
    (&mut source).take(window as u64 + 1).read_to_end(&mut bytes)?;
    let properties = EncodingSample::new(encoding).properties_from_start(&bytes);
    let is_not_text = !may_be_binary
        && bytes.len() >= HEAD_BYTES
        && properties.is_some_and(|properties| !properties.is_text);
    if bytes.len() <= window || is_not_text {
        return Ok(Loaded::Whole(bytes.into()));
    }
    copy_to_temp(bytes, source, window).map(|file| Loaded::Large(LargeInput::of_file(file)))
}

/// Reads all bytes of a pipe, so that the bytes can be read in any order. Bytes that do not fit in a window of this size are
/// stored in a temporary file.
pub(super) fn store_stream(mut source: impl Read, window: usize) -> io::Result<LargeInputSource> {
    let mut bytes = Vec::new();
    (&mut source).take(window as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() <= window {
        return Ok(LargeInputSource::Memory(bytes.into()));
    }
    copy_to_temp(bytes, source, window).map(LargeInputSource::File)
}

/// Writes `bytes` and the rest of `source` to a temporary file, in steps of `step` bytes.
fn copy_to_temp(mut bytes: Vec<u8>, mut source: impl Read, step: usize) -> io::Result<File> {
    let mut file = temp_file()?;
    while !bytes.is_empty() {
        file.write_all(&bytes).map_err(|error| with_temp_dir(&error))?;
        bytes.clear();
        (&mut source).take(step as u64).read_to_end(&mut bytes)?;
    }
    file.rewind()?;
    Ok(file)
}

/// Writes these bytes to a temporary file.
pub(super) fn write_temp(bytes: &[u8]) -> io::Result<File> {
    let mut file = temp_file()?;
    file.write_all(bytes).map_err(|error| with_temp_dir(&error))?;
    Ok(file)
}

/// Reserves memory for `additional` more bytes. Returns an error if there is not enough memory.
pub(super) fn reserve(bytes: &mut Vec<u8>, additional: usize) -> io::Result<()> {
    bytes.try_reserve_exact(additional).map_err(|_| out_of_memory())
}

// Standard input and named pipes.

/// Maximum size of a block that is read from a pipe at once (bytes).
const BLOCK_BYTES: usize = 64 << 10;

/// Maximum number of blocks that have been read and wait to be taken.
const MAX_WAITING_BLOCKS: usize = 2;

/// A pipe that is read in another thread.
///
/// Reading from a terminal or a slow pipe cannot be interrupted, but waiting for another thread can.
pub(super) struct Pipe {
    /// The function that returns the next block, which is empty at the end.
    next_block: Box<dyn FnMut() -> io::Result<Vec<u8>> + Send>,
    /// The current block.
    block: Vec<u8>,
    /// The number of bytes of `block` that have been taken.
    taken: usize,
}

impl Pipe {
    /// Opens a named pipe, or standard input if `path` is `None`. After the run is cancelled, reading fails.
    ///
    /// # Errors
    ///
    /// Returns an error if no thread can be started and the pipe cannot be opened. With a thread, an error of opening is
    /// returned by the first read.
    pub(super) fn open(path: Option<&Path>, cancel: Cancel) -> io::Result<Self> {
        let (sender, receiver) = mpsc::sync_channel(MAX_WAITING_BLOCKS);
        let name = path.map(Path::to_owned);
        let thread = thread::Builder::new().spawn(move || send_blocks(name, &sender));
        let next_block: Box<dyn FnMut() -> _ + Send> = if thread.is_ok() {
            Box::new(move || wait_for_block(&receiver, &cancel))
        } else {
            // Without a thread, the pipe can still be read, but the wait for its bytes cannot be interrupted.
            let mut source = open_pipe(path.map(Path::to_owned))?;
            Box::new(move || read_block(&mut source))
        };
        Ok(Self {
            next_block,
            block: Vec::new(),
            taken: 0,
        })
    }

    /// Reads a file with the bytes of a pipe from its beginning.
    pub(super) fn from_copy(file: Arc<File>) -> Self {
        let mut at = 0;
        Self {
            next_block: Box::new(move || {
                let mut block = vec![0; BLOCK_BYTES];
                let count = read_at(&file, &mut block, at)?;
                at += count as u64;
                block.truncate(count);
                Ok(block)
            }),
            block: Vec::new(),
            taken: 0,
        }
    }

    /// Returns the first bytes without consuming them: at least `length`, unless the pipe has fewer.
    ///
    /// # Errors
    ///
    /// Returns an error if the pipe cannot be read.
    pub(super) fn head(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.block.len() - self.taken < length {
            let next = (self.next_block)()?;
            if next.is_empty() {
                break;
            }
            self.block.extend(next);
        }
        Ok(&self.block[self.taken..])
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.block.len() {
            self.block = (self.next_block)()?;
            self.taken = 0;
        }
        let count = (&self.block[self.taken..]).read(buffer)?;
        self.taken += count;
        Ok(count)
    }
}

impl fmt::Debug for Pipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pipe")
    }
}

/// Opens a named pipe, or standard input if `path` is `None`.
fn open_pipe(path: Option<PathBuf>) -> io::Result<Box<dyn Read + Send>> {
    Ok(match path {
        Some(path) => Box::new(open(&path)?),
        None => Box::new(io::stdin()),
    })
}

/// Reads a block of the bytes that are available, waiting only for the first byte. The block is empty at the end of the
/// pipe.
fn read_block(source: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut block = vec![0; BLOCK_BYTES];
    loop {
        match source.read(&mut block) {
            Ok(count) => {
                block.truncate(count);
                return Ok(block);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Reads a named pipe, or standard input if `path` is `None`, and sends all blocks. The last block is empty or an error.
fn send_blocks(path: Option<PathBuf>, sender: &SyncSender<io::Result<Vec<u8>>>) {
    let mut source = open_pipe(path);
    loop {
        let block = match &mut source {
            Ok(source) => read_block(source),
            Err(error) => Err(std::mem::replace(error, io::ErrorKind::UnexpectedEof.into())),
        };
        let is_last = block.as_ref().map_or(true, Vec::is_empty);
        if sender.send(block).is_err() || is_last {
            return;
        }
    }
}

/// Waits for the next block from the reading thread.
///
/// # Errors
///
/// Returns an error if the pipe cannot be read or the run is cancelled.
fn wait_for_block(receiver: &Receiver<io::Result<Vec<u8>>>, cancel: &Cancel) -> io::Result<Vec<u8>> {
    loop {
        match receiver.recv_timeout(Duration::from_millis(50)) {
            Ok(block) => return block,
            // The error is not `Interrupted`, which would make callers read again.
            Err(RecvTimeoutError::Timeout) if cancel.is_set() => return Err(io::ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Timeout) => {}
            // The thread has ended, so the end of the pipe was received before.
            Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
        }
    }
}

/// Limits on the number of bytes of an input in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Approximate size of a window (bytes). A larger input is read window by window.
    pub window: usize,
    /// Maximum size of a record, and of a line (bytes). A record or line must be in memory as a whole, so the reading of
    /// an input ends at a longer record or line.
    pub record: usize,
}

impl Limits {
    /// The limits of all runs outside tests.
    pub(crate) const DEFAULT: Self = Self {
        window: 16 << 20,
        record: 256 << 20,
    };

    /// Returns the limits for a large input. Windows are smaller if the input itself is in memory.
    pub(super) fn for_input(self, input: &LargeInput) -> Self {
        let max_window = match input.place {
            LargeInputSource::File(_) => usize::MAX,
            LargeInputSource::Memory(_) => 4 << 20,
        };
        Self {
            window: self.window.min(max_window),
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Returns the error for a file that does not fit into memory.
pub(super) fn out_of_memory() -> io::Error {
    Reason::error(
        io::ErrorKind::OutOfMemory,
        bilingual(
            "not enough memory to read this file; split it, or increase the memory limit",
            "メモリーが足りず、このファイルを読めない。ファイルを分割するか、使えるメモリーを増やす",
        ),
    )
}

/// Returns the error for a record or line that exceeds the limit and begins at line `line`.
pub(super) fn record_too_long(line: u64, limits: Limits) -> io::Error {
    let mebibytes = limits.record >> 20;
    Reason::error(
        io::ErrorKind::FileTooLarge,
        message!(
            "the record at line {line} is longer than {mebibytes} MiB; only the records before it were read",
            "{line}行目から始まる棋譜が{mebibytes} MiBを超えている。読んだのはその手前までである",
        ),
    )
}
