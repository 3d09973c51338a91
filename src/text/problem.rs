//! Problems of a text that do not depend on the notation: damaged bytes, control characters and wrong encodings.

use core::ops::Range;

use encoding_rs::Encoding;

/// Maximum number of places of one kind that are listed separately. One more entry represents all further places.
pub(super) const MAX_LISTED: usize = 100;

/// A range of the decoded text, and the bytes from which it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The byte range in the decoded text.
    pub text: Range<usize>,
    /// The byte range in the original bytes, including the byte order mark.
    pub source: Range<u64>,
}

/// A problem in the bytes of a text, with its place. Because of the problem, the text may differ from the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextProblem {
    /// The place of the problem. If the entry represents several places, this range extends from the first to the last
    /// of them.
    pub place: TextPlace,
    /// The kind of the problem, with its details.
    pub kind: TextProblemKind,
}

/// The kind of a problem in the bytes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextProblemKind {
    /// Bytes that are malformed in the encoding of the file. The text has U+FFFD in their place.
    DamagedBytes {
        /// The number of runs that this entry represents: 1, or more in the last entry of a long list.
        runs: usize,
        /// The encoding in which the words of the file make sense; `None` if no such encoding is known.
        likely: Option<&'static Encoding>,
    },
    /// Zeros and other control characters that do not belong in text. These characters are kept in the text, except for
    /// zeros at the end of the file.
    ControlCharacters {
        /// The number of runs that this entry represents: 1, or more in the last entry of a long list.
        runs: usize,
    },
    /// U+FFFD in the file itself: an earlier program destroyed the original characters.
    ///
    /// The place extends from the first to the last U+FFFD in a line.
    ReplacementCharacter {
        /// The number of lines that this entry represents: 1, or more in the last entry of a long list.
        lines: usize,
    },
    /// The file declares an encoding, but is in another one. The place is the label in the declaration.
    DeclarationMismatch {
        /// The label as written.
        declared: String,
        /// The encoding in which the file was read.
        actual: &'static Encoding,
    },
    /// The file has the UTF-8 byte order mark but is in another encoding. The text does not include the mark.
    MarkMismatch {
        /// The encoding in which the file was read.
        actual: &'static Encoding,
    },
    /// The file declares an encoding that is unknown or is not used for records. The place is the label.
    UnknownDeclaration {
        /// The label as written.
        declared: String,
    },
    /// The file is probably in another encoding than the one in which it was read, because its words make sense in the
    /// other encoding.
    ///
    /// The place is the first character that is not ASCII.
    OtherEncoding {
        /// The probable encoding.
        likely: &'static Encoding,
    },
    /// UTF-8 that was read as `Shift_JIS` and saved again: `歩` became `豁ｩ`. The place is the first such line.
    DoubleEncoded {
        /// The number of lines in which more characters are restored than sequences stay malformed when the double
        /// encoding is reversed.
        lines: usize,
    },
}

impl TextProblem {
    /// Returns the problem with the text range of its place relative to the part of the text that begins at `base`.
    pub(super) fn in_part(&self, base: usize) -> Self {
        let mut shifted = self.clone();
        let text = &mut shifted.place.text;
        *text = text.start.saturating_sub(base)..text.end.saturating_sub(base);
        shifted
    }
}

impl TextProblemKind {
    /// Returns this kind for a single place; `None` if an entry of this kind never represents several places.
    pub(super) fn once(&self) -> Option<Self> {
        match self {
            &Self::DamagedBytes { likely, .. } => Some(Self::DamagedBytes { runs: 1, likely }),
            Self::ControlCharacters { .. } => Some(Self::ControlCharacters { runs: 1 }),
            Self::ReplacementCharacter { .. } => Some(Self::ReplacementCharacter { lines: 1 }),
            _ => None,
        }
    }
}

/// The places of one kind of problem in the order of the text, in bounded memory. Adjacent places are merged into a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    /// At most [`MAX_LISTED`] runs and one entry for all further runs. The numbers are the runs that each represents.
    pub(super) runs: Vec<(TextPlace, usize)>,
    /// The number of recorded places, before they were merged.
    places: usize,
}

impl Runs {
    pub(super) fn record(&mut self, place: TextPlace) {
        self.places += 1;
        self.add(place, 1);
    }

    /// Adds the places of the following part, whose text begins at `base`.
    pub(super) fn append(&mut self, following: Self, base: usize) {
        self.places += following.places;
        for (place, runs) in following.runs {
            let text = base + place.text.start..base + place.text.end;
            self.add(TextPlace { text, ..place }, runs);
        }
    }

    /// Adds a place that represents `count` runs.
    fn add(&mut self, place: TextPlace, count: usize) {
        let is_full = self.runs.len() > MAX_LISTED;
        match self.runs.last_mut() {
            Some((last, runs))
                if last.text.end == place.text.start && last.source.end == place.source.start =>
            {
                last.text.end = place.text.end;
                last.source.end = place.source.end;
                *runs += count - 1;
            }
            Some((last, runs)) if is_full => {
                last.text.end = place.text.end;
                last.source.end = place.source.end;
                *runs += count;
            }
            _ => self.runs.push((place, count)),
        }
    }

    /// Returns the number of recorded places. For malformed bytes, this is the number of U+FFFD that replace them.
    pub(super) fn malformed(&self) -> usize {
        self.places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_places_are_merged_and_long_lists_end_with_a_count() {
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
        let runs = damage.runs;
        assert_eq!(runs.len(), MAX_LISTED + 1);
        let first = TextPlace {
            text: 0..6,
            source: 0..2,
        };
        assert_eq!(runs[0], (first, 1));
        assert_eq!(
            (&runs[MAX_LISTED].0.source, runs[MAX_LISTED].1),
            (&(201..300), 50)
        );
    }

    #[test]
    fn runs_of_parts_add_up_to_the_runs_of_the_whole_text() {
        let places = |from: usize, to: usize, base: usize| {
            let mut runs = Runs::default();
            // Two of three places are adjacent.
            for at in from..to {
                let text = at + at / 2 - base;
                runs.record(TextPlace {
                    text: text..text + 1,
                    source: (at + at / 2) as u64..(at + at / 2 + 1) as u64,
                });
            }
            runs
        };
        let whole = places(0, 400, 0).runs;
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
            assert_eq!(parts.runs, whole, "{cuts:?}");
            assert_eq!(parts.malformed(), 400);
        }
    }
}
