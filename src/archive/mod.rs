//! Archives, read where they are: what is in them, one member after the other, and nothing of it on the disk.
//!
//! Every kind of archive is a row of the table in `kind`. Where members can be reached one by one (zip), whoever works on
//! one unpacks it; all others are unpacked in their order by a thread of their own, or before the first is worked on where there are no
//! threads.

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
use bounds::{MIN_OUTPUT_LIMIT_BYTES, Outer};

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

pub(crate) use bounds::most_unpacked;
pub(crate) use bytes::Bytes;
pub(crate) use selection::{INTO, MemberAction, MemberFilter, Selected, Selection, kind_of, place_in};

// What is in an archive.

/// Whether a member of this name is to be unpacked.
pub(crate) type Wanted = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// The members of an archive in its order.
pub(crate) type Members = Box<dyn Iterator<Item = Member> + Send>;

/// A file in an archive.
#[derive(Debug)]
pub(crate) struct Member {
    /// Its name there, with `/` between the parts; empty for what concerns the archive as a whole.
    pub(crate) name: String,
    pub(crate) content: Content,
    /// The work that the archive has caused so far (bytes).
    work: u64,
}

/// What a member holds.
#[derive(Clone)]
pub(crate) enum Content {
    /// All its bytes.
    Unpacked(Arc<Vec<u8>>),
    /// They can be unpacked.
    Packed(Arc<dyn Packed>),
    /// A large member that is unpacked when its turn comes.
    Streamed(Arc<Streamed>),
    /// They cannot be read, for this reason.
    Gap(GapKind),
    /// Nobody wants them.
    Unwanted,
}

impl Member {
    /// The end of an archive: why it cannot be read on, if so, and all the work that it has caused.
    fn whole(gap: Option<ArchiveGap>, work: u64) -> Self {
        Self {
            name: String::new(),
            content: gap.map_or(Content::Unwanted, |gap| Content::Gap(GapKind::Archive(gap))),
            work,
        }
    }
}

impl Content {
    /// How many bytes there are.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::Unpacked(bytes) => bytes.len() as u64,
            Self::Packed(packed) => packed.size(),
            Self::Streamed(awaited) => awaited.size,
            Self::Gap(_) | Self::Unwanted => 0,
        }
    }

    /// All bytes, or why there are none.
    ///
    /// # Errors
    ///
    /// When the archive cannot be opened.
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

/// Something that whoever works on it unpacks.
pub(crate) trait Packed: Send + Sync {
    /// How many bytes it has.
    fn size(&self) -> u64;

    /// Its bytes.
    ///
    /// # Errors
    ///
    /// When the archive cannot be opened.
    fn unpack(&self) -> io::Result<Result<Vec<u8>, ArchiveGap>>;
}

/// A large member of an archive that is unpacked in its order. The thread that unpacks waits until somebody asks for the bytes,
/// or until nobody can ask any more, so that no more than one is in memory.
#[derive(Debug)]
pub(crate) struct Streamed {
    size: u64,
    ask: Sender<Sender<Unpacked>>,
    bytes: OnceLock<Unpacked>,
}

/// What comes of a member.
type Unpacked = Result<Arc<Vec<u8>>, ArchiveGap>;

impl Streamed {
    /// A member of this size, and where somebody asks for it.
    fn new(size: u64) -> (Arc<Self>, Receiver<Sender<Unpacked>>) {
        let (ask, asked) = mpsc::channel();
        let bytes = OnceLock::new();
        (Arc::new(Self { size, ask, bytes }), asked)
    }

    /// Its bytes, which are waited for.
    fn bytes(&self) -> &Unpacked {
        self.bytes.get_or_init(|| {
            let (answer, answered) = mpsc::channel();
            let asked = self.ask.send(answer).ok();
            let bytes = asked.and_then(|()| answered.recv().ok());
            bytes.unwrap_or(Err(ArchiveGap::Damaged))
        })
    }
}

// The names of members.

/// A name as it stands in an archive: UTF-8, or `Shift_JIS` as programs of Japan wrote it for decades. A byte of neither is
/// written as `%8F`. Backslashes part it as slashes do.
fn name(bytes: &[u8]) -> String {
    let name = match std::str::from_utf8(bytes) {
        Ok(name) => name.to_owned(),
        Err(_) => shift_jis(bytes).unwrap_or_else(|| escaped(bytes)),
    };
    plain(&name)
}

/// The same of a name that is a text.
fn plain(name: &str) -> String {
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
            // Writing into a string cannot fail.
            let _ = write!(name, "%{byte:02X}");
        }
    }
    name
}

// The kinds of archives.

/// A kind of archive.
pub(crate) struct Kind {
    /// How names end, without the dot.
    extensions: &'static [&'static str],
    /// Whether a file that begins with these bytes is one.
    is_head: fn(&[u8]) -> bool,
    /// Whether it is read from its beginning to its end, so that a pipe will do.
    pub(crate) is_streamed: bool,
    /// What is in one, of this name, which may be in another.
    members: fn(Bytes, &str, Wanted, Option<Outer>) -> io::Result<Members>,
    /// What the file in it is called, where it is one.
    sole: Option<fn(&str) -> String>,
}

impl Kind {
    /// The members of an archive of this name, which may be in another.
    ///
    /// # Errors
    ///
    /// When there is no thread to unpack them.
    fn members(&self, bytes: Bytes, name: &str, wanted: Wanted, outer: Option<Outer>) -> io::Result<Members> {
        (self.members)(bytes, name, wanted, outer)
    }

    /// The name of the only file in an archive, if it is of a kind that holds no more.
    pub(crate) fn sole(&self, name: &str) -> Option<String> {
        self.sole.map(|sole| sole(name))
    }
}

/// So many bytes at the beginning of a file show of which kind it is.
pub(crate) const SIGNATURE_BYTES: usize = tar::BLOCK_BYTES;

/// All kinds.
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

/// All that is said of an archive for which there is no reader in this build.
#[cfg(not(all(feature = "seven-zip", feature = "lzh")))]
fn not_built(extension: &'static str) -> Members {
    use crate::record::gap::ArchiveGap;

    let gap = Member::whole(Some(ArchiveGap::NotBuilt(extension)), 0);
    Box::new(std::iter::once(gap))
}

/// The kind that a name promises.
pub(crate) fn by_name(name: &Path) -> Option<&'static Kind> {
    let extension = name.extension()?.to_str()?;
    let is_its = |kind: &&Kind| {
        kind.extensions
            .iter()
            .any(|it| it.eq_ignore_ascii_case(extension))
    };
    KINDS.iter().find(is_its)
}

/// The kind that the beginning of a file shows.
pub(crate) fn by_content(head: &[u8]) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| (kind.is_head)(head))
}

/// Whether a file that begins so is a zip: with a member, with none, or as one of several parts.
fn is_zip(head: &[u8]) -> bool {
    let signatures: [&[u8]; 4] = [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08", b"PK00PK\x03\x04"];
    signatures.iter().any(|it| head.starts_with(it))
}

// Unpacking within bounds.

/// A member of more mebibytes is not unpacked: it is held in memory.
const MAX_MEMBER_MIB: u64 = 256;

/// The same in bytes.
const MAX_MEMBER_BYTES: u64 = MAX_MEMBER_MIB << 20;

/// A member of so many bytes is unpacked when it is worked on, one at a time.
const LARGE_MEMBER_BYTES: u64 = 4 << 20;

/// Room for so many bytes is made for a member of unknown size. What is not used of it takes no memory.
const DEFAULT_MEMBER_CAPACITY: u64 = 64 << 20;

/// All bytes of a member of which so many are expected.
fn unpacked(from: impl Read, expected: Option<u64>) -> Result<Vec<u8>, ArchiveGap> {
    if let Some(gap) = expected.and_then(too_large) {
        return Err(gap);
    }
    let mut bytes = Vec::new();
    // All at once: what grows leaves pieces of memory behind. If there is no room, it has to be found while reading.
    let _ = bytes.try_reserve_exact(expected.unwrap_or(DEFAULT_MEMBER_CAPACITY) as usize);
    let most = expected.unwrap_or(MAX_MEMBER_MIB << 20);
    let read = from.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| why(&error))?;
    match expected {
        _ if bytes.len() as u64 > MAX_MEMBER_MIB << 20 => Err(ArchiveGap::TooLarge(MAX_MEMBER_MIB)),
        Some(expected) if expected != bytes.len() as u64 => Err(ArchiveGap::Damaged),
        _ => Ok(bytes),
    }
}

/// Why a member of so many bytes is not unpacked.
fn too_large(size: u64) -> Option<ArchiveGap> {
    (size > MAX_MEMBER_MIB << 20).then_some(ArchiveGap::TooLarge(MAX_MEMBER_MIB))
}

/// Why a member cannot be unpacked.
fn why(error: &io::Error) -> ArchiveGap {
    let known = error.get_ref().and_then(|it| it.downcast_ref::<Refused>());
    known.map_or(ArchiveGap::Damaged, |it| it.0.clone())
}

/// Why an archive cannot be read on.
fn torn(error: &io::Error) -> ArchiveGap {
    match why(error) {
        ArchiveGap::Damaged => ArchiveGap::Torn,
        other => other,
    }
}

/// Drops all bytes that are left, up to as many as may come out of any archive. Whether that was all of them.
fn drained(from: impl Read) -> io::Result<bool> {
    Ok(io::copy(&mut from.take(MIN_OUTPUT_LIMIT_BYTES), &mut io::sink())? < MIN_OUTPUT_LIMIT_BYTES)
}

/// An error for a reason that has a name.
#[derive(Debug)]
struct Refused(ArchiveGap);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Error for Refused {}

/// Notes whether the last byte was read. `again` is read before all others.
struct Watched<R> {
    again: Cursor<Vec<u8>>,
    from: R,
    ended: Rc<Cell<bool>>,
}

impl<R> Watched<R> {
    fn new(from: R) -> Self {
        Self {
            again: Cursor::default(),
            from,
            ended: Rc::default(),
        }
    }

    /// Whether it has ended, now and later.
    fn ended(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.ended)
    }
}

impl<R: Read> Read for Watched<R> {
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
            // 表 has a backslash as its second byte.
            (b"\x8a\xfb\x95\x88\x5c\x95\x5c.kif", "棋譜/表.kif"),
            (b"\xff\xfea.kif", "%FF%FEa.kif"),
        ] {
            assert_eq!(name(bytes), expected);
        }
    }
}
