//! What can be wrong with a text before a word of it has been read.

use core::ops::Range;

use encoding_rs::Encoding;

/// So many places are listed one by one; one more entry stands for the others.
pub(super) const LISTED: usize = 100;

/// A stretch of the decoded text and the bytes it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// Byte range in the decoded text.
    pub text: Range<usize>,
    /// Byte range in the original bytes, a byte order mark counted.
    pub source: Range<u64>,
}

/// Something in the bytes that keeps the text from being what its author wrote, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The place. Where it stands for several, the whole stretch from the first to the last.
    pub place: TextPlace,
    /// What is wrong there.
    pub harm: Harm,
}

/// What can be wrong at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Harm {
    /// Bytes that mean nothing in the encoding of the file; the text has U+FFFD in their place.
    DamagedBytes {
        /// How many runs this entry stands for: 1, or more in the last entry of a long list.
        runs: usize,
    },
    /// Zeros and other control characters that no text has. They are kept, but for zeros after the text.
    ControlCharacters {
        /// How many runs this entry stands for: 1, or more in the last entry of a long list.
        runs: usize,
    },
    /// U+FFFD was in the file already: an earlier program destroyed what stood there. The place goes from the first to the
    /// last of them in one line.
    ReplacementCharacter {
        /// How many lines this entry stands for: 1, or more in the last entry of a long list.
        lines: usize,
    },
    /// The file claims an encoding that it is not in; the place is that of the name in the declaration.
    DeclarationMismatch {
        /// That name as written.
        declared: String,
        /// What the file was read as.
        actual: &'static Encoding,
    },
    /// The file has the byte order mark of UTF-8, of which nothing is in the text, and is in another encoding.
    MarkMismatch {
        /// What the file was read as.
        actual: &'static Encoding,
    },
    /// The file claims an encoding that nobody knows, or none that records are read in; the place is that of its name.
    UnknownDeclaration {
        /// That name as written.
        declared: String,
    },
    /// UTF-8 was once read as `Shift_JIS` and saved again: `歩` became `豁ｩ`. The place is the first line that shows it.
    DoubleEncoded {
        /// How many lines turn into clean text when the mistake is undone.
        lines: usize,
    },
}

impl Trouble {
    /// The same in a part of the text that begins at `base`, before it.
    pub(super) fn in_part(&self, base: usize) -> Self {
        let mut shifted = self.clone();
        let text = &mut shifted.place.text;
        *text = text.start.saturating_sub(base)..text.end.saturating_sub(base);
        shifted
    }
}

impl Harm {
    /// The same of one place, where it is of a kind that may stand for many.
    pub(super) fn once(&self) -> Option<Self> {
        match self {
            Self::DamagedBytes { .. } => Some(Self::DamagedBytes { runs: 1 }),
            Self::ControlCharacters { .. } => Some(Self::ControlCharacters { runs: 1 }),
            Self::ReplacementCharacter { .. } => Some(Self::ReplacementCharacter { lines: 1 }),
            _ => None,
        }
    }
}

/// Places of one kind in the order of the text, adjacent ones merged, memory bounded.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    /// At most [`LISTED`] runs and one more for the others, each with the number of those that it stands for.
    runs: Vec<(TextPlace, usize)>,
    /// How many places were recorded.
    places: usize,
}

impl Runs {
    pub(super) fn record(&mut self, place: TextPlace) {
        self.places += 1;
        self.add(place, 1);
    }

    /// Adds those of the part that stands after, whose text begins at `base`.
    pub(super) fn append(&mut self, behind: Self, base: usize) {
        self.places += behind.places;
        for (place, runs) in behind.runs {
            let text = base + place.text.start..base + place.text.end;
            self.add(TextPlace { text, ..place }, runs);
        }
    }

    fn add(&mut self, place: TextPlace, count: usize) {
        let full = self.runs.len() > LISTED;
        match self.runs.last_mut() {
            Some((last, runs))
                if last.text.end == place.text.start && last.source.end == place.source.start =>
            {
                last.text.end = place.text.end;
                last.source.end = place.source.end;
                *runs += count - 1;
            }
            Some((last, runs)) if full => {
                last.text.end = place.text.end;
                last.source.end = place.source.end;
                *runs += count;
            }
            _ => self.runs.push((place, count)),
        }
    }

    /// How many malformed sequences were recorded, each of which is one U+FFFD in the text.
    pub(super) fn malformed(&self) -> usize {
        self.places
    }

    /// The runs, each with the number of those that it stands for.
    pub(super) fn runs(&self) -> impl Iterator<Item = (TextPlace, usize)> {
        self.runs.iter().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_sequences_are_one_run_and_long_lists_end_in_a_count() {
        let mut damage = Runs::default();
        let place = |at: usize| TextPlace {
            text: at * 3..at * 3 + 3,
            source: at as u64..at as u64 + 1,
        };
        damage.record(place(0));
        damage.record(place(1));
        for run in 1..150 {
            damage.record(place(run * 2 + 1));
        }
        assert_eq!(damage.malformed(), 151);
        let runs: Vec<_> = damage.runs().collect();
        assert_eq!(runs.len(), LISTED + 1);
        let first = TextPlace {
            text: 0..6,
            source: 0..2,
        };
        assert_eq!(runs[0], (first, 1));
        assert_eq!((&runs[LISTED].0.source, runs[LISTED].1), (&(201..300), 50));
    }

    #[test]
    fn parts_come_to_the_same_wherever_they_are_cut() {
        let places = |from: usize, to: usize, base: usize| {
            let mut runs = Runs::default();
            // Two of three touch each other.
            for at in from..to {
                let text = at + at / 2 - base;
                runs.record(TextPlace {
                    text: text..text + 1,
                    source: (at + at / 2) as u64..(at + at / 2 + 1) as u64,
                });
            }
            runs
        };
        let whole: Vec<_> = places(0, 400, 0).runs().collect();
        for cuts in [
            [0, 0],
            [1, 2],
            [3, 399],
            [150, 250],
            [199, 201],
            [202, 203],
            [400, 400],
        ] {
            let mut parts = Runs::default();
            for (from, to) in [(0, cuts[0]), (cuts[0], cuts[1]), (cuts[1], 400)] {
                let base = from + from / 2;
                parts.append(places(from, to, base), base);
            }
            assert_eq!(parts.runs().collect::<Vec<_>>(), whole, "{cuts:?}");
            assert_eq!(parts.malformed(), 400);
        }
    }
}
