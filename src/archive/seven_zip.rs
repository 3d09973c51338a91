//! `.7z`: blocks of members that are packed together.

use std::io::{self, Read, Seek};
use std::ptr;

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Error, Password};

use super::bounds::{Meter, Outer};
use super::bytes::Bytes;
use super::compressed::{Sink, Stop, in_background};
use super::{Members, Wanted, plain};
use crate::record::gap::{ArchiveGap, Irregularity};

/// So many kibibytes of memory may be needed to unpack: the largest dictionary that 7-Zip offers, and some more.
const MEMORY: usize = 1600 << 10;

/// Maximum size of the list of files (mebibytes).
const HEADER: u64 = 64;

/// In the attributes of a member: that they are those of Unix, which stand in the upper half.
const OF_UNIX: u32 = 0x8000;

/// The kind of a file in the attributes of Unix, and that of a usual one.
const KIND: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;

/// In the attributes of Windows: a link.
const REPARSE_POINT: u32 = 0x400;

/// The members of an archive.
pub(super) fn members(bytes: Bytes, _: &str, wanted: Wanted, outer: Option<Outer>) -> io::Result<Members> {
    let meter = Meter::new(bytes.length(), outer);
    in_background(wanted, meter, move |sink| read(bytes, sink))
}

fn read(mut bytes: Bytes, sink: &mut Sink) -> Result<(), Stop> {
    let password = Password::empty();
    let most = (HEADER << 10) as usize;
    let archive = Archive::read_with_memory_limit(&mut bytes, &password, most).map_err(|error| {
        Stop::Gap(match (&error, gap(&error)) {
            (Error::MaxMemLimited { .. }, _) => ArchiveGap::ListTooLarge(HEADER),
            (_, ArchiveGap::Damaged) => ArchiveGap::Torn,
            (_, other) => other,
        })
    })?;
    let mut unread = Unread {
        files: &archive.files,
    };
    for index in 0..archive.blocks.len() {
        let block = BlockDecoder::new_with_memory_limit(1, MEMORY, index, &archive, &password, &mut bytes);
        let last = block.entries().last().map(ptr::from_ref);
        let mut stopped = Ok(());
        let decoded = block.for_each_entries(&mut |file, from| {
            stopped = unread.unpack(file, from, sink);
            Ok(stopped.is_ok())
        });
        stopped?;
        if let (Err(error), Some(last)) = (decoded, last) {
            unread.miss_to(last, &gap(&error), sink)?;
        }
    }
    unread.rest(sink)?;
    if end(&mut bytes).is_some_and(|it| it < bytes.len()) {
        return Err(Stop::Gap(ArchiveGap::Irregular(Irregularity::BytesAfterEnd)));
    }
    Ok(())
}

/// Where the archive ends: with its header, whose place and size stand in the first bytes.
fn end(bytes: &mut Bytes) -> Option<u64> {
    let mut head = [0; 32];
    bytes.rewind().ok()?;
    bytes.read_exact(&mut head).ok()?;
    let (numbers, _) = head[12..28].as_chunks();
    let add = |end: u64, it: &[u8; 8]| end.checked_add(u64::from_le_bytes(*it));
    numbers.iter().try_fold(head.len() as u64, add)
}

/// The members that were not yet handed over.
struct Unread<'a> {
    files: &'a [ArchiveEntry],
}

impl Unread<'_> {
    /// Hands a member over, and before it those without content, which are in no block.
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
        sink.charge(file.size)?;
        let name = sink.shortened(plain(&file.name));
        if is_link(file) {
            sink.miss(name, ArchiveGap::Link)?;
        } else {
            sink.unpack(name, from, Some(file.size))?;
        }
        Ok(())
    }

    /// Names all members up to the last one of a block that cannot be unpacked.
    fn miss_to(&mut self, last: *const ArchiveEntry, gap: &ArchiveGap, sink: &mut Sink) -> Result<(), Stop> {
        while let Some((first, rest)) = self.files.split_first() {
            self.files = rest;
            if first.has_stream {
                let name = sink.shortened(plain(&first.name));
                sink.miss(name, gap.clone())?;
            } else {
                empty(first, sink)?;
            }
            if ptr::eq(first, last) {
                break;
            }
        }
        Ok(())
    }

    /// Hands over what comes after all blocks.
    fn rest(self, sink: &mut Sink) -> Result<(), Stop> {
        self.files.iter().try_for_each(|file| empty(file, sink))
    }
}

/// Hands over a member without content, if it is a file.
fn empty(file: &ArchiveEntry, sink: &mut Sink) -> Result<(), Stop> {
    if file.is_directory || file.is_anti_item {
        return Ok(());
    }
    let name = sink.shortened(plain(&file.name));
    sink.unpack(name, io::empty(), Some(0)).map(|_| ())
}

fn is_link(file: &ArchiveEntry) -> bool {
    let attributes = file.windows_attributes;
    let of_unix = (attributes >> 16) & KIND;
    file.has_windows_attributes
        && (attributes & REPARSE_POINT != 0 || attributes & OF_UNIX != 0 && of_unix != REGULAR)
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
