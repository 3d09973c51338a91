//! Inputs: files and standard input, under the names that the user typed.

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
use crate::record::GapKind;
use crate::temporary::{temp_file, with_temp_dir};
use crate::text::{EncodingSample, ItemReader, Text, path_to_text};

/// Returns the part of standard input that a path refers to, or `None` if it refers to something else.
///
/// The part is all of it (`-`, returned as an empty name), or a file or folder in its archive (`-!dir/game.kif`).
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
    /// The path as the user typed it, followed by the part below it if a directory was walked.
    pub shown: String,
    /// Location of the bytes.
    pub source: Source,
    /// Length in bytes; unknown for pipes and devices.
    pub size: Option<u64>,
    /// `true` if it was found in a directory and not typed itself.
    pub walked: bool,
    /// `true` if no format has its extension, and it was found because `--ext` lists that extension.
    pub requested_by_ext: bool,
}

/// The location of the bytes of an input.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Standard input or a named pipe that is open.
    Pipe {
        /// Path of the named pipe.
        path: Option<PathBuf>,
        /// Its bytes.
        stream: Stream,
    },
    /// A file or a named pipe.
    File(PathBuf),
    /// A file in an archive.
    Member {
        /// The archive, unless it comes from standard input.
        archive: Option<Arc<Path>>,
        /// Its name in the archive. Other members may have the same name.
        name: String,
        /// Its number among all members that are read.
        number: u64,
        /// Its content.
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

    /// Takes the pipe.
    ///
    /// # Errors
    ///
    /// Returns an error if it was taken before.
    pub(super) fn take(&self) -> io::Result<Pipe> {
        let pipe = self.0.lock().ok().and_then(|mut it| it.take());
        pipe.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl Source {
    /// Returns the path of the file on the disk that is read.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::Pipe { path, .. } => path.as_deref(),
            Self::File(path) => Some(path),
            Self::Member { archive, .. } => archive.as_deref(),
        }
    }

    /// Returns the archive of a member and the name in it. Standard input is `-`.
    pub(crate) fn member(&self) -> Option<(&Path, &str)> {
        let Self::Member { archive, name, .. } = self else {
            return None;
        };
        Some((archive.as_deref().unwrap_or(Path::new(STDIN)), name))
    }

    /// Returns the number of a member among all members that are read, or 0 for other inputs.
    pub(crate) const fn number(&self) -> u64 {
        match self {
            Self::Member { number, .. } => *number,
            _ => 0,
        }
    }

    /// Returns the file for a session, from the path as the user typed it, its [place](Self::place) and its text.
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

    /// Returns the path that the input would have if archives were directories.
    ///
    /// The name of a member cannot lead out of its archive.
    pub(crate) fn place(&self) -> Option<Cow<'_, Path>> {
        match self {
            Self::Pipe { path, .. } => path.as_deref().map(Cow::Borrowed),
            Self::File(path) => Some(Cow::Borrowed(path)),
            Self::Member { archive, name, .. } => place_in(archive.as_deref(), name).map(Cow::Owned),
        }
    }
}

impl Input {
    /// Returns the input for standard input, or for a named pipe, that is open.
    pub(super) fn pipe(path: Option<PathBuf>, stream: Stream) -> Self {
        Self {
            shown: path.as_deref().map_or_else(|| STDIN.to_owned(), path_to_text),
            source: Source::Pipe { path, stream },
            size: None,
            walked: false,
            requested_by_ext: false,
        }
    }

    /// Returns the extension of its name, which decides if the content is ambiguous.
    pub(crate) fn extension(&self) -> Option<&str> {
        match &self.source {
            Source::Pipe { path, .. } => path.as_deref()?.extension()?.to_str(),
            Source::File(path) => path.extension()?.to_str(),
            Source::Member { name, .. } => Path::new(name).extension()?.to_str(),
        }
    }

    /// Returns whether the file may contain something other than records.
    ///
    /// Many programs write `.json`, and `.txt` can contain any text.
    pub(crate) fn may_be_foreign(&self) -> bool {
        self.requested_by_ext
            || self.walked && self.extension().is_some_and(|it| it.eq_ignore_ascii_case("json"))
    }

    /// Returns whether it is a file in an archive.
    pub(super) const fn is_member(&self) -> bool {
        matches!(self.source, Source::Member { .. })
    }

    /// Returns whether its name is that of an archive.
    pub(super) fn is_archive(&self) -> bool {
        matches!(&self.source, Source::File(path) if archive::by_name(path).is_some())
    }

    /// Returns the entry that reports this input as skipped.
    pub(super) fn skipped(&self, why: SkipReason) -> Skipped {
        Skipped {
            shown: self.shown.clone(),
            why,
        }
    }
}

/// A path that could not be read, and the reason.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The path for messages: as the user typed it, followed by the part below it if a directory was walked.
    pub shown: String,
    /// The error of the system.
    pub error: io::Error,
}

/// A file that was found but is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Skipped {
    /// The path for messages: as the user typed it, followed by the part below it if a directory was walked.
    pub shown: String,
    /// The reason why the file is not read.
    pub why: SkipReason,
}

/// A result of the search for inputs.
#[derive(Debug)]
pub(crate) enum InputEvent {
    /// An input to read.
    Input(Input),
    /// A file in a directory that is not a record.
    Skipped(Skipped),
    /// A path that should have been read and cannot be.
    Failed(Failure),
}

impl InputEvent {
    pub(super) fn failed(path: &Path, error: io::Error) -> Self {
        Self::Failed(Failure {
            shown: path_to_text(path),
            error,
        })
    }
}

// Opening an input: a small one is read completely, a large one in windows.

/// Number of bytes that is enough to distinguish images and programs from text.
pub(super) const HEAD_BYTES: usize = 64 << 10;

/// An input that is open.
#[derive(Debug)]
pub(super) enum Loaded {
    /// All bytes of a small input.
    Whole(Arc<Vec<u8>>),
    /// A large input.
    Large(LargeInput),
    /// Nothing can be read, for this reason.
    Gap(GapKind),
}

/// A large input, which is read more than once.
#[derive(Debug)]
pub(super) struct LargeInput {
    /// Location of the bytes.
    pub place: LargeInputSource,
    /// Length of an item in bytes, if it is a binary file.
    pub item: Option<usize>,
}

/// The location of a large input.
#[derive(Debug)]
pub(super) enum LargeInputSource {
    /// A file. The bytes of a pipe are in a temporary file.
    File(File),
    /// A file in an archive.
    Memory(Arc<Vec<u8>>),
}

impl LargeInput {
    /// Creates the store of a file.
    pub(super) const fn of_file(file: File) -> Self {
        Self {
            place: LargeInputSource::File(file),
            item: None,
        }
    }

    /// Returns a reader from the beginning. For a binary file, it yields the text of the items.
    pub(super) fn begin(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        let bytes: Box<dyn Read + Send> = match &self.place {
            LargeInputSource::File(file) => {
                let mut file = file;
                file.rewind()?;
                Box::new(file)
            }
            LargeInputSource::Memory(bytes) => Box::new(&bytes[..]),
        };
        Ok(match self.item {
            Some(length) => Box::new(ItemReader::new(bytes, length)),
            None => bytes,
        })
    }

    /// Returns the first bytes, at most [`HEAD_BYTES`].
    pub(super) fn head(&self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        self.begin()?.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
        Ok(head)
    }

    /// Returns all bytes. `expected` is the expected length.
    pub(super) fn whole(self, expected: u64, limits: Limits) -> io::Result<Arc<Vec<u8>>> {
        match self.place {
            LargeInputSource::Memory(bytes) => Ok(bytes),
            LargeInputSource::File(_) => Ok(whole(self.begin()?, expected, limits)?.into()),
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

/// Returns the bytes of an archive on the disk. The file is closed while it waits to be read.
///
/// # Errors
///
/// Returns an error if the file cannot be opened, or, when it is read later, if it has changed.
pub(super) fn archive_bytes(path: &Path) -> io::Result<Bytes> {
    // Length and modification time show whether the file is unchanged.
    let stamp = |file: &File| {
        let data = file.metadata()?;
        Ok::<_, io::Error>((data.len(), data.modified().ok()))
    };
    let first = stamp(&open(path)?)?;
    let (path, held) = (path.to_owned(), Mutex::new(Weak::new()));
    let mut bytes = Bytes::from_file(first.0, true, move || {
        let mut held = held.lock().map_err(|_| io::ErrorKind::BrokenPipe)?;
        if let Some(file) = held.upgrade() {
            return Ok(file);
        }
        let file = open(&path)?;
        if stamp(&file)? != first {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let file = Arc::new(file);
        *held = Arc::downgrade(&file);
        Ok(file)
    });
    bytes.open()?;
    Ok(bytes)
}

/// Returns the bytes of a temporary file.
///
/// # Errors
///
/// Returns an error if its length cannot be determined.
pub(super) fn bytes_of(file: File) -> io::Result<Bytes> {
    let (length, file) = (file.metadata()?.len(), Arc::new(file));
    Ok(Bytes::from_file(length, false, move || Ok(Arc::clone(&file))))
}

/// Opens an input that may be large.
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
            whole(open(path)?, size, limits).map(|bytes| Loaded::Whole(bytes.into()))
        }
        (Source::File(path), None) => read_stream(open(path)?, limits.window, encoding, may_be_binary),
        (Source::Pipe { stream, .. }, _) => {
            read_stream(stream.take()?, limits.window, encoding, may_be_binary)
        }
        (Source::Member { content, .. }, _) => Ok(match content.unpack()? {
            Ok(bytes) if bytes.len() > limits.window => Loaded::Large(LargeInput {
                place: LargeInputSource::Memory(bytes),
                item: None,
            }),
            Ok(bytes) => Loaded::Whole(bytes),
            Err(gap) => Loaded::Gap(gap),
        }),
    }
}

/// Reads a whole file, with a buffer for the expected length.
fn whole(file: impl Read, expected: u64, limits: Limits) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reserve(&mut bytes, expected as usize)?;
    file.take(limits.record as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limits.record {
        return Err(record_too_long(1, limits));
    }
    Ok(bytes)
}

/// Reads all bytes of a pipe. If they do not fit into a window, they go to a temporary file.
///
/// Only the beginning is read if it is neither text nor a binary format.
fn read_stream(
    from: impl Read,
    window: usize,
    encoding: Option<&'static Encoding>,
    may_be_binary: bool,
) -> io::Result<Loaded> {
    let mut from = from;
    let mut bytes = Vec::new();
    (&mut from).take(window as u64 + 1).read_to_end(&mut bytes)?;
    let decided = EncodingSample::new(encoding).properties_from_start(&bytes);
    let is_no_text = !may_be_binary && bytes.len() >= HEAD_BYTES && decided.is_some_and(|it| !it.is_text);
    if bytes.len() <= window || is_no_text {
        return Ok(Loaded::Whole(bytes.into()));
    }
    copy_to_temp(bytes, from, window).map(|file| Loaded::Large(LargeInput::of_file(file)))
}

/// Reads all bytes of a pipe for random access, into a temporary file if they do not fit into a window.
pub(super) fn store_stream(mut from: impl Read, window: usize) -> io::Result<LargeInputSource> {
    let mut bytes = Vec::new();
    (&mut from).take(window as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() <= window {
        return Ok(LargeInputSource::Memory(bytes.into()));
    }
    copy_to_temp(bytes, from, window).map(LargeInputSource::File)
}

/// Writes these bytes and the rest of `from` to a temporary file, in steps of `step` bytes.
fn copy_to_temp(mut bytes: Vec<u8>, mut from: impl Read, step: usize) -> io::Result<File> {
    let mut file = temp_file()?;
    while !bytes.is_empty() {
        file.write_all(&bytes).map_err(|error| with_temp_dir(&error))?;
        bytes.clear();
        (&mut from).take(step as u64).read_to_end(&mut bytes)?;
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

/// Reserves memory for this number of additional bytes.
pub(super) fn reserve(bytes: &mut Vec<u8>, more: usize) -> io::Result<()> {
    bytes.try_reserve_exact(more).map_err(|_| out_of_memory())
}

// Standard input and named pipes.

/// Maximum number of bytes in one read.
const BLOCK_BYTES: usize = 64 << 10;

/// Maximum number of blocks that wait to be taken.
const MAX_WAITING_BLOCKS: usize = 2;

/// A pipe that is read in another thread.
///
/// Reading a terminal or a slow pipe cannot be interrupted, but waiting for the reading thread can.
pub(super) struct Pipe {
    /// Reads the next block, which is empty at the end.
    read: Box<dyn FnMut() -> io::Result<Vec<u8>> + Send>,
    /// The current block, and the number of its bytes that were taken.
    block: Vec<u8>,
    taken: usize,
}

impl Pipe {
    /// Opens a named pipe, or standard input if there is no path. Reading fails after the run is cancelled.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be opened. If opening has to wait, reading fails instead.
    pub(super) fn open(path: Option<&Path>, cancel: Cancel) -> io::Result<Self> {
        let (sender, receiver) = mpsc::sync_channel(MAX_WAITING_BLOCKS);
        let name = path.map(Path::to_owned);
        let thread = thread::Builder::new().spawn(move || send(name, &sender));
        let read: Box<dyn FnMut() -> _ + Send> = if thread.is_ok() {
            Box::new(move || wait(&receiver, &cancel))
        } else {
            // Without a thread, the pipe can still be read but not interrupted.
            let mut from = begin(path.map(Path::to_owned))?;
            Box::new(move || block(&mut from))
        };
        Ok(Self {
            read,
            block: Vec::new(),
            taken: 0,
        })
    }

    /// Returns the first bytes without consuming them: at least `length`, unless the pipe has fewer.
    ///
    /// # Errors
    ///
    /// Returns an error if the pipe cannot be read.
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

/// Reads the available bytes without waiting for more.
fn block(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut block = vec![0; BLOCK_BYTES];
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
            // `Interrupted` would make readers try again.
            Err(RecvTimeoutError::Timeout) if cancel.is_set() => return Err(io::ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Timeout) => {}
            // The end was received before.
            Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
        }
    }
}

// Limits on the part of an input in memory.

/// Limits on the part of an input that is in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Approximate size of a window (bytes). A larger input is read one window at a time.
    pub window: usize,
    /// Maximum size of a record, and of a line (bytes). Reading stops at a longer one, because it must be in memory
    /// as a whole.
    pub record: usize,
}

impl Limits {
    /// The limits of every run.
    pub(crate) const DEFAULT: Self = Self {
        window: 16 << 20,
        record: 256 << 20,
    };

    /// Returns the limits for this store. Windows are smaller if the store itself is in memory.
    pub(super) fn for_store(self, store: &LargeInput) -> Self {
        let most = match store.place {
            LargeInputSource::File(_) => usize::MAX,
            LargeInputSource::Memory(_) => 4 << 20,
        };
        Self {
            window: self.window.min(most),
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

/// Returns the error for a record, or a line, that is too long; it begins at `line`.
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
