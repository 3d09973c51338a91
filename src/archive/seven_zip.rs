//! Reader of `.7z`: blocks of members that are compressed together.

use std::io::{self, Read, Seek, SeekFrom};
use std::ptr;

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Error, Password};

use super::bounds::{Meter, OuterBudget};
use super::bytes::Bytes;
use super::compressed::{Sink, Stop, in_background};
use super::{Members, Wanted, normalized_name};
use crate::record::gap::{ArchiveGap, Irregularity};

/// Maximum memory for unpacking (KiB): the largest dictionary that 7-Zip offers, with a reserve.
const MAX_MEMORY_KIB: usize = 1600 << 10;

/// Maximum size of a header that describes a packed list (bytes).
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// Maximum size of the list of files (MiB).
const MAX_LIST_MIB: u64 = 64;

/// Work that is counted for each byte of the list (bytes). An entry has at least one byte and needs about 100 bytes of memory.
const WORK_PER_LIST_BYTE: u64 = 32;

/// Attribute flag: the upper half holds Unix attributes.
const HAS_UNIX_ATTRIBUTES: u32 = 0x8000;

/// Mask of the file type in Unix attributes, and the type of a regular file.
const S_IFMT: u32 = 0o170_000;
const S_IFREG: u32 = 0o100_000;

/// Windows attribute of a link.
const REPARSE_POINT: u32 = 0x400;

/// Returns the members of an archive.
pub(super) fn members(
    bytes: Bytes,
    _: &str,
    wanted: Wanted,
    outer: Option<OuterBudget>,
) -> io::Result<Members> {
    let meter = Meter::new(bytes.length(), outer);
    in_background(wanted, meter, move |sink| read(bytes, sink))
}

fn read(mut bytes: Bytes, sink: &mut Sink) -> Result<(), Stop> {
    let password = Password::empty();
    let listed = PackedListHeader::size(&mut bytes).ok_or(Stop::Gap(ArchiveGap::Torn))?;
    if listed > MAX_LIST_MIB << 20 {
        return Err(Stop::Gap(ArchiveGap::ListTooLarge(MAX_LIST_MIB)));
    }
    sink.add_work(listed.saturating_mul(WORK_PER_LIST_BYTE))?;
    let most = (MAX_LIST_MIB << 10) as usize;
    let archive = Archive::read_with_memory_limit(&mut bytes, &password, most).map_err(|error| {
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
        let last = block.entries().last().map(ptr::from_ref);
        let mut stopped = Ok(());
        let decoded = block.for_each_entries(&mut |file, from| {
            stopped = unread.unpack(file, from, sink);
            Ok(stopped.is_ok())
        });
        stopped?;
        if let (Err(error), Some(last)) = (decoded, last) {
            unread.put_gaps_to(last, &gap(&error), sink)?;
        }
    }
    unread.rest(sink)?;
    if end(&mut bytes).is_some_and(|end| end < bytes.len()) {
        return Err(Stop::Gap(ArchiveGap::Irregular(Irregularity::BytesAfterEnd)));
    }
    Ok(())
}

/// Returns the offset of the end of the archive, which is that of its header (bytes).
fn end(bytes: &mut Bytes) -> Option<u64> {
    let (place, size) = header(bytes)?;
    place.checked_add(size)
}

/// Returns the offset and the size of the header, which are in the first bytes of the archive.
fn header(bytes: &mut Bytes) -> Option<(u64, u64)> {
    let mut head = [0; 32];
    bytes.rewind().ok()?;
    bytes.read_exact(&mut head).ok()?;
    let (numbers, _) = head[12..28].as_chunks();
    let [place, size] = numbers else { return None };
    let [place, size] = [place, size].map(|it| u64::from_le_bytes(*it));
    Some((place.checked_add(head.len() as u64)?, size))
}

// Size of the list of files before it is unpacked (7zFormat.txt of the LZMA SDK).

/// Property IDs in a header.
const END: u8 = 0x00;
const LIST: u8 = 0x01;
const PACK_INFO: u8 = 0x06;
const UNPACK_INFO: u8 = 0x07;
const SIZE: u8 = 0x09;
const DIGESTS: u8 = 0x0A;
const FOLDER: u8 = 0x0B;
const UNPACK_SIZE: u8 = 0x0C;
const PACKED_LIST: u8 = 0x17;

/// A reader of a header that describes a packed list.
struct PackedListHeader<'h>(&'h [u8]);

impl PackedListHeader<'_> {
    /// Returns the size of the list (bytes), or `None` if the header is malformed.
    fn size(bytes: &mut Bytes) -> Option<u64> {
        let (place, size) = header(bytes)?;
        bytes.seek(SeekFrom::Start(place)).ok()?;
        let mut first = [0];
        bytes.read_exact(&mut first).ok()?;
        match first[0] {
            LIST => Some(size),
            PACKED_LIST if size <= MAX_HEADER_BYTES => {
                let mut header = Vec::new();
                bytes.take(size.checked_sub(1)?).read_to_end(&mut header).ok()?;
                PackedListHeader(&header).unpacked()
            }
            _ => None,
        }
    }

    /// Returns the largest unpacked size in the description of the list.
    fn unpacked(&mut self) -> Option<u64> {
        self.is(PACK_INFO)?;
        self.number()?;
        let streams = self.number()?;
        loop {
            match self.byte()? {
                END => break,
                SIZE => (0..streams).try_for_each(|_| self.number().map(|_| ()))?,
                DIGESTS => self.digests(streams)?,
                _ => return None,
            }
        }
        self.is(UNPACK_INFO)?;
        self.is(FOLDER)?;
        let folders = self.number()?;
        self.is(0)?;
        let mut sizes = 0_u64;
        for _ in 0..folders {
            sizes = sizes.checked_add(self.folder()?)?;
        }
        self.is(UNPACK_SIZE)?;
        let mut largest = 0;
        for _ in 0..sizes {
            largest = largest.max(self.number()?);
        }
        Some(largest)
    }

    /// Skips the description of a folder. Returns the number of its sizes.
    fn folder(&mut self) -> Option<u64> {
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
        let packed = inputs.checked_sub(pairs)?;
        if packed > 1 {
            (0..packed).try_for_each(|_| self.number().map(|_| ()))?;
        }
        Some(outputs)
    }

    /// Skips checksums, some of which may be missing.
    fn digests(&mut self, number: u64) -> Option<()> {
        let mut defined = number;
        if self.byte()? == 0 {
            defined = 0;
            for _ in 0..number.div_ceil(8) {
                defined += u64::from(self.byte()?.count_ones());
            }
        }
        self.skip(defined.checked_mul(4)?)
    }

    fn is(&mut self, wanted: u8) -> Option<()> {
        (self.byte()? == wanted).then_some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn skip(&mut self, length: u64) -> Option<()> {
        self.0 = self.0.get(usize::try_from(length).ok()?..)?;
        Some(())
    }

    /// Reads a number. The leading one bits of its first byte are the number of bytes that follow, in little-endian order.
    fn number(&mut self) -> Option<u64> {
        let first = self.byte()?;
        let more = first.leading_ones();
        let high = u64::from(first) & (0x7F_u64 >> more.min(7));
        let mut number = 0;
        for at in 0..more {
            number |= u64::from(self.byte()?) << (8 * at);
        }
        Some(if more < 8 {
            number | high << (8 * more)
        } else {
            number
        })
    }
}

/// The members that have not been passed on yet.
struct Unread<'a> {
    files: &'a [ArchiveEntry],
}

impl Unread<'_> {
    /// Passes a member on, after the members without content before it, which are in no block.
    fn unpack(&mut self, file: &ArchiveEntry, from: &mut dyn Read, sink: &mut Sink) -> Result<(), Stop> {
        while let Some((first, rest)) = self.files.split_first() {
            self.files = rest;
            if ptr::eq(first, file) {
                break;
            }
            empty(first, sink)?;
        }
        if !file.has_stream {
            return empty(file, sink);
        }
        sink.add_work(file.size)?;
        let name = sink.shortened(normalized_name(&file.name));
        if is_link(file) {
            sink.put_gap(name, ArchiveGap::Link)?;
        } else {
            sink.unpack(name, from, Some(file.size))?;
        }
        Ok(())
    }

    /// Reports all members up to the last one of a block that cannot be unpacked.
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
                empty(first, sink)?;
            }
            if ptr::eq(first, last) {
                break;
            }
        }
        Ok(())
    }

    /// Passes on the members after all blocks.
    fn rest(self, sink: &mut Sink) -> Result<(), Stop> {
        self.files.iter().try_for_each(|file| empty(file, sink))
    }
}

/// Passes on a member without content, if it is a file.
fn empty(file: &ArchiveEntry, sink: &mut Sink) -> Result<(), Stop> {
    if file.is_directory || file.is_anti_item {
        return Ok(());
    }
    let name = sink.shortened(normalized_name(&file.name));
    sink.unpack(name, io::empty(), Some(0)).map(|_| ())
}

fn is_link(file: &ArchiveEntry) -> bool {
    let attributes = file.windows_attributes;
    let of_unix = (attributes >> 16) & S_IFMT;
    file.has_windows_attributes
        && (attributes & REPARSE_POINT != 0 || attributes & HAS_UNIX_ATTRIBUTES != 0 && of_unix != S_IFREG)
}

fn gap(error: &Error) -> ArchiveGap {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => ArchiveGap::Encrypted,
        Error::UnsupportedCompressionMethod(method) if method.contains("AES") => ArchiveGap::Encrypted,
        Error::UnsupportedCompressionMethod(method) => ArchiveGap::Unsupported(method.clone()),
        Error::UnsupportedVersion { major, minor } => ArchiveGap::Unsupported(format!("7z {major}.{minor}")),
        Error::MaxMemLimited { actaul_kb, .. } => {
            ArchiveGap::Unsupported(format!("dictionary of {} MiB", actaul_kb >> 10))
        }
        Error::Unsupported(what) => ArchiveGap::Unsupported(what.clone().into_owned()),
        Error::ExternalUnsupported => ArchiveGap::Unsupported("external".to_owned()),
        _ => ArchiveGap::Damaged,
    }
}
