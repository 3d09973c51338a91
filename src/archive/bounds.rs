//! Limits on the work of reading an archive, including nested archives, as a protection against decompression bombs.
//!
//! Each archive has a [`Meter`]. The meter counts the bytes that are unpacked, and the bytes that are read again
//! because several members share them. The sum of both numbers, the work, is limited in proportion to the size of the
//! archive and of the outermost archive.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use super::bytes::Length;
use super::{GapError, gap_for_error};
use crate::record::gap::ArchiveGap;

/// Number of bytes that may be unpacked from any archive, regardless of its size.
pub(super) const MIN_OUTPUT_LIMIT_BYTES: u64 = 64 << 20;

/// Number of bytes that may be unpacked for each byte of an archive, if this is more than [`MIN_OUTPUT_LIMIT_BYTES`] in
/// total.
///
/// A file of very similar games compresses to about a hundredth of its size.
const MAX_RATIO: u64 = 600;

/// Returns whether the work is above the limit for an archive of this size (both in bytes).
const fn is_bomb(packed: u64, work: u64) -> bool {
    work > MIN_OUTPUT_LIMIT_BYTES && work / MAX_RATIO > packed
}

/// Returns an upper limit of the number of bytes that are read from a file of this length (both in bytes). In an archive,
/// the unpacked bytes are counted.
pub(crate) const fn max_unpacked_bytes(length: u64) -> u64 {
    let max_bytes = length.saturating_add(1).saturating_mul(MAX_RATIO);
    if max_bytes > MIN_OUTPUT_LIMIT_BYTES {
        max_bytes
    } else {
        MIN_OUTPUT_LIMIT_BYTES
    }
}

/// The size of the outermost archive and the work for it so far (bytes), which limit the work for a nested archive.
///
/// The size of an archive in a pipe is the number of bytes read so far.
#[derive(Clone, Debug)]
pub(crate) struct OuterBudget {
    /// The size of the outermost archive.
    pub(super) length: Length,
    /// The work so far, without the nested archive that is being read (bytes).
    pub(super) work_before: u64,
}

impl OuterBudget {
    /// Returns whether the work so far is too high for the size of the outermost archive.
    pub(super) fn is_exceeded(&self) -> bool {
        is_bomb(self.length.get(), self.work_before)
    }
}

/// A counter of the work of reading an archive.
pub(super) struct Meter {
    /// The size of the archive; for a pipe, the number of bytes read so far.
    packed: Length,
    /// The budget of the outermost archive; `None` unless the archive is nested.
    outer: Option<OuterBudget>,
    /// The work so far (bytes).
    work: Cell<u64>,
}

impl Meter {
    /// Creates the counter for an archive of this length. For a nested archive, `outer` is the budget of the outermost one.
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

    /// Returns whether `more` bytes can be added within the limits for this archive and for the outermost archive.
    pub(super) fn allows(&self, more: u64) -> bool {
        let work = self.work().saturating_add(more);
        let is_within_budget =
            |outer: &OuterBudget| !is_bomb(outer.length.get(), outer.work_before.saturating_add(work));
        !is_bomb(self.packed.get(), work) && self.outer.as_ref().is_none_or(is_within_budget)
    }

    /// Adds `more` bytes to the work, even if the work is then above the limits.
    ///
    /// # Errors
    ///
    /// Returns [`ArchiveGap::Bomb`] if the work is then above the limits.
    pub(super) fn add(&self, more: u64) -> Result<(), ArchiveGap> {
        let is_allowed = self.allows(more);
        self.work.set(self.work().saturating_add(more));
        if is_allowed { Ok(()) } else { Err(ArchiveGap::Bomb) }
    }
}

/// A reader that adds the unpacked bytes to a meter. After an error other than an interruption, each read returns the
/// error again.
pub(super) struct Metered<R> {
    source: R,
    meter: Rc<Meter>,
    /// The first error; `None` while reading succeeds.
    failed: Option<ArchiveGap>,
}

impl<R> Metered<R> {
    pub(super) const fn new(source: R, meter: Rc<Meter>) -> Self {
        Self {
            source,
            meter,
            failed: None,
        }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.failed.is_none() {
            match self.source.read(buffer) {
                Ok(count) => match self.meter.add(count as u64) {
                    Ok(()) => return Ok(count),
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
