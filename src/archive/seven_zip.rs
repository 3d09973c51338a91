//! Reader of `.7z`, in which blocks of members are compressed together.

use std::io::{self, Read, Seek, SeekFrom};
use std::ptr;

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Error, Password};

use super::bounds::OuterBudget;
use super::bytes::Bytes;
use super::sink::{Sink, Stop, in_background};
use super::{Members, Wanted, normalized_name};
use crate::record::gap::{ArchiveGap, Irregularity};

/// Maximum memory for unpacking (KiB). The limit is slightly above the memory for the largest dictionary that 7-Zip
/// offers.
const MAX_MEMORY_KIB: usize = 1600 << 10;

/// Maximum size of a header that describes a compressed list of files (bytes).
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// Maximum size of the list of files (MiB).
const MAX_LIST_MIB: u64 = 64;

/// Work that is counted for each byte of the list of files (bytes), because an entry needs much more memory than its bytes.
const WORK_PER_LIST_BYTE: u64 = 32;

/// Attribute flag: the upper 16 bits are Unix attributes.
const HAS_UNIX_ATTRIBUTES: u32 = 0x8000;

/// Mask of the file type in Unix attributes.
const S_IFMT: u32 = 0o170_000;
/// File type of a regular file in Unix attributes.
const S_IFREG: u32 = 0o100_000;

/// Windows attribute of a link.
const REPARSE_POINT: u32 = 0x400;

/// Returns the members of an archive, which is read in the background.
pub(super) fn members(
    bytes: Bytes,
    _: &str,
    wanted: Wanted,
    outer: Option<OuterBudget>,
) -> io::Result<Members> {
    in_background(bytes, wanted, outer, read)
}

/// Passes the members of an archive to the sink.
fn read(mut bytes: Bytes, sink: &mut Sink) -> Result<(), Stop> {
    let password = Password::empty();
    let list_size = PackedListHeader::list_size(&mut bytes).ok_or(Stop::Gap(ArchiveGap::Torn))?;
    if list_size > MAX_LIST_MIB << 20 {
        return Err(Stop::Gap(ArchiveGap::ListTooLarge(MAX_LIST_MIB)));
    }
    sink.add_work(list_size.saturating_mul(WORK_PER_LIST_BYTE))?;
    let max_list_kib = (MAX_LIST_MIB << 10) as usize;
    let archive = Archive::read_with_memory_limit(&mut bytes, &password, max_list_kib).map_err(|error| {
        Stop::Gap(match (&error, gap(&error)) {
            (Error::MaxMemLimited { .. }, _) => ArchiveGap::ListTooLarge(MAX_LIST_MIB),
            (_, ArchiveGap::Damaged) => ArchiveGap::Torn,
            (_, other) => other,
        })
    })?;
    let mut unread = Unread {
        files: &archive.files,
    };
    for index in 0..archive.blocks.len() {
        let block =
            BlockDecoder::new_with_memory_limit(1, MAX_MEMORY_KIB, index, &archive, &password, &mut bytes);
        let last_entry = block.entries().last().map(ptr::from_ref);
        let mut result = Ok(());
        let decoded = block.for_each_entries(&mut |file, source| {
            result = unread.unpack(file, source, sink);
            Ok(result.is_ok())
        });
        result?;
        if let (Err(error), Some(last_entry)) = (decoded, last_entry) {
            unread.put_gaps_to(last_entry, &gap(&error), sink)?;
        }
    }
    unread.put_rest(sink)?;
    if end(&mut bytes).is_some_and(|end| end < bytes.len()) {
        return Err(Stop::Gap(ArchiveGap::Irregular(Irregularity::BytesAfterEnd)));
    }
    Ok(())
}

/// Returns the offset of the end of the archive (bytes), which is the end of its header; `None` if the archive is too
/// short or damaged.
fn end(bytes: &mut Bytes) -> Option<u64> {
    let (offset, size) = header(bytes)?;
    offset.checked_add(size)
}

/// Returns the offset and the size of the header (bytes), which the first 32 bytes of the archive state. Returns `None`
/// if the archive is too short or the numbers are too large.
fn header(bytes: &mut Bytes) -> Option<(u64, u64)> {
    let mut head = [0; 32];
    bytes.rewind().ok()?;
    bytes.read_exact(&mut head).ok()?;
    let (numbers, _) = head[12..28].as_chunks();
    let [offset, size] = numbers else { return None };
    let [offset, size] = [offset, size].map(|bytes| u64::from_le_bytes(*bytes));
    Some((offset.checked_add(head.len() as u64)?, size))
}

// The size of the list of files, read before the list is unpacked (7zFormat.txt of the LZMA SDK).

// Property IDs in a header.
const END: u8 = 0x00;
const LIST: u8 = 0x01;
const PACK_INFO: u8 = 0x06;
const UNPACK_INFO: u8 = 0x07;
const SIZE: u8 = 0x09;
const DIGESTS: u8 = 0x0A;
const FOLDER: u8 = 0x0B;
const UNPACK_SIZE: u8 = 0x0C;
const PACKED_LIST: u8 = 0x17;

/// A reader of a header that describes a compressed list of files.
struct PackedListHeader<'h>(&'h [u8]);

impl PackedListHeader<'_> {
    /// Returns the unpacked size of the list of files (bytes). Returns `None` if the header is malformed, or describes a
    /// compressed list and is larger than [`MAX_HEADER_BYTES`].
    fn list_size(bytes: &mut Bytes) -> Option<u64> {
        let (offset, size) = header(bytes)?;
        bytes.seek(SeekFrom::Start(offset)).ok()?;
        let mut id = [0];
        bytes.read_exact(&mut id).ok()?;
        match id[0] {
            LIST => Some(size),
            PACKED_LIST if size <= MAX_HEADER_BYTES => {
                let mut header = Vec::new();
                bytes.take(size.checked_sub(1)?).read_to_end(&mut header).ok()?;
                PackedListHeader(&header).largest_unpacked_size()
            }
            _ => None,
        }
    }

    /// Returns the largest unpacked size in the description of the compressed list (bytes); `None` if the description
    /// is malformed.
    fn largest_unpacked_size(&mut self) -> Option<u64> {
        self.expect(PACK_INFO)?;
        self.number()?;
        let streams = self.number()?;
        loop {
            match self.byte()? {
                END => break,
                SIZE => (0..streams).try_for_each(|_| self.number().map(|_| ()))?,
                DIGESTS => self.skip_digests(streams)?,
                _ => return None,
            }
        }
        self.expect(UNPACK_INFO)?;
        self.expect(FOLDER)?;
        let folders = self.number()?;
        self.expect(0)?;
        let mut size_count = 0_u64;
        for _ in 0..folders {
            size_count = size_count.checked_add(self.skip_folder()?)?;
        }
        self.expect(UNPACK_SIZE)?;
        let mut largest = 0;
        for _ in 0..size_count {
            largest = largest.max(self.number()?);
        }
        Some(largest)
    }

    /// Skips the description of a folder (a chain of coders). Returns the number of unpacked sizes of the folder; `None` if the
    /// description is malformed.
    fn skip_folder(&mut self) -> Option<u64> {
        let (mut inputs, mut outputs) = (0_u64, 0_u64);
        for _ in 0..self.number()? {
            let flags = self.byte()?;
            self.skip((flags & 0x0F).into())?;
            let [more_inputs, more_outputs] = if flags & 0x10 == 0 {
                [1, 1]
            } else {
                [self.number()?, self.number()?]
            };
            inputs = inputs.checked_add(more_inputs)?;
            outputs = outputs.checked_add(more_outputs)?;
            if flags & 0x20 != 0 {
                let length = self.number()?;
                self.skip(length)?;
            }
        }
        let pairs = outputs.checked_sub(1)?;
        (0..pairs).try_for_each(|_| self.number().and_then(|_| self.number()).map(|_| ()))?;
        let packed_streams = inputs.checked_sub(pairs)?;
        if packed_streams > 1 {
            (0..packed_streams).try_for_each(|_| self.number().map(|_| ()))?;
        }
        Some(outputs)
    }

    /// Skips `count` checksums, some of which may be missing. Returns `None` if the header ends before.
    fn skip_digests(&mut self, count: u64) -> Option<()> {
        let mut defined = count;
        if self.byte()? == 0 {
            defined = 0;
            for _ in 0..count.div_ceil(8) {
                defined += u64::from(self.byte()?.count_ones());
            }
        }
        self.skip(defined.checked_mul(4)?)
    }

    /// Reads a byte. Returns `None` if the byte is not `wanted`, or if the header ends before.
    fn expect(&mut self, wanted: u8) -> Option<()> {
        (self.byte()? == wanted).then_some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// Skips `length` bytes. Returns `None` if fewer bytes remain.
    fn skip(&mut self, length: u64) -> Option<()> {
        self.0 = self.0.get(usize::try_from(length).ok()?..)?;
        Some(())
    }

    /// Reads a number of variable length. The number of leading one bits in the first byte is the number of the bytes
    /// that follow, in little-endian order. Returns `None` if the header ends before the number is complete.
    fn number(&mut self) -> Option<u64> {
        let first = self.byte()?;
        let following_bytes = first.leading_ones();
        let high = u64::from(first) & (0x7F_u64 >> following_bytes.min(7));
        let mut number = 0;
        for index in 0..following_bytes {
            number |= u64::from(self.byte()?) << (8 * index);
        }
        Some(if following_bytes < 8 {
            number | high << (8 * following_bytes)
        } else {
            number
        })
    }
}

/// The members that have not been passed to the sink yet.
struct Unread<'a> {
    files: &'a [ArchiveEntry],
}

impl Unread<'_> {
    /// Passes a member of a block to the sink. The unread members before this member are passed first: members without
    /// content, which are not in a block.
    fn unpack(&mut self, file: &ArchiveEntry, source: &mut dyn Read, sink: &mut Sink) -> Result<(), Stop> {
        while let Some((first, rest)) = self.files.split_first() {
            self.files = rest;
            if ptr::eq(first, file) {
                break;
            }
            put_empty(first, sink)?;
        }
        if !file.has_stream {
            return put_empty(file, sink);
        }
        sink.add_work(file.size)?;
        let name = sink.shortened(normalized_name(&file.name));
        if is_link(file) {
            sink.put_gap(name, ArchiveGap::Link)?;
        } else {
            sink.unpack(name, source, Some(file.size))?;
        }
        Ok(())
    }

    /// Passes the remaining members of a block that cannot be unpacked to the sink: a gap for each member with content. `last`
    /// is the last member of the block.
    fn put_gaps_to(
        &mut self,
        last: *const ArchiveEntry,
        gap: &ArchiveGap,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        while let Some((first, rest)) = self.files.split_first() {
            self.files = rest;
            if first.has_stream {
                let name = sink.shortened(normalized_name(&first.name));
                sink.put_gap(name, gap.clone())?;
            } else {
                put_empty(first, sink)?;
            }
            if ptr::eq(first, last) {
                break;
            }
        }
        Ok(())
    }

    /// Passes the members after the last block to the sink. These members have no content.
    fn put_rest(self, sink: &mut Sink) -> Result<(), Stop> {
        self.files.iter().try_for_each(|file| put_empty(file, sink))
    }
}

/// Passes an entry without content to the sink, unless the entry is a directory or an anti-item, which means that a file is
/// deleted.
fn put_empty(file: &ArchiveEntry, sink: &mut Sink) -> Result<(), Stop> {
    if file.is_directory || file.is_anti_item {
        return Ok(());
    }
    let name = sink.shortened(normalized_name(&file.name));
    sink.unpack(name, io::empty(), Some(0)).map(|_| ())
}

fn is_link(file: &ArchiveEntry) -> bool {
    let attributes = file.windows_attributes;
    let unix_type = (attributes >> 16) & S_IFMT;
    file.has_windows_attributes
        && (attributes & REPARSE_POINT != 0 || attributes & HAS_UNIX_ATTRIBUTES != 0 && unix_type != S_IFREG)
}

/// Returns the gap for an error of the decoder: encryption, an unsupported feature or, for any other error, damage.
fn gap(error: &Error) -> ArchiveGap {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => ArchiveGap::Encrypted,
        Error::UnsupportedCompressionMethod(method) if method.contains("AES") => ArchiveGap::Encrypted,
        Error::UnsupportedCompressionMethod(method) => ArchiveGap::Unsupported(method.clone()),
        Error::UnsupportedVersion { major, minor } => ArchiveGap::Unsupported(format!("7z {major}.{minor}")),
        Error::MaxMemLimited { actaul_kb, .. } => {
            ArchiveGap::Unsupported(format!("dictionary of {} MiB", actaul_kb >> 10))
        }
        Error::Unsupported(feature) => ArchiveGap::Unsupported(feature.clone().into_owned()),
        Error::ExternalUnsupported => ArchiveGap::Unsupported("external".to_owned()),
        _ => ArchiveGap::Damaged,
    }
}
