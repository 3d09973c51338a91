//! Archives, read in place: their members one after the other, without unpacking to disk.
//!
//! Each kind of archive is a row of [`KINDS`]. Members of a zip are unpacked by the thread that checks them. All other archives
//! are unpacked in order by a separate thread. On systems without threads, they are unpacked completely before the first member
//! is checked.

use std::cell::Cell;
use std::error::Error;
use std::fmt::{self, Write as _};
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};

use crate::record::GapKind;
use crate::record::gap::ArchiveGap;
use crate::text::encoding_for_label;
use bounds::{MIN_OUTPUT_LIMIT_BYTES, OuterBudget};

mod bounds;
pub(crate) mod bytes;
mod compressed;
#[cfg(feature = "lzh")]
mod lzh;
pub(crate) mod selection;
#[cfg(feature = "seven-zip")]
mod seven_zip;
mod tar;
mod zip;

pub(crate) use bounds::max_unpacked_bytes;
pub(crate) use bytes::Bytes;
pub(crate) use selection::{
    MEMBER_SEPARATOR, MemberAction, MemberFilter, Selected, Selection, kind_of, place_in,
};

// Members of an archive.

/// A function that returns whether the member of a name is to be unpacked.
pub(crate) type Wanted = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// An iterator over the members of an archive, in their order.
pub(crate) type Members = Box<dyn Iterator<Item = Member> + Send>;

/// A file in an archive.
#[derive(Debug)]
pub(crate) struct Member {
    /// Name in the archive, with `/` between its parts. It is empty for a gap of the archive as a whole.
    pub(crate) name: String,
    pub(crate) content: Content,
    /// Work that the archive has caused so far (bytes).
    work: u64,
}

/// The content of a member.
#[derive(Clone)]
pub(crate) enum Content {
    /// All bytes.
    Unpacked(Arc<Vec<u8>>),
    /// Bytes that can be unpacked later.
    Packed(Arc<dyn Packed>),
    /// A large member that is unpacked in order, when its bytes are requested.
    Streamed(Arc<Streamed>),
    /// The reason why the bytes cannot be read.
    Gap(GapKind),
    /// A member that was not requested.
    Unwanted,
}

impl Member {
    /// Returns the entry for the end of an archive, with the reason if the rest cannot be read, and its total work (bytes).
    fn whole(gap: Option<ArchiveGap>, work: u64) -> Self {
        Self {
            name: String::new(),
            content: gap.map_or(Content::Unwanted, |gap| Content::Gap(GapKind::Archive(gap))),
            work,
        }
    }
}

impl Content {
    /// Returns the number of bytes.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::Unpacked(bytes) => bytes.len() as u64,
            Self::Packed(packed) => packed.size(),
            Self::Streamed(awaited) => awaited.size,
            Self::Gap(_) | Self::Unwanted => 0,
        }
    }

    /// Returns all bytes, or the reason why there are none.
    ///
    /// # Errors
    ///
    /// Returns an error if the archive cannot be opened.
    pub(crate) fn unpack(&self) -> io::Result<Result<Arc<Vec<u8>>, GapKind>> {
        Ok(match self {
            Self::Unpacked(bytes) => Ok(Arc::clone(bytes)),
            Self::Packed(packed) => packed.unpack()?.map(Arc::new).map_err(GapKind::Archive),
            Self::Streamed(awaited) => awaited.bytes().clone().map_err(GapKind::Archive),
            Self::Gap(gap) => Err(gap.clone()),
            Self::Unwanted => Ok(Arc::default()),
        })
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unpacked(_) | Self::Packed(_) | Self::Streamed(_) => write!(f, "{} bytes", self.size()),
            Self::Gap(gap) => gap.fmt(f),
            Self::Unwanted => f.write_str("unwanted"),
        }
    }
}

/// A compressed member that is unpacked by the thread that checks it.
pub(crate) trait Packed: Send + Sync {
    /// Returns the unpacked size (bytes).
    fn size(&self) -> u64;

    /// Returns the unpacked bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the archive cannot be opened.
    fn unpack(&self) -> io::Result<Result<Vec<u8>, ArchiveGap>>;
}

/// A large member of an archive that is unpacked in order.
///
/// The thread that unpacks it waits until the bytes are requested, or until all users have dropped it. Therefore only one such
/// member is in memory.
#[derive(Debug)]
pub(crate) struct Streamed {
    size: u64,
    ask: Sender<Sender<Unpacked>>,
    bytes: OnceLock<Unpacked>,
}

/// The unpacked bytes of a member, or the reason why there are none.
type Unpacked = Result<Arc<Vec<u8>>, ArchiveGap>;

impl Streamed {
    /// Creates a member of a size (bytes), and the receiver of the request for its bytes.
    fn new(size: u64) -> (Arc<Self>, Receiver<Sender<Unpacked>>) {
        let (ask, asked) = mpsc::channel();
        let bytes = OnceLock::new();
        (Arc::new(Self { size, ask, bytes }), asked)
    }

    /// Requests the bytes and waits for them.
    fn bytes(&self) -> &Unpacked {
        self.bytes.get_or_init(|| {
            let (answer, answered) = mpsc::channel();
            let asked = self.ask.send(answer).ok();
            let bytes = asked.and_then(|()| answered.recv().ok());
            bytes.unwrap_or(Err(ArchiveGap::Damaged))
        })
    }
}

// Names of members.

/// Decodes the name of a member: UTF-8, or `Shift_JIS` as Japanese programs have long written it.
///
/// A byte that is neither is written as `%8F`. Backslashes become slashes.
fn name(bytes: &[u8]) -> String {
    let name = match std::str::from_utf8(bytes) {
        Ok(name) => name.to_owned(),
        Err(_) => shift_jis(bytes).unwrap_or_else(|| escaped(bytes)),
    };
    normalized_name(&name)
}

/// Returns a name with slashes instead of backslashes, and without parts that lead out of the archive.
fn normalized_name(name: &str) -> String {
    let name = name.replace('\\', "/");
    name.strip_prefix("./").map(str::to_owned).unwrap_or(name)
}

fn shift_jis(bytes: &[u8]) -> Option<String> {
    let encoding = encoding_for_label("shift_jis")?;
    let name = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(name.into_owned())
}

fn escaped(bytes: &[u8]) -> String {
    let mut name = String::new();
    for chunk in bytes.utf8_chunks() {
        name.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(name, "%{byte:02X}");
        }
    }
    name
}

// Kinds of archives.

/// A kind of archive.
pub(crate) struct Kind {
    /// Extensions of its names, without the dot.
    extensions: &'static [&'static str],
    /// Returns whether a file with these first bytes is of this kind.
    is_head: fn(&[u8]) -> bool,
    /// `true` if the archive is read from beginning to end, so that it can come through a pipe.
    pub(crate) is_streamed: bool,
    /// Opens the members of an archive by its name. The archive may be a member of another.
    members: fn(Bytes, &str, Wanted, Option<OuterBudget>) -> io::Result<Members>,
    /// Returns the name of the only file in the archive, for kinds that hold a single file.
    sole: Option<fn(&str) -> String>,
}

impl Kind {
    /// Opens the members of an archive by its name. The archive may be a member of another.
    ///
    /// # Errors
    ///
    /// Returns an error if no thread can be started to unpack them.
    fn members(
        &self,
        bytes: Bytes,
        name: &str,
        wanted: Wanted,
        outer: Option<OuterBudget>,
    ) -> io::Result<Members> {
        (self.members)(bytes, name, wanted, outer)
    }

    /// Returns the name of the only file in an archive, for kinds that hold a single file.
    pub(crate) fn sole(&self, name: &str) -> Option<String> {
        self.sole.map(|sole| sole(name))
    }
}

/// Number of bytes at the beginning of a file that are needed to detect its kind.
pub(crate) const SIGNATURE_BYTES: usize = tar::BLOCK_BYTES;

/// All kinds of archives.
static KINDS: [Kind; 6] = [
    Kind {
        extensions: &["zip"],
        is_head: is_zip,
        is_streamed: false,
        members: zip::members,
        sole: None,
    },
    Kind {
        extensions: &["tar"],
        is_head: tar::is_tar,
        is_streamed: true,
        members: compressed::tar,
        sole: None,
    },
    Kind {
        extensions: &["gz", "tgz"],
        is_head: |head| head.starts_with(b"\x1F\x8B\x08"),
        is_streamed: true,
        members: compressed::gzip,
        sole: Some(compressed::in_gzip),
    },
    Kind {
        extensions: &["zst", "tzst"],
        is_head: |head| head.starts_with(b"\x28\xB5\x2F\xFD"),
        is_streamed: true,
        members: compressed::zstandard,
        sole: Some(compressed::in_zstandard),
    },
    Kind {
        extensions: &["7z"],
        is_head: |head| head.starts_with(b"7z\xBC\xAF\x27\x1C"),
        is_streamed: false,
        #[cfg(feature = "seven-zip")]
        members: seven_zip::members,
        #[cfg(not(feature = "seven-zip"))]
        members: |_, _, _, _| Ok(not_built("7z")),
        sole: None,
    },
    Kind {
        extensions: &["lzh", "lha"],
        is_head: |head| matches!(head, [_, _, b'-', b'l', _, _, b'-', ..]),
        is_streamed: true,
        #[cfg(feature = "lzh")]
        members: lzh::members,
        #[cfg(not(feature = "lzh"))]
        members: |_, _, _, _| Ok(not_built("lzh")),
        sole: None,
    },
];

/// Returns the single entry of an archive for which this build has no reader.
#[cfg(not(all(feature = "seven-zip", feature = "lzh")))]
fn not_built(extension: &'static str) -> Members {
    use crate::record::gap::ArchiveGap;

    let gap = Member::whole(Some(ArchiveGap::NotBuilt(extension)), 0);
    Box::new(std::iter::once(gap))
}

/// Returns the kind with the extension of a name.
pub(crate) fn by_name(name: &Path) -> Option<&'static Kind> {
    let extension = name.extension()?.to_str()?;
    let is_its = |kind: &&Kind| {
        kind.extensions
            .iter()
            .any(|it| it.eq_ignore_ascii_case(extension))
    };
    KINDS.iter().find(is_its)
}

/// Returns the kind that the first bytes of a file show.
pub(crate) fn by_content(head: &[u8]) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| (kind.is_head)(head))
}

/// Returns whether the first bytes are those of a zip: one with members, an empty one, or a volume of several.
fn is_zip(head: &[u8]) -> bool {
    let signatures: [&[u8]; 4] = [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08", b"PK00PK\x03\x04"];
    signatures.iter().any(|signature| head.starts_with(signature))
}

// Unpacking within limits.

/// Maximum size of a member (MiB). Members are held in memory.
const MAX_MEMBER_MIB: u64 = 256;

/// Maximum size of a member (bytes).
const MAX_MEMBER_BYTES: u64 = MAX_MEMBER_MIB << 20;

/// Minimum size of a member that is unpacked only when it is checked, one at a time (bytes).
const LARGE_MEMBER_BYTES: u64 = 4 << 20;

/// Capacity that is reserved for a member of unknown size (bytes). Unused capacity takes no memory.
const DEFAULT_MEMBER_CAPACITY: u64 = 64 << 20;

/// Reads all bytes of a member, up to the maximum size. `expected` is its stated size (bytes).
fn unpacked(from: impl Read, expected: Option<u64>) -> Result<Vec<u8>, ArchiveGap> {
    if let Some(gap) = expected.and_then(too_large) {
        return Err(gap);
    }
    let mut bytes = Vec::new();
    // The capacity is reserved at once, because growing fragments the memory. If this fails, reading reports the error.
    let _ = bytes.try_reserve_exact(expected.unwrap_or(DEFAULT_MEMBER_CAPACITY) as usize);
    let most = expected.unwrap_or(MAX_MEMBER_MIB << 20);
    let read = from.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| gap_for_error(&error))?;
    match expected {
        _ if bytes.len() as u64 > MAX_MEMBER_MIB << 20 => Err(ArchiveGap::TooLarge(MAX_MEMBER_MIB)),
        Some(expected) if expected != bytes.len() as u64 => Err(ArchiveGap::Damaged),
        _ => Ok(bytes),
    }
}

/// Returns the reason why a member of this size is not unpacked, if it is too large.
fn too_large(size: u64) -> Option<ArchiveGap> {
    (size > MAX_MEMBER_MIB << 20).then_some(ArchiveGap::TooLarge(MAX_MEMBER_MIB))
}

/// Returns the reason why a member cannot be unpacked.
fn gap_for_error(error: &io::Error) -> ArchiveGap {
    let known = error.get_ref().and_then(|it| it.downcast_ref::<GapError>());
    known.map_or(ArchiveGap::Damaged, |it| it.0.clone())
}

/// Returns the reason why the rest of an archive cannot be read.
fn gap_for_rest(error: &io::Error) -> ArchiveGap {
    match gap_for_error(error) {
        ArchiveGap::Damaged => ArchiveGap::Torn,
        other => other,
    }
}

/// Reads and drops the remaining bytes, within the limit for any archive. Returns whether the end was reached.
fn drained(from: impl Read) -> io::Result<bool> {
    Ok(io::copy(&mut from.take(MIN_OUTPUT_LIMIT_BYTES), &mut io::sink())? < MIN_OUTPUT_LIMIT_BYTES)
}

/// An I/O error that carries the reason for a gap.
#[derive(Debug)]
struct GapError(ArchiveGap);

impl fmt::Display for GapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Error for GapError {}

/// A reader that records whether the end was reached. It returns the bytes of `again` first.
struct EofReader<R> {
    again: Cursor<Vec<u8>>,
    from: R,
    ended: Rc<Cell<bool>>,
}

impl<R> EofReader<R> {
    fn new(from: R) -> Self {
        Self {
            again: Cursor::default(),
            from,
            ended: Rc::default(),
        }
    }

    /// Returns a flag that is set when the end is reached.
    fn ended(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.ended)
    }
}

impl<R: Read> Read for EofReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut read = self.again.read(into)?;
        if read == 0 && !into.is_empty() {
            read = self.from.read(into)?;
            self.ended.set(read == 0);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_both_encodings() {
        for (bytes, expected) in [
            (&b"a/b.kif"[..], "a/b.kif"),
            (b"a\\b.kif", "a/b.kif"),
            (b"./a.kif", "a.kif"),
            ("棋譜/一局.kif".as_bytes(), "棋譜/一局.kif"),
            // The second byte of 表 is a backslash.
            (b"\x8a\xfb\x95\x88\x5c\x95\x5c.kif", "棋譜/表.kif"),
            (b"\xff\xfea.kif", "%FF%FEa.kif"),
        ] {
            assert_eq!(name(bytes), expected);
        }
    }
}
