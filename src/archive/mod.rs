//! Readers of archives, which return the members one after the other without unpacking them to disk.
//!
//! Each kind of archive is an entry of [`KINDS`]. Members of a zip are unpacked by the thread that checks them. All other
//! archives are unpacked in order by a separate thread. On systems without threads, an archive is unpacked completely before
//! its first member is checked.

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
mod long_name;
#[cfg(feature = "lzh")]
mod lzh;
pub(crate) mod selection;
#[cfg(feature = "seven-zip")]
mod seven_zip;
mod sink;
mod tar;
mod zip;

pub(crate) use bounds::max_unpacked_bytes;
pub(crate) use bytes::Bytes;
pub(crate) use selection::{
    MEMBER_SEPARATOR, MemberAction, MemberFilter, Selected, Selection, kind_of, place_in,
};

/// A function that returns whether the member with this name is to be unpacked.
pub(crate) type Wanted = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// An iterator over the members of an archive, in the order of the archive.
pub(crate) type Members = Box<dyn Iterator<Item = Member> + Send>;

/// A file in an archive, or the end of the archive.
#[derive(Debug)]
pub(crate) struct Member {
    /// The path in the archive, with `/` as separator. The name is empty for the end of the archive.
    pub(crate) name: String,
    pub(crate) content: Content,
    /// Number of bytes that have been unpacked or read again for the archive so far.
    work: u64,
}

/// The content of a member.
#[derive(Clone)]
pub(crate) enum Content {
    /// All bytes of the member, already unpacked.
    Unpacked(Arc<Vec<u8>>),
    /// A compressed member that can be unpacked later.
    Packed(Arc<dyn Packed>),
    /// A large member that is unpacked when its bytes are requested, before the members after it.
    Streamed(Arc<Streamed>),
    /// The reason why the bytes cannot be read.
    Gap(GapKind),
    /// A member that was not requested, or the regular end of the archive.
    Unwanted,
}

impl Member {
    /// Creates the entry for the end of an archive.
    ///
    /// `gap` is the reason why the rest of the archive cannot be read, or an irregularity of the archive; `None` for a
    /// regular end. `work` is the total work (bytes).
    fn end_of_archive(gap: Option<ArchiveGap>, work: u64) -> Self {
        Self {
            name: String::new(),
            content: gap.map_or(Content::Unwanted, |gap| Content::Gap(GapKind::Archive(gap))),
            work,
        }
    }
}

impl Content {
    /// Returns the number of unpacked bytes; 0 if there is no content.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::Unpacked(bytes) => bytes.len() as u64,
            Self::Packed(packed) => packed.size(),
            Self::Streamed(streamed) => streamed.size,
            Self::Gap(_) | Self::Unwanted => 0,
        }
    }

    /// Returns all bytes, or the reason why they cannot be read. A member that was not requested has no bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the archive cannot be opened.
    pub(crate) fn unpack(&self) -> io::Result<Result<Arc<Vec<u8>>, GapKind>> {
        Ok(match self {
            Self::Unpacked(bytes) => Ok(Arc::clone(bytes)),
            Self::Packed(packed) => packed.unpack()?.map(Arc::new).map_err(GapKind::Archive),
            Self::Streamed(streamed) => streamed.bytes().clone().map_err(GapKind::Archive),
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

    /// Returns the unpacked bytes, or the reason why they cannot be unpacked.
    ///
    /// # Errors
    ///
    /// Returns an error if the archive cannot be opened.
    fn unpack(&self) -> io::Result<Result<Vec<u8>, ArchiveGap>>;
}

/// A large member of an archive that is unpacked in order.
///
/// The unpacking thread waits at the member until its bytes are requested, or until all users have dropped the member.
/// Therefore only one large member is in memory at a time.
#[derive(Debug)]
pub(crate) struct Streamed {
    /// The unpacked size (bytes).
    size: u64,
    /// The channel for the request, which contains the channel for the answer.
    request: Sender<Sender<Unpacked>>,
    bytes: OnceLock<Unpacked>,
}

/// The unpacked bytes of a member, or the reason why they cannot be unpacked.
type Unpacked = Result<Arc<Vec<u8>>, ArchiveGap>;

impl Streamed {
    /// Creates a large member of this size (bytes), and the receiver of the request for its bytes.
    fn new(size: u64) -> (Arc<Self>, Receiver<Sender<Unpacked>>) {
        let (request, requests) = mpsc::channel();
        let bytes = OnceLock::new();
        (Arc::new(Self { size, request, bytes }), requests)
    }

    /// Returns the bytes. The first call requests the bytes and waits for them.
    fn bytes(&self) -> &Unpacked {
        self.bytes.get_or_init(|| {
            let (answer, answers) = mpsc::channel();
            let sent = self.request.send(answer).ok();
            let bytes = sent.and_then(|()| answers.recv().ok());
            bytes.unwrap_or(Err(ArchiveGap::Damaged))
        })
    }
}

/// Decodes the name of a member from UTF-8 or, if it is not valid UTF-8, from `Shift_JIS`.
///
/// If the name is valid in neither encoding, each invalid byte is written in the form `%8F`. Backslashes become
/// slashes, and a leading `./` is removed.
fn decode_name(bytes: &[u8]) -> String {
    let name = match std::str::from_utf8(bytes) {
        Ok(name) => name.to_owned(),
        Err(_) => decode_shift_jis(bytes).unwrap_or_else(|| escape_invalid(bytes)),
    };
    normalized_name(&name)
}

/// Returns a name with slashes instead of backslashes, and without a leading `./`.
fn normalized_name(name: &str) -> String {
    let name = name.replace('\\', "/");
    name.strip_prefix("./").map(str::to_owned).unwrap_or(name)
}

fn decode_shift_jis(bytes: &[u8]) -> Option<String> {
    let encoding = encoding_for_label("shift_jis")?;
    let name = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(name.into_owned())
}

/// Returns a name in UTF-8 in which each invalid byte is written in the form `%8F`.
fn escape_invalid(bytes: &[u8]) -> String {
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

/// A kind of archive, such as zip: the functions that recognise and read an archive of this kind.
pub(crate) struct Kind {
    /// The file extensions of this kind, without the dot.
    extensions: &'static [&'static str],
    /// A function that returns whether the first bytes of a file are those of this kind.
    is_head: fn(&[u8]) -> bool,
    /// `true` if the archive is read from beginning to end without seeking, so that it can be read from a pipe.
    pub(crate) is_streamed: bool,
    /// A function that opens an archive with this name and returns its members. The last parameter is the budget of the
    /// outermost archive for a nested archive; `None` for an archive that is not nested.
    members: fn(Bytes, &str, Wanted, Option<OuterBudget>) -> io::Result<Members>,
    /// A function that returns the name of the file in an archive with this name; `None` for kinds that can contain several
    /// files.
    sole: Option<fn(&str) -> String>,
}

impl Kind {
    /// Opens an archive with this name and returns its members. For a nested archive, `outer` is the budget of the outermost
    /// one.
    ///
    /// # Errors
    ///
    /// Returns an error if no thread can be started to unpack the members.
    fn members(
        &self,
        bytes: Bytes,
        name: &str,
        wanted: Wanted,
        outer: Option<OuterBudget>,
    ) -> io::Result<Members> {
        (self.members)(bytes, name, wanted, outer)
    }

    /// Returns the name of the file in an archive with this name; `None` unless archives of this kind contain a single file.
    pub(crate) fn sole(&self, name: &str) -> Option<String> {
        self.sole.map(|sole| sole(name))
    }
}

/// Number of bytes at the beginning of a file that are needed to detect its kind.
pub(crate) const SIGNATURE_BYTES: usize = tar::BLOCK_BYTES;

/// All kinds of archives that are recognised.
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

/// Returns the members of an archive for which this build has no reader: only a gap for the whole archive.
#[cfg(not(all(feature = "seven-zip", feature = "lzh")))]
fn not_built(extension: &'static str) -> Members {
    use crate::record::gap::ArchiveGap;

    let gap = Member::end_of_archive(Some(ArchiveGap::NotBuilt(extension)), 0);
    Box::new(std::iter::once(gap))
}

/// Returns the file extensions of all kinds of archives, without the dot.
#[cfg(feature = "application")]
pub(crate) fn extensions() -> impl Iterator<Item = &'static str> {
    KINDS.iter().flat_map(|kind| kind.extensions).copied()
}

/// Returns the kind of archive to which the extension of a file name belongs; `None` if the extension belongs to no
/// kind.
pub(crate) fn by_name(name: &Path) -> Option<&'static Kind> {
    let extension = name.extension()?.to_str()?;
    let has_extension = |kind: &&Kind| {
        kind.extensions
            .iter()
            .any(|known| known.eq_ignore_ascii_case(extension))
    };
    KINDS.iter().find(has_extension)
}

/// Returns the kind of archive to which the first bytes of a file belong; `None` if the bytes belong to no kind.
pub(crate) fn by_content(head: &[u8]) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| (kind.is_head)(head))
}

/// Returns whether the first bytes are those of a zip: with members, without members, or in several volumes.
fn is_zip(head: &[u8]) -> bool {
    let signatures: [&[u8]; 4] = [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08", b"PK00PK\x03\x04"];
    signatures.iter().any(|signature| head.starts_with(signature))
}

/// Maximum size of a member (MiB). The limit is needed because a member is held in memory.
const MAX_MEMBER_MIB: u64 = 256;

/// Maximum size of a member (bytes).
const MAX_MEMBER_BYTES: u64 = MAX_MEMBER_MIB << 20;

/// Minimum size of a large member (bytes). Large members are unpacked one at a time, when they are checked.
const LARGE_MEMBER_BYTES: u64 = 4 << 20;

/// Capacity that is reserved for a member of unknown size (bytes). The system provides memory only for the part of the
/// capacity that is filled.
const DEFAULT_MEMBER_CAPACITY: u64 = 64 << 20;

/// Reads all bytes of a member.
///
/// `expected` is the stated size (bytes); `None` if no size is stated.
///
/// Returns the reason as an error if the member is too large, does not have the stated size, or is damaged.
fn read_member(source: impl Read, expected: Option<u64>) -> Result<Vec<u8>, ArchiveGap> {
    if let Some(gap) = expected.and_then(too_large) {
        return Err(gap);
    }
    let mut bytes = Vec::new();
    // The capacity is reserved at once, because growing in steps fragments the memory. If there is not enough memory, the
    // error occurs again during reading.
    let _ = bytes.try_reserve_exact(expected.unwrap_or(DEFAULT_MEMBER_CAPACITY) as usize);
    let max_bytes = expected.unwrap_or(MAX_MEMBER_MIB << 20);
    let result = source.take(max_bytes + 1).read_to_end(&mut bytes);
    result.map_err(|error| gap_for_error(&error))?;
    match expected {
        _ if bytes.len() as u64 > MAX_MEMBER_MIB << 20 => Err(ArchiveGap::TooLarge(MAX_MEMBER_MIB)),
        Some(expected) if expected != bytes.len() as u64 => Err(ArchiveGap::Damaged),
        _ => Ok(bytes),
    }
}

/// Returns the gap for a member whose size (bytes) is too large; `None` if the size is within the limit.
fn too_large(size: u64) -> Option<ArchiveGap> {
    (size > MAX_MEMBER_MIB << 20).then_some(ArchiveGap::TooLarge(MAX_MEMBER_MIB))
}

/// Returns the gap for an error during the unpacking of a member: the gap in the error or, if the error has none, damage.
fn gap_for_error(error: &io::Error) -> ArchiveGap {
    let gap_error = error.get_ref().and_then(|inner| inner.downcast_ref::<GapError>());
    gap_error.map_or(ArchiveGap::Damaged, |gap_error| gap_error.0.clone())
}

/// Returns the gap for an error after which the rest of an archive cannot be read: the gap in the error, or
/// [`ArchiveGap::Torn`] if the error has no gap or has [`ArchiveGap::Damaged`].
fn gap_for_rest(error: &io::Error) -> ArchiveGap {
    match gap_for_error(error) {
        ArchiveGap::Damaged => ArchiveGap::Torn,
        other => other,
    }
}

/// Reads and drops the remaining bytes, at most [`MIN_OUTPUT_LIMIT_BYTES`]. Returns whether the end was reached within
/// this limit.
fn drain(source: impl Read) -> io::Result<bool> {
    Ok(io::copy(&mut source.take(MIN_OUTPUT_LIMIT_BYTES), &mut io::sink())? < MIN_OUTPUT_LIMIT_BYTES)
}

/// An I/O error that contains a gap.
#[derive(Debug)]
struct GapError(ArchiveGap);

impl fmt::Display for GapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Error for GapError {}

/// A reader that records whether the end of `source` was reached. The reader returns the bytes of `again` first.
struct EofReader<R> {
    again: Cursor<Vec<u8>>,
    source: R,
    ended: Rc<Cell<bool>>,
}

impl<R> EofReader<R> {
    fn new(source: R) -> Self {
        Self {
            again: Cursor::default(),
            source,
            ended: Rc::default(),
        }
    }

    /// Returns a flag that is set when the end is reached.
    fn ended(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.ended)
    }
}

impl<R: Read> Read for EofReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = self.again.read(buffer)?;
        if count == 0 && !buffer.is_empty() {
            count = self.source.read(buffer)?;
            self.ended.set(count == 0);
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_decoded_from_utf_8_and_shift_jis() {
        for (bytes, expected) in [
            (&b"a/b.kif"[..], "a/b.kif"),
            (b"a\\b.kif", "a/b.kif"),
            (b"./a.kif", "a.kif"),
            ("棋譜/一局.kif".as_bytes(), "棋譜/一局.kif"),
            // The second byte of 表 is a backslash.
            (b"\x8a\xfb\x95\x88\x5c\x95\x5c.kif", "棋譜/表.kif"),
            (b"\xff\xfea.kif", "%FF%FEa.kif"),
        ] {
            assert_eq!(decode_name(bytes), expected);
        }
    }
}
