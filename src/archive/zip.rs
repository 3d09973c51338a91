//! Reader of `.zip` archives: members are found through the central directory at the end of the file.
//!
//! Offsets and signatures follow the zip specification (PKWARE, APPNOTE.TXT 4.3). The whole central directory is read, even if
//! the archive states another number of entries.

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::bounds::{Meter, OuterBudget};
use super::bytes::{Bytes, Slot};
use super::compressed::{Sink, Stop, in_background};
use super::{Content, LARGE_MEMBER_BYTES, Members, Packed, Wanted, name, too_large, unpacked};
use crate::record::GapKind;
use crate::record::gap::{ArchiveGap, Irregularity};

/// Signatures of the records of a zip.
///
/// They are, in this order: the local file header, the central directory header, the digital signature, the end of central
/// directory record, the zip64 end of central directory record, and its locator.
const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
const CENTRAL_HEADER: &[u8] = b"PK\x01\x02";
const DIGITAL_SIGNATURE: &[u8] = b"PK\x05\x05";
const END_OF_CENTRAL_DIRECTORY: &[u8] = b"PK\x05\x06";
const ZIP64_END: &[u8] = b"PK\x06\x06";
const ZIP64_LOCATOR: &[u8] = b"PK\x06\x07";

/// Lengths of these records without their fields of variable length (bytes).
const LOCAL_HEADER_BYTES: usize = 30;
const CENTRAL_HEADER_BYTES: usize = 46;
const END_OF_CENTRAL_DIRECTORY_BYTES: usize = 22;
const ZIP64_END_BYTES: usize = 56;
const ZIP64_LOCATOR_BYTES: usize = 20;

/// Maximum length of the archive comment, which follows the end of central directory record (bytes).
const MAX_COMMENT_BYTES: usize = 0xFFFF;

/// Values of a 32-bit and a 16-bit field that mean that the number is in a zip64 field.
const ZIP64_MARKER: u64 = 0xFFFF_FFFF;
const ZIP64_COUNT_MARKER: u64 = 0xFFFF;

/// ID of the zip64 extended information extra field.
const ZIP64_EXTRA_FIELD: u64 = 1;

/// General purpose flags of a member: it is encrypted, and its sizes are in a data descriptor after it.
const ENCRYPTED: u64 = 1;
const HAS_DATA_DESCRIPTOR: u64 = 8;

/// Compression methods that are read.
const STORED: u64 = 0;
const DEFLATE: u64 = 8;

/// Host systems with Unix file attributes, and the mask and value of the file type in these.
const UNIX_HOSTS: [u64; 2] = [3, 19];
const S_IFMT: u64 = 0o170_000;
const S_IFREG: u64 = 0o100_000;

/// A member that is still compressed.
struct Entry {
    bytes: Bytes,
    /// The offset of the local file header (bytes).
    at: u64,
    flags: u64,
    method: u64,
    crc32: u64,
    packed: u64,
    size: u64,
}

impl Entry {
    /// Reads the fields that the local file header and the central directory header share, from the version on.
    ///
    /// Numbers that do not fit their fields are in the zip64 extra field, in this order.
    fn read(bytes: &Bytes, at: u64, numbers: &[u8], extra: &[u8]) -> Self {
        let mut wide = field(extra, ZIP64_EXTRA_FIELD).chunks(8);
        let mut real = |told: u64| match told {
            ZIP64_MARKER => wide.next().map_or(told, |bytes| number(bytes, 0, 8)),
            _ => told,
        };
        let size = real(number(numbers, 18, 4));
        let packed = real(number(numbers, 14, 4));
        Self {
            bytes: bytes.clone(),
            at: real(at),
            flags: number(numbers, 2, 2),
            method: number(numbers, 4, 2),
            crc32: number(numbers, 10, 4),
            packed,
            size,
        }
    }

    /// Returns the compressed or the uncompressed size, whichever is greater (bytes).
    fn work(&self) -> u64 {
        let packed = self.bytes.len().saturating_sub(self.at).min(self.packed);
        packed.max(self.size)
    }

    /// Returns the reason why the member is not unpacked, if there is one.
    fn unsupported_reason(&self, sink: &Sink) -> Option<ArchiveGap> {
        if self.flags & ENCRYPTED != 0 {
            return Some(ArchiveGap::Encrypted);
        }
        if self.method != STORED && self.method != DEFLATE {
            return Some(ArchiveGap::Unsupported(method(self.method)));
        }
        let is_bomb = || !sink.allows(self.work());
        too_large(self.size).or_else(|| is_bomb().then_some(ArchiveGap::Bomb))
    }
}

impl Entry {
    /// Returns the content of the member: compressed if it may be unpacked later, and unpacked otherwise.
    ///
    /// An archive in memory or in a temporary file need not be kept for members that are unpacked at once.
    fn content(self) -> Content {
        if self.bytes.may_wait() || self.size >= LARGE_MEMBER_BYTES {
            return Content::Packed(Arc::new(self));
        }
        match self.unpack_from(self.bytes.clone()) {
            Ok(bytes) => Content::Unpacked(bytes.into()),
            Err(gap) => Content::Gap(GapKind::Archive(gap)),
        }
    }

    fn unpack_from(&self, mut bytes: Bytes) -> Result<Vec<u8>, ArchiveGap> {
        let head = part::<LOCAL_HEADER_BYTES>(&mut bytes, self.at).filter(|it| it.starts_with(LOCAL_HEADER));
        let head = head.ok_or(ArchiveGap::Damaged)?;
        let length = LOCAL_HEADER_BYTES as u64 + number(&head, 26, 2) + number(&head, 28, 2);
        let begun = bytes.seek(SeekFrom::Start(self.at.saturating_add(length)));
        begun.map_err(|_| ArchiveGap::Damaged)?;
        let packed = bytes.take(self.packed);
        let bytes = match self.method {
            STORED => unpacked(packed, Some(self.size)),
            _ => unpacked(DeflateDecoder::new(packed), Some(self.size)),
        }?;
        let mut sum = Crc::new();
        sum.update(&bytes);
        if u64::from(sum.sum()) == self.crc32 {
            Ok(bytes)
        } else {
            Err(ArchiveGap::Damaged)
        }
    }
}

impl Packed for Entry {
    fn size(&self) -> u64 {
        self.size
    }

    fn unpack(&self) -> io::Result<Result<Vec<u8>, ArchiveGap>> {
        let _slot = Slot::wait();
        let mut bytes = self.bytes.clone();
        bytes.open()?;
        Ok(self.unpack_from(bytes))
    }
}

/// The central directory of an archive.
struct CentralDirectory {
    /// The offsets of the first header and of the end of central directory record (bytes).
    start: u64,
    end: u64,
    /// The number of entries that the archive states. It is taken modulo 65,536 if the archive has no zip64 record.
    stated: u64,
    /// The number of bytes before the archive, by which all stated offsets are too small.
    prefix_len: u64,
    irregular: Option<Irregularity>,
}

/// Returns the members of an archive. Most are unpacked later, by the thread that checks them.
pub(super) fn members(
    bytes: Bytes,
    _: &str,
    wanted: Wanted,
    outer: Option<OuterBudget>,
) -> io::Result<Members> {
    let meter = Meter::new(bytes.length(), outer);
    in_background(wanted, meter, move |sink| {
        match CentralDirectory::read(&mut bytes.clone()).map_err(Stop::Gap)? {
            Some(list) => list.members(&bytes, sink),
            None => recover_entries(&bytes, sink),
        }
    })
}

impl CentralDirectory {
    /// Finds the central directory. Returns `None` if there is none or it is damaged.
    ///
    /// # Errors
    ///
    /// Returns an error if the archive is one of several volumes.
    fn read(bytes: &mut Bytes) -> Result<Option<Self>, ArchiveGap> {
        let most = ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES + END_OF_CENTRAL_DIRECTORY_BYTES + MAX_COMMENT_BYTES;
        let tail_at = bytes.len().saturating_sub(most as u64);
        let mut tail = Vec::new();
        let read = bytes
            .seek(SeekFrom::Start(tail_at))
            .and_then(|_| bytes.read_to_end(&mut tail));
        if read.is_err() {
            return Ok(None);
        }
        let places = (0..tail.len().saturating_sub(END_OF_CENTRAL_DIRECTORY_BYTES - 1)).rev();
        let mut ends = places.filter(|&at| tail[at..].starts_with(END_OF_CENTRAL_DIRECTORY));
        let is_last = |at: usize| {
            at + END_OF_CENTRAL_DIRECTORY_BYTES + number(&tail, at + 20, 2) as usize == tail.len()
        };
        let Some(at) = ends.clone().find(|&at| is_last(at)).or_else(|| ends.next()) else {
            return Ok(None);
        };
        let end = &tail[at..];
        let disks = [number(end, 4, 2), number(end, 6, 2)];
        if disks.iter().any(|&disk| disk != 0 && disk != ZIP64_COUNT_MARKER) {
            return Err(ArchiveGap::Unsupported("multi-volume archive".to_owned()));
        }
        let mut list = Self {
            start: number(end, 16, 4),
            end: tail_at + at as u64,
            stated: number(end, 10, 2),
            prefix_len: 0,
            irregular: (!is_last(at)).then_some(Irregularity::BytesAfterEnd),
        };
        let mut size = number(end, 12, 4);
        if let Some(locator) = at
            .checked_sub(ZIP64_LOCATOR_BYTES)
            .map(|difference| &tail[difference..])
            && locator.starts_with(ZIP64_LOCATOR)
            && !list.apply_zip64(number(locator, 8, 8), &mut size, bytes)
        {
            return Ok(None);
        }
        Ok(list.find_first_header(size, bytes).then_some(list))
    }

    /// Reads the zip64 end of central directory record at `stated`, or directly before its locator. Returns whether it exists.
    fn apply_zip64(&mut self, stated: u64, size: &mut u64, bytes: &mut Bytes) -> bool {
        let before = self
            .end
            .saturating_sub((ZIP64_LOCATOR_BYTES + ZIP64_END_BYTES) as u64);
        let wide = [stated, before].into_iter().find_map(|at| {
            let end = part::<ZIP64_END_BYTES>(bytes, at);
            Some((at, end.filter(|it| it.starts_with(ZIP64_END))?))
        });
        let Some((at, end)) = wide else {
            return false;
        };
        self.end = at;
        for (told, elsewhere, place) in [
            (&mut self.stated, ZIP64_COUNT_MARKER, 32),
            (size, ZIP64_MARKER, 40),
            (&mut self.start, ZIP64_MARKER, 48),
        ] {
            if *told == elsewhere {
                *told = number(&end, place, 8);
            }
        }
        true
    }

    /// Finds the first header, by the size of the central directory or at its stated offset.
    ///
    /// Returns whether it exists, or the directory is empty.
    fn find_first_header(&mut self, size: u64, bytes: &mut Bytes) -> bool {
        let by_size = self.end.wrapping_sub(size);
        let first = [by_size, self.start].into_iter().find_map(|at| {
            let entry = part::<CENTRAL_HEADER_BYTES>(bytes, at).filter(|_| at < self.end);
            Some((at, entry.filter(|it| it.starts_with(CENTRAL_HEADER))?))
        });
        let Some((at, entry)) = first else {
            self.start = self.end;
            return self.stated == 0;
        };
        let is_member = |bytes: &mut Bytes, at| part::<4>(bytes, at).is_some_and(|part| part == LOCAL_HEADER);
        let prefix_len = at.wrapping_sub(self.start);
        let member = number(&entry, 42, 4);
        if prefix_len != 0
            && member != ZIP64_MARKER
            && !is_member(bytes, member.wrapping_add(prefix_len))
            && is_member(bytes, member)
        {
            self.irregular = self.irregular.take().or(Some(Irregularity::CentralDirectory));
        } else {
            self.prefix_len = prefix_len;
        }
        if at != by_size {
            self.irregular = self.irregular.take().or(Some(Irregularity::CentralDirectory));
        }
        self.start = at;
        // A member before the first listed one means that the central directory belongs to another archive.
        self.prefix_len == 0 || !is_member(bytes, 0)
    }

    /// Passes on the members in the central directory.
    fn members(mut self, bytes: &Bytes, sink: &mut Sink) -> Result<(), Stop> {
        let torn = |_: io::Error| Stop::Gap(ArchiveGap::Torn);
        let mut from = bytes.clone();
        from.seek(SeekFrom::Start(self.start)).map_err(torn)?;
        let mut from = BufReader::new(from).take(self.end - self.start);
        let mut found = 0;
        let mut parts = ByteRanges::default();
        while from.limit() > 0 {
            let mut entry = [0; CENTRAL_HEADER_BYTES];
            let read = from.read_exact(&mut entry);
            if entry.starts_with(DIGITAL_SIGNATURE) {
                break;
            }
            read.map_err(torn)?;
            if !entry.starts_with(CENTRAL_HEADER) {
                return Err(Stop::Gap(ArchiveGap::Torn));
            }
            let [name, extra, comment] = [28, 30, 32].map(|at| number(&entry, at, 2) as usize);
            let mut names = vec![0; name + extra + comment];
            from.read_exact(&mut names).map_err(torn)?;
            found += 1;
            let at = number(&entry, 42, 4);
            let mut listed = Entry::read(bytes, at, &entry[6..], &names[name..name + extra]);
            listed.at = listed.at.wrapping_add(self.prefix_len);
            let gap = is_special(&entry).then_some(ArchiveGap::Link);
            parts.add(listed.at, (LOCAL_HEADER_BYTES + name) as u64, listed.packed);
            member(&names[..name], listed, gap, sink)?;
        }
        if parts.overlap() {
            self.irregular = self.irregular.or(Some(Irregularity::Overlap));
        }
        if found != self.stated {
            let stated = self.stated;
            self.irregular = Some(Irregularity::Count { stated, found });
        }
        self.irregular.map_or(Ok(()), |irregular| {
            Err(Stop::Gap(ArchiveGap::Irregular(irregular)))
        })
    }
}

/// Reads the members of an archive without a central directory, from the beginning up to the first damage.
fn recover_entries(bytes: &Bytes, sink: &mut Sink) -> Result<(), Stop> {
    let mut from = bytes.clone();
    let mut at = 0;
    while let Some(head) = part::<LOCAL_HEADER_BYTES>(&mut from, at).filter(|it| it.starts_with(LOCAL_HEADER))
    {
        let [name, extra] = [26, 28].map(|at| number(&head, at, 2) as usize);
        let mut names = vec![0; name + extra];
        if from.read_exact(&mut names).is_err() {
            break;
        }
        let listed = Entry::read(bytes, at, &head[4..], &names[name..]);
        // If the sizes are in a data descriptor, the end of the member is not known.
        if listed.flags & HAS_DATA_DESCRIPTOR != 0 {
            break;
        }
        let length = (LOCAL_HEADER_BYTES + names.len()) as u64;
        at = at.saturating_add(length).saturating_add(listed.packed);
        member(&names[..name], listed, None, sink)?;
    }
    Err(Stop::Gap(ArchiveGap::Torn))
}

/// Passes on a member. A member that is too large is reported as a gap, and the others are read.
fn member(raw: &[u8], listed: Entry, gap: Option<ArchiveGap>, sink: &mut Sink) -> Result<(), Stop> {
    let name = name(raw);
    if name.ends_with('/') {
        return Ok(());
    }
    if !sink.wants(&name) {
        return sink.put(name, Content::Unwanted);
    }
    let gap = gap.or_else(|| listed.unsupported_reason(sink));
    let content = if let Some(gap) = gap {
        Content::Gap(GapKind::Archive(gap))
    } else {
        sink.add_work(listed.work())?;
        listed.content()
    };
    sink.put(name, content)
}

/// Byte ranges of an archive that its members occupy.
#[derive(Default)]
struct ByteRanges(Vec<(u64, u64)>);

impl ByteRanges {
    /// Adds a member by the offset and the lengths of its header and its content (bytes). The header may be longer.
    fn add(&mut self, at: u64, header: u64, content: u64) {
        let end = at.saturating_add(header).saturating_add(content);
        match self.0.last_mut() {
            // The gap is too small for a member.
            Some((_, last)) if at >= *last && at - *last < LOCAL_HEADER_BYTES as u64 => *last = end,
            _ => self.0.push((at, end)),
        }
    }

    /// Returns whether two members overlap.
    fn overlap(&mut self) -> bool {
        self.0.sort_unstable();
        self.0.windows(2).any(|window| window[1].0 < window[0].1)
    }
}

/// Returns whether a central directory header is that of a link, a device or another special file.
fn is_special(entry: &[u8]) -> bool {
    let kind = number(entry, 40, 2) & S_IFMT;
    UNIX_HOSTS.contains(&number(entry, 5, 1)) && kind != 0 && kind != S_IFREG
}

/// Returns the name of a compression method (APPNOTE.TXT 4.4.5).
fn method(method: u64) -> String {
    const NAMES: [(u64, &str); 9] = [
        (1, "Shrink"),
        (2, "Reduce"),
        (6, "Implode"),
        (9, "Deflate64"),
        (12, "bzip2"),
        (14, "LZMA"),
        (93, "Zstandard"),
        (95, "XZ"),
        (98, "PPMd"),
    ];
    let named = NAMES.iter().find(|(it, _)| *it == method);
    named.map_or_else(|| method.to_string(), |(_, name)| (*name).to_owned())
}

/// Reads `N` bytes at an offset. Returns `None` if the archive is shorter.
fn part<const N: usize>(bytes: &mut Bytes, at: u64) -> Option<[u8; N]> {
    let mut part = [0; N];
    bytes.seek(SeekFrom::Start(at)).ok()?;
    bytes.read_exact(&mut part).ok()?;
    Some(part)
}

/// Reads a little-endian number of `length` bytes.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    let digits = bytes.iter().skip(at).take(length).rev();
    digits.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Returns the data of an extra field; empty if the member does not have it.
fn field(mut extra: &[u8], wanted: u64) -> &[u8] {
    while let Some((head, rest)) = extra.split_at_checked(4) {
        let (field, rest) = rest.split_at(rest.len().min(number(head, 2, 2) as usize));
        if number(head, 0, 2) == wanted {
            return field;
        }
        extra = rest;
    }
    &[]
}
