//! Unpacking within bounds.

use std::error::Error;
use std::fmt;
use std::io::{self, Read};

use crate::record::gap::ArchiveGap;

/// A member of more mebibytes is not unpacked: it is held in memory.
const MOST: u64 = 256;

/// Room for so many bytes is made on the word of an archive.
const FIRST: u64 = 1 << 20;

/// So many bytes may come out of any archive.
const USUAL: u64 = 64 << 20;

/// Beyond that, so many times as many may come out as go in. Games that are all alike are packed to a hundredth.
const RATIO: u64 = 600;

/// All bytes of a member of which so many are expected.
pub(super) fn unpacked(from: impl Read, expected: Option<u64>) -> Result<Vec<u8>, ArchiveGap> {
    if expected.is_some_and(|it| it > MOST << 20) {
        return Err(ArchiveGap::TooLarge(MOST));
    }
    let mut bytes = Vec::with_capacity(expected.unwrap_or(0).min(FIRST) as usize);
    let most = expected.unwrap_or(MOST << 20);
    let read = from.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| why(&error))?;
    match expected {
        _ if bytes.len() as u64 > MOST << 20 => Err(ArchiveGap::TooLarge(MOST)),
        Some(expected) if expected != bytes.len() as u64 => Err(ArchiveGap::Damaged),
        _ => Ok(bytes),
    }
}

/// Why a member cannot be unpacked.
pub(super) fn why(error: &io::Error) -> ArchiveGap {
    match error.get_ref() {
        Some(inner) if inner.is::<TooMuch>() => ArchiveGap::Bomb,
        _ => ArchiveGap::Damaged,
    }
}

/// Whether it is out of all proportion that so many bytes come out of so many.
pub(super) const fn is_bomb(packed: u64, unpacked: u64) -> bool {
    unpacked > USUAL && unpacked / RATIO > packed
}

/// What comes out of an archive, as long as it is in proportion to what it has.
pub(super) struct Metered<R> {
    from: R,
    packed: u64,
    unpacked: u64,
}

impl<R> Metered<R> {
    pub(super) const fn new(from: R, packed: u64) -> Self {
        Self {
            from,
            packed,
            unpacked: 0,
        }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        self.unpacked += read as u64;
        if is_bomb(self.packed, self.unpacked) {
            return Err(io::Error::other(TooMuch));
        }
        Ok(read)
    }
}

/// More comes out than an honest archive holds.
#[derive(Debug)]
pub(super) struct TooMuch;

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too much comes out")
    }
}

impl Error for TooMuch {}
