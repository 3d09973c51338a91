//! `.tar`, by itself or compressed.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use super::background::{Sink, Stop};
use super::name::name;
use super::unpack::why;
use crate::record::gap::ArchiveGap;

/// What stands in the first block of a tar, and where.
pub(super) const MAGIC: (usize, &[u8]) = (257, b"ustar");

/// So much tells a tar from other files.
pub(super) const BLOCK: usize = 512;

/// Hands the members to the sink.
pub(super) fn read(from: impl Read, sink: &mut Sink) -> Result<(), Stop> {
    let ended = Rc::new(Cell::new(false));
    let watched = Watched {
        from,
        ended: Rc::clone(&ended),
    };
    let mut archive = tar::Archive::new(watched);
    let torn = |error: &io::Error| match why(error) {
        ArchiveGap::Bomb => Stop::Gap(ArchiveGap::Bomb),
        _ => Stop::Gap(ArchiveGap::Torn),
    };
    for entry in archive.entries().map_err(|it| torn(&it))? {
        let mut entry = entry.map_err(|it| torn(&it))?;
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

/// Notes whether the last byte was read.
struct Watched<R> {
    from: R,
    ended: Rc<Cell<bool>>,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        if read == 0 && !into.is_empty() {
            self.ended.set(true);
        }
        Ok(read)
    }
}
