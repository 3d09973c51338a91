//! Reader of `.zip` archives. The members are found through the central directory at the end of the file.
//!
//! Offsets and signatures follow the zip specification (PKWARE, APPNOTE.TXT 4.3). The whole central directory is read, even if
//! the archive states another number of entries.

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::bounds::OuterBudget;
use super::bytes::{Bytes, Slot};
use super::sink::{Sink, Stop, in_background};
use super::{Content, LARGE_MEMBER_BYTES, Members, Packed, Wanted, decode_name, read_member, too_large};
use crate::record::GapKind;
use crate::record::gap::{ArchiveGap, Irregularity};

// Signatures of the records of a zip: local file header, central directory header, digital signature, end of central directory
// record, zip64 end of central directory record, and its locator.
const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
const CENTRAL_HEADER: &[u8] = b"PK\x01\x02";
const DIGITAL_SIGNATURE: &[u8] = b"PK\x05\x05";
const END_OF_CENTRAL_DIRECTORY: &[u8] = b"PK\x05\x06";
const ZIP64_END: &[u8] = b"PK\x06\x06";
const ZIP64_LOCATOR: &[u8] = b"PK\x06\x07";

// Lengths of these records without their fields of variable length (bytes).
const LOCAL_HEADER_BYTES: usize = 30;
const CENTRAL_HEADER_BYTES: usize = 46;
const END_OF_CENTRAL_DIRECTORY_BYTES: usize = 22;
const ZIP64_END_BYTES: usize = 56;
const ZIP64_LOCATOR_BYTES: usize = 20;

/// Maximum length of the archive comment, which follows the end of central directory record (bytes).
const MAX_COMMENT_BYTES: usize = 0xFFFF;

/// Value of a 32-bit field if the number is in a zip64 field.
const ZIP64_MARKER: u64 = 0xFFFF_FFFF;
/// Value of a 16-bit field if the number is in a zip64 field.
const ZIP64_COUNT_MARKER: u64 = 0xFFFF;

/// ID of the zip64 extended information extra field.
const ZIP64_EXTRA_FIELD: u64 = 1;

/// Flag of a member that is encrypted.
const ENCRYPTED: u64 = 1;
/// Flag of a member whose sizes are in a data descriptor after the content.
const HAS_DATA_DESCRIPTOR: u64 = 8;

// Compression methods that are supported.
const STORED: u64 = 0;
const DEFLATE: u64 = 8;

/// Host systems with Unix file attributes.
const UNIX_HOSTS: [u64; 2] = [3, 19];
/// Mask of the file type in Unix attributes.
const S_IFMT: u64 = 0o170_000;
/// File type of a regular file in Unix attributes.
const S_IFREG: u64 = 0o100_000;

/// A member that has not been unpacked yet.
struct Entry {
    bytes: Bytes,
    /// The offset of the local file header (bytes).
    at: u64,
    flags: u64,
    method: u64,
    crc32: u64,
    /// The compressed size (bytes).
    packed: u64,
    /// The uncompressed size (bytes).
    size: u64,
}

impl Entry {
    /// Reads an entry from a local file header or a central directory header.
    ///
    /// `at` is the stated offset of the local file header. `numbers` are the fields that both headers have in common, from the
    /// version on. Sizes and offsets that do not fit in their fields are in the zip64 field of `extra`: uncompressed size,
    /// compressed size, offset.
    fn read(bytes: &Bytes, at: u64, numbers: &[u8], extra: &[u8]) -> Self {
        let mut zip64_numbers = field(extra, ZIP64_EXTRA_FIELD).chunks(8);
        let mut full_number = |stated: u64| match stated {
            ZIP64_MARKER => zip64_numbers.next().map_or(stated, |bytes| number(bytes, 0, 8)),
            _ => stated,
        };
        let size = full_number(number(numbers, 18, 4));
        let packed = full_number(number(numbers, 14, 4));
        Self {
            bytes: bytes.clone(),
            at: full_number(at),
            flags: number(numbers, 2, 2),
            method: number(numbers, 4, 2),
            crc32: number(numbers, 10, 4),
            packed,
            size,
        }
    }

    /// Returns the work of unpacking the member: the greater of its compressed and uncompressed size (bytes).
    fn work(&self) -> u64 {
        let packed = self.bytes.len().saturating_sub(self.at).min(self.packed);
        packed.max(self.size)
    }

    /// Returns the reason why the member is not unpacked; `None` if the member can be unpacked.
    fn unsupported_reason(&self, sink: &Sink) -> Option<ArchiveGap> {
        if self.flags & ENCRYPTED != 0 {
            return Some(ArchiveGap::Encrypted);
        }
        if self.method != STORED && self.method != DEFLATE {
            return Some(ArchiveGap::Unsupported(method_name(self.method)));
        }
        let is_bomb = || !sink.allows(self.work());
        too_large(self.size).or_else(|| is_bomb().then_some(ArchiveGap::Bomb))
    }
}

impl Entry {
    /// Returns the content of the member: compressed if the member is unpacked later, unpacked if not, or the gap if unpacking
    /// fails.
    ///
    /// A small member of an archive in memory or in a temporary file is unpacked at once, so that the archive is not
    /// kept for this member.
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
        let header = read_bytes::<LOCAL_HEADER_BYTES>(&mut bytes, self.at)
            .filter(|header| header.starts_with(LOCAL_HEADER));
        let header = header.ok_or(ArchiveGap::Damaged)?;
        let length = LOCAL_HEADER_BYTES as u64 + number(&header, 26, 2) + number(&header, 28, 2);
        let moved = bytes.seek(SeekFrom::Start(self.at.saturating_add(length)));
        moved.map_err(|_| ArchiveGap::Damaged)?;
        let packed = bytes.take(self.packed);
        let bytes = match self.method {
            STORED => read_member(packed, Some(self.size)),
            _ => read_member(DeflateDecoder::new(packed), Some(self.size)),
        }?;
        let mut crc = Crc::new();
        crc.update(&bytes);
        if u64::from(crc.sum()) == self.crc32 {
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

/// The central directory of an archive, which lists the members.
struct CentralDirectory {
    /// The offset of the first header (bytes).
    start: u64,
    /// The offset of the end of central directory record (bytes).
    end: u64,
    /// The number of entries that the archive states.
    stated: u64,
    /// The number of bytes that precede the archive in the file. Stated offsets do not include these bytes.
    prefix_len: u64,
    irregular: Option<Irregularity>,
}

/// Returns the members of an archive. A member of an archive on disk, or a large member, is unpacked later by the
/// thread that checks it.
pub(super) fn members(
    bytes: Bytes,
    _: &str,
    wanted: Wanted,
    outer: Option<OuterBudget>,
) -> io::Result<Members> {
    in_background(
        bytes,
        wanted,
        outer,
        |bytes, sink| match CentralDirectory::read(&mut bytes.clone()).map_err(Stop::Gap)? {
            Some(directory) => directory.members(&bytes, sink),
            None => recover_entries(&bytes, sink),
        },
    )
}

impl CentralDirectory {
    /// Finds the central directory. Returns `None` if the central directory is missing or damaged.
    ///
    /// # Errors
    ///
    /// Returns an error if the archive is one of several volumes.
    fn read(bytes: &mut Bytes) -> Result<Option<Self>, ArchiveGap> {
        let max_tail_bytes =
            ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES + END_OF_CENTRAL_DIRECTORY_BYTES + MAX_COMMENT_BYTES;
        let tail_offset = bytes.len().saturating_sub(max_tail_bytes as u64);
        let mut tail = Vec::new();
        let result = bytes
            .seek(SeekFrom::Start(tail_offset))
            .and_then(|_| bytes.read_to_end(&mut tail));
        if result.is_err() {
            return Ok(None);
        }
        let offsets = (0..tail.len().saturating_sub(END_OF_CENTRAL_DIRECTORY_BYTES - 1)).rev();
        let mut ends = offsets.filter(|&at| tail[at..].starts_with(END_OF_CENTRAL_DIRECTORY));
        let is_at_end = |at: usize| {
            at + END_OF_CENTRAL_DIRECTORY_BYTES + number(&tail, at + 20, 2) as usize == tail.len()
        };
        let Some(at) = ends.clone().find(|&at| is_at_end(at)).or_else(|| ends.next()) else {
            return Ok(None);
        };
        let end = &tail[at..];
        let disks = [number(end, 4, 2), number(end, 6, 2)];
        if disks.iter().any(|&disk| disk != 0 && disk != ZIP64_COUNT_MARKER) {
            return Err(ArchiveGap::Unsupported("multi-volume archive".to_owned()));
        }
        let mut directory = Self {
            start: number(end, 16, 4),
            end: tail_offset + at as u64,
            stated: number(end, 10, 2),
            prefix_len: 0,
            irregular: (!is_at_end(at)).then_some(Irregularity::BytesAfterEnd),
        };
        let mut size = number(end, 12, 4);
        if let Some(locator) = at.checked_sub(ZIP64_LOCATOR_BYTES).map(|start| &tail[start..])
            && locator.starts_with(ZIP64_LOCATOR)
            && !directory.apply_zip64(number(locator, 8, 8), &mut size, bytes)
        {
            return Ok(None);
        }
        Ok(directory.find_first_header(size, bytes).then_some(directory))
    }

    /// Reads the zip64 end of central directory record at the offset `stated`, or directly before its locator.
    ///
    /// Takes the numbers that do not fit in their fields from the record, among them `size`, the size of the central directory.
    /// Returns whether the record exists.
    fn apply_zip64(&mut self, stated: u64, size: &mut u64, bytes: &mut Bytes) -> bool {
        let before_locator = self
            .end
            .saturating_sub((ZIP64_LOCATOR_BYTES + ZIP64_END_BYTES) as u64);
        let record = [stated, before_locator].into_iter().find_map(|at| {
            let end = read_bytes::<ZIP64_END_BYTES>(bytes, at);
            Some((at, end.filter(|record| record.starts_with(ZIP64_END))?))
        });
        let Some((at, end)) = record else {
            return false;
        };
        self.end = at;
        for (value, marker, offset) in [
            (&mut self.stated, ZIP64_COUNT_MARKER, 32),
            (size, ZIP64_MARKER, 40),
            (&mut self.start, ZIP64_MARKER, 48),
        ] {
            if *value == marker {
                *value = number(&end, offset, 8);
            }
        }
        true
    }

    /// Finds the first header of the central directory, by the `size` of the directory (bytes) or, if no header is
    /// there, at the stated offset.
    ///
    /// Returns `false` if the header is missing although the archive states that it has entries. Also returns `false`
    /// if the central directory belongs to another archive after this one.
    fn find_first_header(&mut self, size: u64, bytes: &mut Bytes) -> bool {
        let by_size = self.end.wrapping_sub(size);
        let first_header = [by_size, self.start].into_iter().find_map(|at| {
            let entry = read_bytes::<CENTRAL_HEADER_BYTES>(bytes, at).filter(|_| at < self.end);
            Some((at, entry.filter(|header| header.starts_with(CENTRAL_HEADER))?))
        });
        let Some((at, entry)) = first_header else {
            self.start = self.end;
            return self.stated == 0;
        };
        let has_local_header = |bytes: &mut Bytes, at| {
            read_bytes::<4>(bytes, at).is_some_and(|signature| signature == LOCAL_HEADER)
        };
        let prefix_len = at.wrapping_sub(self.start);
        let member_offset = number(&entry, 42, 4);
        if prefix_len != 0
            && member_offset != ZIP64_MARKER
            && !has_local_header(bytes, member_offset.wrapping_add(prefix_len))
            && has_local_header(bytes, member_offset)
        {
            self.irregular = self.irregular.take().or(Some(Irregularity::CentralDirectory));
        } else {
            self.prefix_len = prefix_len;
        }
        if at != by_size {
            self.irregular = self.irregular.take().or(Some(Irregularity::CentralDirectory));
        }
        self.start = at;
        // If bytes precede the archive and begin with a member, the central directory belongs to another archive.
        self.prefix_len == 0 || !has_local_header(bytes, 0)
    }

    /// Passes the members in the central directory to the sink.
    fn members(mut self, bytes: &Bytes, sink: &mut Sink) -> Result<(), Stop> {
        let torn = |_: io::Error| Stop::Gap(ArchiveGap::Torn);
        let mut source = bytes.clone();
        source.seek(SeekFrom::Start(self.start)).map_err(torn)?;
        let mut source = BufReader::new(source).take(self.end - self.start);
        let mut count = 0;
        let mut ranges = ByteRanges::default();
        while source.limit() > 0 {
            let mut header = [0; CENTRAL_HEADER_BYTES];
            let result = source.read_exact(&mut header);
            if header.starts_with(DIGITAL_SIGNATURE) {
                break;
            }
            result.map_err(torn)?;
            if !header.starts_with(CENTRAL_HEADER) {
                return Err(Stop::Gap(ArchiveGap::Torn));
            }
            let [name_length, extra_length, comment_length] =
                [28, 30, 32].map(|at| number(&header, at, 2) as usize);
            let mut variable_fields = vec![0; name_length + extra_length + comment_length];
            source.read_exact(&mut variable_fields).map_err(torn)?;
            count += 1;
            let offset = number(&header, 42, 4);
            let mut entry = Entry::read(
                bytes,
                offset,
                &header[6..],
                &variable_fields[name_length..name_length + extra_length],
            );
            entry.at = entry.at.wrapping_add(self.prefix_len);
            let gap = is_special(&header).then_some(ArchiveGap::Link);
            ranges.add(entry.at, (LOCAL_HEADER_BYTES + name_length) as u64, entry.packed);
            put_member(&variable_fields[..name_length], entry, gap, sink)?;
        }
        if ranges.has_overlap() {
            self.irregular = self.irregular.or(Some(Irregularity::Overlap));
        }
        if count != self.stated {
            let stated = self.stated;
            self.irregular = Some(Irregularity::Count { stated, found: count });
        }
        self.irregular.map_or(Ok(()), |irregular| {
            Err(Stop::Gap(ArchiveGap::Irregular(irregular)))
        })
    }
}

/// Passes the members of an archive without a usable central directory to the sink, up to the first place without a
/// complete local header, or the first member whose size is unknown. Then always reports that the archive is torn.
fn recover_entries(bytes: &Bytes, sink: &mut Sink) -> Result<(), Stop> {
    let mut source = bytes.clone();
    let mut at = 0;
    while let Some(header) =
        read_bytes::<LOCAL_HEADER_BYTES>(&mut source, at).filter(|header| header.starts_with(LOCAL_HEADER))
    {
        let [name_length, extra_length] = [26, 28].map(|at| number(&header, at, 2) as usize);
        let mut name_and_extra = vec![0; name_length + extra_length];
        if source.read_exact(&mut name_and_extra).is_err() {
            break;
        }
        let entry = Entry::read(bytes, at, &header[4..], &name_and_extra[name_length..]);
        // If the sizes are in a data descriptor, the end of the member is not known.
        if entry.flags & HAS_DATA_DESCRIPTOR != 0 {
            break;
        }
        let length = (LOCAL_HEADER_BYTES + name_and_extra.len()) as u64;
        at = at.saturating_add(length).saturating_add(entry.packed);
        put_member(&name_and_extra[..name_length], entry, None, sink)?;
    }
    Err(Stop::Gap(ArchiveGap::Torn))
}

/// Passes a member to the sink, unless it is a directory. A member that is not wanted is passed without content. A
/// wanted member that cannot be unpacked, or for which `gap` is given, is passed as a gap.
fn put_member(raw_name: &[u8], entry: Entry, gap: Option<ArchiveGap>, sink: &mut Sink) -> Result<(), Stop> {
    let name = decode_name(raw_name);
    if name.ends_with('/') {
        return Ok(());
    }
    if !sink.wants(&name) {
        return sink.put(name, Content::Unwanted);
    }
    let gap = gap.or_else(|| entry.unsupported_reason(sink));
    let content = if let Some(gap) = gap {
        Content::Gap(GapKind::Archive(gap))
    } else {
        sink.add_work(entry.work())?;
        entry.content()
    };
    sink.put(name, content)
}

/// Byte ranges of an archive that its members occupy.
#[derive(Default)]
struct ByteRanges(Vec<(u64, u64)>);

impl ByteRanges {
    /// Adds the range of a member by its offset and the lengths of its header and content (bytes).
    ///
    /// The actual header may be longer than `header`, by an extra field that only the local header has.
    fn add(&mut self, at: u64, header: u64, content: u64) {
        let end = at.saturating_add(header).saturating_add(content);
        match self.0.last_mut() {
            // The gap between the two ranges is too small for another member, so the ranges are merged.
            Some((_, last)) if at >= *last && at - *last < LOCAL_HEADER_BYTES as u64 => *last = end,
            _ => self.0.push((at, end)),
        }
    }

    /// Returns whether two ranges overlap.
    fn has_overlap(&mut self) -> bool {
        self.0.sort_unstable();
        self.0.windows(2).any(|window| window[1].0 < window[0].1)
    }
}

/// Returns whether a central directory header is that of a link, a device or another special file.
fn is_special(entry: &[u8]) -> bool {
    let kind = number(entry, 40, 2) & S_IFMT;
    UNIX_HOSTS.contains(&number(entry, 5, 1)) && kind != 0 && kind != S_IFREG
}

/// Returns the name of a compression method (APPNOTE.TXT 4.4.5); the number of the method if the name is not known.
fn method_name(method: u64) -> String {
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
    let entry = NAMES.iter().find(|(known, _)| *known == method);
    entry.map_or_else(|| method.to_string(), |(_, name)| (*name).to_owned())
}

/// Reads `N` bytes at an offset. Returns `None` if the archive is shorter.
fn read_bytes<const N: usize>(bytes: &mut Bytes, at: u64) -> Option<[u8; N]> {
    let mut buffer = [0; N];
    bytes.seek(SeekFrom::Start(at)).ok()?;
    bytes.read_exact(&mut buffer).ok()?;
    Some(buffer)
}

/// Reads a little-endian number of `length` bytes at the offset `at`. Missing bytes are read as zeros.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    let digits = bytes.iter().skip(at).take(length).rev();
    digits.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Returns the data of the extra field with this ID; empty if the member does not have the field.
fn field(mut extra: &[u8], id: u64) -> &[u8] {
    while let Some((field_header, rest)) = extra.split_at_checked(4) {
        let (field, rest) = rest.split_at(rest.len().min(number(field_header, 2, 2) as usize));
        if number(field_header, 0, 2) == id {
            return field;
        }
        extra = rest;
    }
    &[]
}
