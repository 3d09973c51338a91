//! Deterministic choices that depend on the bytes of an input.

use std::cell::RefCell;

use kifu::notation::{self, NOTATIONS, Notation};
use kifu::profile::Profile;
use kifu::referee::Referee;
use kifu::text::{self, SHIFT_JIS, Text, UTF_8, UTF_16LE};

/// Maximum number of records of an input that are tested.
pub(super) const MAX_RECORDS: usize = 4;

/// A generator of choices seeded by the input. A small change of the bytes may change all choices.
#[derive(Clone, Copy, Debug)]
pub struct Choices(u64);

impl Choices {
    /// Creates the generator with the FNV-1a hash of the bytes.
    pub fn from_bytes(data: &[u8]) -> Self {
        Self(data.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    /// Returns a number below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (self.0 >> 33) as usize % count
    }

    /// Returns one of the elements of a slice, which must not be empty.
    pub fn one_of<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }

    /// Decodes the bytes, mostly in the detected encoding, sometimes in a forced one.
    pub(super) fn text<'d>(&mut self, data: &'d [u8]) -> Text<'d> {
        let forced = [
            None,
            None,
            None,
            None,
            None,
            Some(SHIFT_JIS),
            Some(UTF_8),
            Some(UTF_16LE),
        ];
        text::decode(data, *self.one_of(&forced))
    }

    /// Returns the detected format, or sometimes a random one. Returns `None` if no format is detected.
    pub(super) fn notation(&mut self, text: &Text<'_>) -> Option<&'static Notation> {
        if self.below(4) > 0 {
            notation::detect(text, None)
        } else {
            Some(*self.one_of(NOTATIONS))
        }
    }

    /// Calls `work` with the referee of a random profile.
    ///
    /// The referees are reused for all inputs, as in a run over many records. Therefore an error is found if the state of a
    /// record influences the check of the next one.
    pub(super) fn with_referee<T>(&mut self, work: impl FnOnce(&mut Referee) -> T) -> T {
        thread_local! {
            static REFEREES: RefCell<Vec<Referee>> =
                RefCell::new(Profile::all().iter().map(|profile| Referee::with_profile(profile.clone())).collect());
        }
        REFEREES.with_borrow_mut(|referees| {
            let index = self.below(referees.len());
            work(&mut referees[index])
        })
    }
}
