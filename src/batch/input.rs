//! What is read: a file or standard input, under the name that the user knows it by.

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
use crate::archive::selection::{STDIN, Why};
use crate::archive::{self, Bytes, Content, INTO, place_in};
use crate::check::SourceFile;
use crate::finding::{Reason, message, say};
use crate::record::GapKind;
use crate::temporary::{about_folder, temporary};
use crate::text::{Evidence, ItemReader, Text, spelled};

/// What a path names of standard input: nothing of it, all of it (`-`, here as an empty name), or a file or folder in the archive
/// that comes from there (`-!dir/game.kif`).
pub(crate) fn of_stdin(path: &Path) -> Option<&str> {
    let rest = path.to_str()?.strip_prefix(STDIN)?;
    match rest.strip_prefix(INTO) {
        Some(name) => (!name.is_empty() && !path.exists()).then_some(name),
        None => rest.is_empty().then_some(rest),
    }
}

/// Something to read.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The path as the user typed it, with the part below it where a directory was walked.
    pub shown: String,
    /// Where the bytes are.
    pub source: Source,
    /// Length in bytes; unknown for pipes and the like.
    pub size: Option<u64>,
    /// Whether it was found in a directory and not named itself.
    pub walked: bool,
    /// Whether no notation has its extension, and it was found because that one is asked for.
    pub asked_for: bool,
}

/// Where the bytes of an input are.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// Standard input or a named pipe that is open.
    Pipe {
        /// The named pipe.
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
        /// Its name there, which others may have, too.
        name: String,
        /// Its number among all members that are read.
        number: u64,
        /// What it holds.
        content: Content,
    },
}

/// The bytes of a pipe, which can be read once. Clones are the same pipe.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stream(Arc<Mutex<Option<Pipe>>>);

impl Stream {
    pub(super) fn of(pipe: Pipe) -> Self {
        Self(Arc::new(Mutex::new(Some(pipe))))
    }

    /// The pipe.
    ///
    /// # Errors
    ///
    /// When it was taken before.
    pub(super) fn take(&self) -> io::Result<Pipe> {
        let pipe = self.0.lock().ok().and_then(|mut it| it.take());
        pipe.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl Source {
    /// The file on the disk that is read.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::Pipe { path, .. } => path.as_deref(),
            Self::File(path) => Some(path),
            Self::Member { archive, .. } => archive.as_deref(),
        }
    }

    /// The archive and the name in it of a member. Standard input is `-`.
    pub(crate) fn member(&self) -> Option<(&Path, &str)> {
        let Self::Member { archive, name, .. } = self else {
            return None;
        };
        Some((archive.as_deref().unwrap_or(Path::new(STDIN)), name))
    }

    /// The number of a member among all that are read; 0 for other inputs.
    pub(crate) const fn number(&self) -> u64 {
        match self {
            Self::Member { number, .. } => *number,
            _ => 0,
        }
    }

    /// Returns the file as a session takes it, given its path as the user knows it, its [place](Self::place) and its text.
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

    /// Where it would be if archives were directories. Nothing in the name of a member leads out of its archive.
    pub(crate) fn place(&self) -> Option<Cow<'_, Path>> {
        match self {
            Self::Pipe { path, .. } => path.as_deref().map(Cow::Borrowed),
            Self::File(path) => Some(Cow::Borrowed(path)),
            Self::Member { archive, name, .. } => place_in(archive.as_deref(), name).map(Cow::Owned),
        }
    }
}

impl Input {
    /// Standard input, or a named pipe, that is open.
    pub(super) fn pipe(path: Option<PathBuf>, stream: Stream) -> Self {
        Self {
            shown: path.as_deref().map_or_else(|| STDIN.to_owned(), spelled),
            source: Source::Pipe { path, stream },
            size: None,
            walked: false,
            asked_for: false,
        }
    }

    /// The extension of its name, which helps where its content leaves a doubt.
    pub(crate) fn extension(&self) -> Option<&str> {
        match &self.source {
            Source::Pipe { path, .. } => path.as_deref()?.extension()?.to_str(),
            Source::File(path) => path.extension()?.to_str(),
            Source::Member { name, .. } => Path::new(name).extension()?.to_str(),
        }
    }

    /// Whether it may be something else than records, for all that its name says: any program writes `.json`, and anything
    /// stands in `.txt`.
    pub(crate) fn may_be_foreign(&self) -> bool {
        self.asked_for || self.walked && self.extension().is_some_and(|it| it.eq_ignore_ascii_case("json"))
    }

    /// Whether it is a file in an archive.
    pub(super) const fn is_member(&self) -> bool {
        matches!(self.source, Source::Member { .. })
    }

    /// Whether it is an archive by its name.
    pub(super) fn is_archive(&self) -> bool {
        matches!(&self.source, Source::File(path) if archive::by_name(path).is_some())
    }

    /// The same as something that is not read.
    pub(super) fn skipped(&self, why: Why) -> Skipped {
        Skipped {
            shown: self.shown.clone(),
            why,
        }
    }
}

/// A path that could not be read, and why.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The path as the user knows it.
    pub shown: String,
    /// What the system said.
    pub error: io::Error,
}

/// What is met and not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Skipped {
    /// Its path as the user knows it.
    pub shown: String,
    /// Why it is not read.
    pub why: Why,
}

/// What the search for inputs comes upon.
#[derive(Debug)]
pub(crate) enum Found {
    /// Something to read.
    Input(Input),
    /// Something in a directory that is none of ours.
    Skipped(Skipped),
    /// Something that should have been read and cannot be.
    Failed(Failure),
}

impl Found {
    pub(super) fn failed(path: &Path, error: io::Error) -> Self {
        Self::Failed(Failure {
            shown: spelled(path),
            error,
        })
    }
}

// Opening an input: a small one is read as a whole, of a large one as much as is needed at a time.

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

/// A large input, which is read more than once.
#[derive(Debug)]
pub(super) struct Store {
    /// Where it is.
    pub place: StorePlace,
    /// The length of an item, if it is a binary file.
    pub item: Option<usize>,
}

/// Where a large input is.
#[derive(Debug)]
pub(super) enum StorePlace {
    /// A file; what came through a pipe is in a temporary one.
    File(File),
    /// A file in an archive.
    Memory(Arc<Vec<u8>>),
}

impl Store {
    /// A file.
    pub(super) const fn of_file(file: File) -> Self {
        Self {
            place: StorePlace::File(file),
            item: None,
        }
    }

    /// Its bytes from the beginning; of a binary file, those of its text.
    pub(super) fn begin(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        let bytes: Box<dyn Read + Send> = match &self.place {
            StorePlace::File(file) => {
                let mut file = file;
                file.rewind()?;
                Box::new(file)
            }
            StorePlace::Memory(bytes) => Box::new(&bytes[..]),
        };
        Ok(match self.item {
            Some(length) => Box::new(ItemReader::new(bytes, length)),
            None => bytes,
        })
    }

    /// Its first bytes.
    pub(super) fn head(&self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        self.begin()?.take(HEAD as u64).read_to_end(&mut head)?;
        Ok(head)
    }

    /// All its bytes, of which this many are expected.
    pub(super) fn whole(self, expected: u64, limits: Limits) -> io::Result<Arc<Vec<u8>>> {
        match self.place {
            StorePlace::Memory(bytes) => Ok(bytes),
            StorePlace::File(_) => Ok(whole(self.begin()?, expected, limits)?.into()),
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

/// The bytes of an archive on the disk. It is closed while it waits to be read.
///
/// # Errors
///
/// When it cannot be opened; later, when it is not the same file any more.
pub(super) fn archive_bytes(path: &Path) -> io::Result<Bytes> {
    // Its length and time, by which it is seen that it is still the same.
    let stamp = |file: &File| {
        let data = file.metadata()?;
        Ok::<_, io::Error>((data.len(), data.modified().ok()))
    };
    let first = stamp(&open(path)?)?;
    let (path, held) = (path.to_owned(), Mutex::new(Weak::new()));
    let mut bytes = Bytes::of_file(first.0, true, move || {
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

/// Those of a temporary file.
///
/// # Errors
///
/// When its length cannot be found out.
pub(super) fn bytes_of(file: File) -> io::Result<Bytes> {
    let (length, file) = (file.metadata()?.len(), Arc::new(file));
    Ok(Bytes::of_file(length, false, move || Ok(Arc::clone(&file))))
}

/// Opens an input that may be large.
///
/// # Errors
///
/// When the input cannot be read, when there is no memory or no room for it, and when the run is cancelled while it
/// waits for a pipe.
pub(super) fn load(
    input: &Input,
    limits: Limits,
    encoding: Option<&'static Encoding>,
    may_be_binary: bool,
) -> io::Result<Loaded> {
    match (&input.source, input.size) {
        (Source::File(path), Some(size)) if size > limits.window as u64 => {
            Ok(Loaded::Large(Store::of_file(open(path)?)))
        }
        (Source::File(path), Some(size)) => {
            let _slot = Slot::wait();
            whole(open(path)?, size, limits).map(|it| Loaded::Whole(it.into()))
        }
        (Source::File(path), None) => gather(open(path)?, limits.window, encoding, may_be_binary),
        (Source::Pipe { stream, .. }, _) => gather(stream.take()?, limits.window, encoding, may_be_binary),
        (Source::Member { content, .. }, _) => Ok(match content.unpack()? {
            Ok(bytes) if bytes.len() > limits.window => Loaded::Large(Store {
                place: StorePlace::Memory(bytes),
                item: None,
            }),
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

/// All that a pipe brings; in a temporary file where it is much, and only its beginning where it is neither text nor a binary
/// notation.
fn gather(
    from: impl Read,
    window: usize,
    encoding: Option<&'static Encoding>,
    may_be_binary: bool,
) -> io::Result<Loaded> {
    let mut from = from;
    let mut bytes = Vec::new();
    (&mut from).take(window as u64 + 1).read_to_end(&mut bytes)?;
    let decided = Evidence::new(encoding).decides(&bytes);
    let is_no_text = !may_be_binary && bytes.len() >= HEAD && decided.is_some_and(|it| !it.is_text);
    if bytes.len() <= window || is_no_text {
        return Ok(Loaded::Whole(bytes.into()));
    }
    copied(bytes, from, window).map(|it| Loaded::Large(Store::of_file(it)))
}

/// All bytes of a pipe that are read in any order; in a temporary file if they do not fit into a window.
pub(super) fn stored(mut from: impl Read, window: usize) -> io::Result<StorePlace> {
    let mut bytes = Vec::new();
    (&mut from).take(window as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() <= window {
        return Ok(StorePlace::Memory(bytes.into()));
    }
    copied(bytes, from, window).map(StorePlace::File)
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

// Standard input and named pipes.

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

// How much of an input is held at once.

/// How much of an input is held at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// An input of more bytes is read a window at a time, each of about so many.
    pub window: usize,
    /// A record of more bytes is not read, nor is what stands after it: it has to be held as a whole. So has a line.
    pub record: usize,
}

impl Limits {
    /// Those of every run.
    pub(crate) const USUAL: Self = Self {
        window: 16 << 20,
        record: 256 << 20,
    };

    /// The same for an input that is kept here. If that is in memory already, there is less room for windows.
    pub(super) fn of(self, store: &Store) -> Self {
        let most = match store.place {
            StorePlace::File(_) => usize::MAX,
            StorePlace::Memory(_) => 4 << 20,
        };
        Self {
            window: self.window.min(most),
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::USUAL
    }
}

/// What is said of a file for which there is no memory.
pub(super) fn out_of_memory() -> io::Error {
    Reason::error(
        io::ErrorKind::OutOfMemory,
        say(
            "not enough memory to read this file; split it, or increase the memory limit",
            "メモリーが足りず、このファイルを読めない。ファイルを分割するか、使えるメモリーを増やす",
        ),
    )
}

/// What is said of a file whose record, or line, at this line has no end that could be held.
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
