//! Which of several ways an input goes.

use std::cell::RefCell;

use kifu::notation::{self, NOTATIONS, Notation};
use kifu::profile::Profile;
use kifu::referee::Referee;
use kifu::text::{self, SHIFT_JIS, Text, UTF_8, UTF_16LE};

/// More records than this are more of the same.
pub(super) const RECORDS: usize = 4;

/// The ways that the bytes of an input choose. Equal bytes choose equal ways, and a small change may choose others.
#[derive(Clone, Copy, Debug)]
pub struct Way(u64);

impl Way {
    /// The way of these bytes: FNV-1a.
    pub fn of(data: &[u8]) -> Self {
        Self(data.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (self.0 >> 33) as usize % count
    }

    /// One of several.
    pub fn one_of<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }

    /// The text of the bytes: most often in the encoding that is found, now and then in one that is forced.
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

    /// A notation: most often the one that is found.
    pub(super) fn notation(&mut self, text: &Text<'_>) -> Option<&'static Notation> {
        if self.below(4) > 0 {
            notation::detect(text, None)
        } else {
            Some(*self.one_of(NOTATIONS))
        }
    }

    /// Lets a referee judge by the rules of some event. The referees last as long as the fuzzer, as in a run over an
    /// archive: nothing of a record may be left in them for the next.
    pub(super) fn with_referee<T>(&mut self, work: impl FnOnce(&mut Referee) -> T) -> T {
        thread_local! {
            static REFEREES: RefCell<Vec<Referee>> =
                RefCell::new(Profile::all().iter().map(|it| Referee::by(it.clone())).collect());
        }
        REFEREES.with_borrow_mut(|referees| {
            let at = self.below(referees.len());
            work(&mut referees[at])
        })
    }
}
