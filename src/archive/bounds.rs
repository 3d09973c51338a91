//! Limits on the work that an archive causes, over all levels of nested archives.
//!
//! Every archive has a [`Meter`]. It counts the bytes that are unpacked, and those that are read again because several members
//! share them. Their number must be in proportion to the size of the archive and, for a nested archive, to the size of the outer
//! one.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use super::bytes::Length;
use super::{GapError, gap_for_error};
use crate::record::gap::ArchiveGap;

/// Number of bytes that may be unpacked from any archive, regardless of its size.
pub(super) const MIN_OUTPUT_LIMIT_BYTES: u64 = 64 << 20;

/// Number of bytes that may be unpacked for each byte of an archive, beyond [`MIN_OUTPUT_LIMIT_BYTES`].
///
/// A file of very similar games compresses to about a hundredth of its size.
const MAX_RATIO: u64 = 600;

/// Returns whether the work is out of proportion to the size of the archive (both in bytes).
const fn is_bomb(packed: u64, work: u64) -> bool {
    work > MIN_OUTPUT_LIMIT_BYTES && work / MAX_RATIO > packed
}

/// Returns the maximum number of bytes that come out of a file of this length, which may be an archive.
pub(crate) const fn max_unpacked_bytes(length: u64) -> u64 {
    let most = length.saturating_add(1).saturating_mul(MAX_RATIO);
    if most > MIN_OUTPUT_LIMIT_BYTES {
        most
    } else {
        MIN_OUTPUT_LIMIT_BYTES
    }
}

/// The size of the outermost archive, and the work that it has caused so far (bytes). Together they limit further work.
///
/// The size of a pipe is the number of bytes read so far.
#[derive(Clone, Debug)]
pub(crate) struct OuterBudget {
    pub(super) length: Length,
    pub(super) work_before: u64,
}

impl OuterBudget {
    /// Returns whether the work so far is out of proportion.
    pub(super) fn is_exceeded(&self) -> bool {
        is_bomb(self.length.get(), self.work_before)
    }
}

/// A counter of the work of reading an archive.
pub(super) struct Meter {
    packed: Length,
    outer: Option<OuterBudget>,
    work: Cell<u64>,
}

impl Meter {
    /// Creates the counter for an archive of this length, which may be nested.
    pub(super) const fn new(packed: Length, outer: Option<OuterBudget>) -> Self {
        Self {
            packed,
            outer,
            work: Cell::new(0),
        }
    }

    /// Returns the work so far (bytes).
    pub(super) const fn work(&self) -> u64 {
        self.work.get()
    }

    /// Returns whether this many more bytes are in proportion.
    pub(super) fn allows(&self, more: u64) -> bool {
        let work = self.work().saturating_add(more);
        let is_within = |outer_archive: &OuterBudget| {
            !is_bomb(
                outer_archive.length.get(),
                outer_archive.work_before.saturating_add(work),
            )
        };
        !is_bomb(self.packed.get(), work) && self.outer.as_ref().is_none_or(is_within)
    }

    /// Adds this many bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the work is out of proportion.
    pub(super) fn add(&self, more: u64) -> Result<(), ArchiveGap> {
        let is_allowed = self.allows(more);
        self.work.set(self.work().saturating_add(more));
        if is_allowed { Ok(()) } else { Err(ArchiveGap::Bomb) }
    }
}

/// A counting reader of unpacked bytes. It has no more bytes after an error.
pub(super) struct Metered<R> {
    from: R,
    meter: Rc<Meter>,
    failed: Option<ArchiveGap>,
}

impl<R> Metered<R> {
    pub(super) const fn new(from: R, meter: Rc<Meter>) -> Self {
        Self {
            from,
            meter,
            failed: None,
        }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.failed.is_none() {
            match self.from.read(into) {
                Ok(read) => match self.meter.add(read as u64) {
                    Ok(()) => return Ok(read),
                    Err(gap) => self.failed = Some(gap),
                },
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                Err(error) => self.failed = Some(gap_for_error(&error)),
            }
        }
        let gap = self.failed.clone().unwrap_or(ArchiveGap::Damaged);
        Err(io::Error::other(GapError(gap)))
    }
}
