//! `.tar`, by itself or compressed.

use std::io::{self, Cursor, Read};

use super::background::{Sink, Stop};
use super::name::name;
use super::unpack::{Refused, Watched, drained, torn, why};
use crate::record::gap::{ArchiveGap, Irregularity};

/// Whether a file that begins so is a tar. A text may have the word there, but no zero before it.
pub(super) fn is_tar(head: &[u8]) -> bool {
    const PLACE: usize = 257;
    head.get(PLACE..).is_some_and(|it| it.starts_with(b"ustar")) && head[..PLACE].contains(&0)
}

/// So much tells a tar from other files.
pub(super) const BLOCK: usize = 512;

/// The most blocks of zeros after the end: 64 MiB.
const ZEROS: u64 = (64 << 20) / BLOCK as u64;

/// Hands the members to the sink. Reads to the last byte, where the checksum of what is compressed is looked at.
pub(super) fn read(from: impl Read, sink: &mut Sink) -> Result<(), Stop> {
    let mut from = Watched::new(from);
    let mut told = 0;
    members(&mut from, &mut told, sink)?;
    let mut irregular = None;
    while let Some(block) = after_end(&mut from).map_err(|error| Stop::Gap(at_end(&error)))? {
        let before = told;
        from.again = Cursor::new(block);
        match members(&mut from, &mut told, sink) {
            Ok(()) => irregular = Some(Irregularity::FilesAfterEnd),
            Err(Stop::Gap(ArchiveGap::Torn)) if told == before => {
                drained(&mut from).map_err(|error| Stop::Gap(at_end(&error)))?;
                irregular = irregular.or(Some(Irregularity::BytesAfterEnd));
                break;
            }
            Err(stop) => return Err(stop),
        }
    }
    irregular.map_or(Ok(()), |it| Err(Stop::Gap(ArchiveGap::Irregular(it))))
}

/// Hands over the members up to a block of zeros, and counts them.
fn members(from: &mut Watched<impl Read>, told: &mut u64, sink: &mut Sink) -> Result<(), Stop> {
    let ended = from.ended();
    let mut archive = tar::Archive::new(from);
    for entry in archive.entries().map_err(|it| Stop::Gap(torn(&it)))? {
        let mut entry = entry.map_err(|it| Stop::Gap(torn(&it)))?;
        *told += 1;
        let name = name(&entry.path_bytes());
        let kind = entry.header().entry_type();
        if kind.is_dir() || kind.is_pax_global_extensions() {
            continue;
        }
        if !(kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse()) {
            sink.miss(name, ArchiveGap::Link)?;
            continue;
        }
        let expected = entry.size();
        if !sink.unpack(name, &mut entry, Some(expected))? && ended.get() {
            return Err(Stop::Gap(ArchiveGap::Torn));
        }
    }
    // A tar ends with blocks of zeros; where the bytes end before, it was cut off.
    if ended.get() {
        return Err(Stop::Gap(ArchiveGap::Torn));
    }
    Ok(())
}

/// The first block after the end that is not all zeros.
fn after_end(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    for _ in 0..ZEROS {
        let mut block = Vec::with_capacity(BLOCK);
        from.take(BLOCK as u64).read_to_end(&mut block)?;
        if block.is_empty() {
            return Ok(None);
        }
        if block.iter().any(|&it| it != 0) {
            return Ok(Some(block));
        }
    }
    Err(io::Error::other(Refused(ArchiveGap::Bomb)))
}

/// Why the bytes after the last member cannot be read.
fn at_end(error: &io::Error) -> ArchiveGap {
    match why(error) {
        ArchiveGap::Damaged => ArchiveGap::Checksum,
        other => other,
    }
}
