//! Unpacking within bounds.

use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::io::{self, Cursor, Read};
use std::rc::Rc;

use super::bytes::Length;
use crate::record::gap::ArchiveGap;

/// A member of more mebibytes is not unpacked: it is held in memory.
const MOST: u64 = 256;

/// The same in bytes.
pub(super) const LARGEST: u64 = MOST << 20;

/// A member of so many bytes is unpacked when it is worked on, one at a time.
pub(super) const LARGE: u64 = 4 << 20;

/// Room for so many bytes is made for a member of unknown size. What is not used of it takes no memory.
const USUAL_MEMBER: u64 = 64 << 20;

/// So many bytes may come out of any archive.
const USUAL: u64 = 64 << 20;

/// Beyond that, so many times as many may come out as go in. Games that are all alike are packed to a hundredth.
const RATIO: u64 = 600;

/// All bytes of a member of which so many are expected.
pub(super) fn unpacked(from: impl Read, expected: Option<u64>) -> Result<Vec<u8>, ArchiveGap> {
    if let Some(gap) = expected.and_then(too_large) {
        return Err(gap);
    }
    let mut bytes = Vec::new();
    // All at once: what grows leaves pieces of memory behind. If there is no room, it has to be found while reading.
    let _ = bytes.try_reserve_exact(expected.unwrap_or(USUAL_MEMBER) as usize);
    let most = expected.unwrap_or(MOST << 20);
    let read = from.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| why(&error))?;
    match expected {
        _ if bytes.len() as u64 > MOST << 20 => Err(ArchiveGap::TooLarge(MOST)),
        Some(expected) if expected != bytes.len() as u64 => Err(ArchiveGap::Damaged),
        _ => Ok(bytes),
    }
}

/// Why a member of so many bytes is not unpacked.
pub(super) fn too_large(size: u64) -> Option<ArchiveGap> {
    (size > MOST << 20).then_some(ArchiveGap::TooLarge(MOST))
}

/// Why a member cannot be unpacked.
pub(super) fn why(error: &io::Error) -> ArchiveGap {
    let known = error.get_ref().and_then(|it| it.downcast_ref::<Refused>());
    known.map_or(ArchiveGap::Damaged, |it| it.0.clone())
}

/// Why an archive cannot be read on.
pub(super) fn torn(error: &io::Error) -> ArchiveGap {
    match why(error) {
        ArchiveGap::Damaged => ArchiveGap::Torn,
        other => other,
    }
}

/// Drops all bytes that are left, up to as many as may come out of any archive. Whether that was all of them.
pub(super) fn drained(from: impl Read) -> io::Result<bool> {
    Ok(io::copy(&mut from.take(USUAL), &mut io::sink())? < USUAL)
}

/// Whether it is out of all proportion that so many bytes come out of so many.
pub(super) const fn is_bomb(packed: u64, unpacked: u64) -> bool {
    unpacked > USUAL && unpacked / RATIO > packed
}

/// What comes out of an archive, as long as it is in proportion to what it has. After an error there is nothing more.
pub(super) struct Metered<R> {
    from: R,
    packed: Length,
    unpacked: u64,
    failed: Option<ArchiveGap>,
}

impl<R> Metered<R> {
    pub(super) const fn new(from: R, packed: Length) -> Self {
        Self {
            from,
            packed,
            unpacked: 0,
            failed: None,
        }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.failed.is_none() {
            match self.from.read(into) {
                Ok(read) => {
                    self.unpacked += read as u64;
                    if !is_bomb(self.packed.get(), self.unpacked) {
                        return Ok(read);
                    }
                    self.failed = Some(ArchiveGap::Bomb);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                Err(error) => self.failed = Some(why(&error)),
            }
        }
        let gap = self.failed.clone().unwrap_or(ArchiveGap::Damaged);
        Err(io::Error::other(Refused(gap)))
    }
}

/// An error for a reason that has a name.
#[derive(Debug)]
pub(super) struct Refused(pub(super) ArchiveGap);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Error for Refused {}

/// Notes whether the last byte was read. `again` is read before all others.
pub(super) struct Watched<R> {
    pub(super) again: Cursor<Vec<u8>>,
    from: R,
    ended: Rc<Cell<bool>>,
}

impl<R> Watched<R> {
    pub(super) fn new(from: R) -> Self {
        Self {
            again: Cursor::default(),
            from,
            ended: Rc::default(),
        }
    }

    /// Whether it has ended, now and later.
    pub(super) fn ended(&self) -> Rc<Cell<bool>> {
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
