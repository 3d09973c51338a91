//! What can be wrong with a text before a word of it has been read.

use core::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memmem;

use super::Text;
use super::detection::{self, Tally, is_control};
use super::encoding::Declaration;
use super::foreign::ForeignLook;

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
        /// The encoding in which the words of the file make sense, if there is one.
        likely: Option<&'static Encoding>,
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
    /// The file is probably in another encoding, in which its words make sense. The place is the first character that is
    /// more than ASCII.
    OtherEncoding {
        /// That encoding.
        likely: &'static Encoding,
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
            &Self::DamagedBytes { likely, .. } => Some(Self::DamagedBytes { runs: 1, likely }),
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
}

// Looks a text over for trouble.

/// What is wrong with a text, or with the parts of a file so far.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// A mark of another encoding.
    mark: Option<Trouble>,
    /// What the file says of its encoding.
    declared: Option<Declared>,
    /// Whether something is more than ASCII.
    is_wide: bool,
    controls: Runs,
    damage: Runs,
    /// One entry a line.
    replaced: Runs,
    /// The words and characters of a text that may be in another encoding, and the encoding in which it was read.
    foreign: Option<(ForeignLook, &'static Encoding)>,
    /// The first line that shows double encoding, and what speaks for it.
    double: Option<(Option<TextPlace>, Tally)>,
}

impl Text<'_> {
    /// What is wrong with the bytes. Never long: runs and lines are merged, and the list has an end.
    pub fn troubles(&self) -> &[Trouble] {
        self.troubles.get_or_init(|| Survey::new(self, false).troubles())
    }
}

impl Survey {
    /// Looks a text over. Double encoding is looked for where the text itself gives reason, and in one that
    /// is `suspect`.
    pub(super) fn new(text: &Text<'_>, suspect: bool) -> Self {
        let mut survey = Self::default();
        if text.looks_binary() {
            return survey;
        }
        if text.part.is_first() {
            survey.mark = mark(text);
            survey.declared = Declared::new(text);
        }
        survey.controls = control_characters(text);
        survey.is_wide = !text.as_str().is_ascii();
        if survey.is_wide {
            survey.damage = text.damage.clone();
            survey.replaced = replacement_characters(text);
            survey.foreign = Some((ForeignLook::new(text), text.encoding()));
            if suspect || detection::is_suspect(text.as_str()) {
                let tally = Tally::new(text.as_str());
                let first = tally.first.clone().map(|line| text.place(line));
                survey.double = Some((first, tally));
            }
        }
        survey
    }

    /// Adds that of the part that stands after, whose text begins at `base`.
    pub(super) fn append(&mut self, behind: Self, base: usize) {
        self.mark = self.mark.take().or(behind.mark);
        self.declared = self.declared.take().or(behind.declared);
        self.is_wide |= behind.is_wide;
        self.controls.append(behind.controls, base);
        self.damage.append(behind.damage, base);
        self.replaced.append(behind.replaced, base);
        if let Some((look, encoding)) = behind.foreign {
            let (whole, _) = self
                .foreign
                .get_or_insert_with(|| (ForeignLook::default(), encoding));
            whole.append(look, base);
        }
        if let Some((place, tally)) = behind.double {
            let text = |it: &TextPlace| base + it.text.start..base + it.text.end;
            let place = place.map(|it| TextPlace {
                text: text(&it),
                ..it
            });
            let (first, whole) = self.double.get_or_insert_default();
            *first = first.take().or(place);
            whole.append(&tally);
        }
    }

    /// Whether some of it gives reason to look for double encoding in all of it.
    pub(super) fn is_suspect(&self) -> bool {
        self.double.is_some()
    }

    /// How many sequences of bytes mean nothing.
    pub(super) fn malformed(&self) -> usize {
        self.damage.malformed()
    }

    /// Everything that is wrong, in the order of the text within each kind.
    pub(super) fn troubles(self) -> Vec<Trouble> {
        let mut troubles = Vec::from_iter(self.mark);
        troubles.extend(self.declared.and_then(|it| it.trouble(self.is_wide)));
        let is_damaged = self.damage.malformed() > 0;
        let foreign = self
            .foreign
            .and_then(|(look, actual)| look.likely(actual, is_damaged));
        let likely = foreign.as_ref().map(|&(_, likely)| likely);
        // Where bytes are damaged, their entries name the encoding.
        if let Some((place, likely)) = foreign.filter(|_| !is_damaged) {
            let harm = Harm::OtherEncoding { likely };
            troubles.push(Trouble { place, harm });
        }
        let mut list = |found: Runs, harm: &dyn Fn(usize) -> Harm| {
            let trouble = |(place, runs)| Trouble {
                place,
                harm: harm(runs),
            };
            troubles.extend(found.runs.into_iter().map(trouble));
        };
        list(self.controls, &|runs| Harm::ControlCharacters { runs });
        list(self.damage, &|runs| Harm::DamagedBytes { runs, likely });
        list(self.replaced, &|lines| Harm::ReplacementCharacter { lines });
        if let Some((Some(place), tally)) = self.double.filter(|(_, tally)| tally.is_proven()) {
            let lines = tally.lines;
            let harm = Harm::DoubleEncoded { lines };
            troubles.push(Trouble { place, harm });
        }
        troubles
    }
}

/// A mark of UTF-8 in front of another encoding.
fn mark(text: &Text<'_>) -> Option<Trouble> {
    let actual = text.encoding();
    let is_of_it = [UTF_8, UTF_16LE, UTF_16BE].contains(&actual);
    (text.had_bom() && !is_of_it).then_some(Trouble {
        place: TextPlace {
            text: 0..0,
            source: 0..text.mark as u64,
        },
        harm: Harm::MarkMismatch { actual },
    })
}

/// What a file says of its encoding, and what it was read as.
#[derive(Debug)]
struct Declared {
    place: TextPlace,
    label: String,
    actual: &'static Encoding,
}

impl Declared {
    /// `None` also where it is true whatever else stands in the file: the place in the bytes takes long to find.
    fn new(text: &Text<'_>) -> Option<Self> {
        let declaration = text.declared()?;
        let is_false = [true, false].map(|ascii| declaration.contradicts(text.encoding(), ascii));
        if declaration.encoding().is_some() && is_false == [false; 2] {
            return None;
        }
        Some(Self {
            label: declaration.label.to_owned(),
            place: text.place(declaration.span),
            actual: text.encoding(),
        })
    }

    /// What is wrong with it, in a file that `is_wide`: of more than ASCII.
    fn trouble(self, is_wide: bool) -> Option<Trouble> {
        let Self { place, label, actual } = self;
        let declaration = Declaration {
            label: &label,
            span: place.text.clone(),
        };
        let is_unknown = declaration.encoding().is_none();
        let is_false = declaration.contradicts(actual, !is_wide);
        let declared = label;
        let harm = if is_unknown {
            Harm::UnknownDeclaration { declared }
        } else {
            Harm::DeclarationMismatch { declared, actual }
        };
        (is_unknown || is_false).then_some(Trouble { place, harm })
    }
}

/// Whether the U+FFFD at this place of the text is in the file itself, and not what damage was read as.
pub(super) fn is_written(text: &Text<'_>, at: usize) -> bool {
    let written: &[u8] = match text.encoding() {
        it if it == UTF_8 => b"\xEF\xBF\xBD",
        it if it == UTF_16LE => b"\xFD\xFF",
        it if it == UTF_16BE => b"\xFF\xFD",
        _ => return false,
    };
    let source = (text.source_offset(at) - text.part.bytes) as usize;
    text.source[source..].starts_with(written)
}

/// One entry a line. Only the encodings of Unicode can write U+FFFD; in the text it also stands for damage.
fn replacement_characters(text: &Text<'_>) -> Runs {
    let mut lines = Runs::default();
    if ![UTF_8, UTF_16LE, UTF_16BE].contains(&text.encoding()) {
        return lines;
    }
    let undamaged = text.damage.malformed() == 0;
    // The line that is looked at, and from the first to the last of them in it.
    let mut line = 0..0;
    let mut found: Option<Range<usize>> = None;
    for at in memmem::find_iter(text.as_str().as_bytes(), "\u{FFFD}") {
        if !undamaged && !is_written(text, at) {
            continue;
        }
        let end = at + '\u{FFFD}'.len_utf8();
        match &mut found {
            Some(span) if line.contains(&at) => span.end = end,
            _ => {
                if let Some(span) = found.replace(at..end) {
                    lines.record(text.place(span));
                }
                line = text.line_span(at);
            }
        }
    }
    if let Some(span) = found {
        lines.record(text.place(span));
    }
    lines
}

// Trouble beyond what is listed one by one: of a record it is told all the same that something in it is destroyed.

/// Of each kind of trouble that is no longer listed in a stretch of the text, the first place in it. Where the entry for
/// the rest of a list begins in the stretch, that tells of it.
pub(crate) fn unlisted(text: &Text<'_>, within: Range<usize>) -> Vec<Trouble> {
    let here = text
        .troubles()
        .iter()
        .filter(|it| it.place.text.start < within.start);
    let mut found = Vec::new();
    for rest in text.earlier.iter().chain(here) {
        let stretch = within.start..within.end.min(rest.place.text.end);
        let Some(harm) = rest.harm.once().filter(|_| !stretch.is_empty()) else {
            continue;
        };
        let destroyed = || {
            let characters = memmem::find_iter(&text.as_str().as_bytes()[stretch.clone()], "\u{FFFD}");
            characters.map(|at| stretch.start + at..stretch.start + at + '\u{FFFD}'.len_utf8())
        };
        let first = match harm {
            Harm::DamagedBytes { .. } => destroyed().find(|it| !is_written(text, it.start)),
            Harm::ReplacementCharacter { .. } => destroyed().find(|it| is_written(text, it.start)),
            Harm::ControlCharacters { .. } => {
                let mut bytes = stretch.clone().zip(&text.as_str().as_bytes()[stretch]);
                bytes
                    .find(|&(_, &byte)| is_out_of_place(byte))
                    .map(|(at, _)| at..at + 1)
            }
            _ => None,
        };
        found.extend(first.map(|it| Trouble {
            place: text.place(it),
            harm,
        }));
    }
    found
}

// Control characters that no text has.

/// It switches between the sets of ISO-2022-JP, and is read there.
const ESCAPE: u8 = 0x1B;

/// So many bytes are looked at together.
const BLOCK_BYTES: usize = 256;

/// Whether a byte is a control character that no text has.
pub(super) fn is_out_of_place(byte: u8) -> bool {
    is_control(byte) || byte == ESCAPE
}

/// The runs of control characters in a text, and of zeros after it.
pub(super) fn control_characters(text: &Text<'_>) -> Runs {
    let bytes = text.as_str().as_bytes();
    let mut found = Runs::default();
    // Those beyond ASCII come of decoding in a wrong encoding, of which something else is said.
    for (block, start) in bytes.chunks(BLOCK_BYTES).zip((0..).step_by(BLOCK_BYTES)) {
        // Nearly every block has none, and that is seen of many bytes at once.
        if !block.iter().fold(false, |any, &byte| any | is_out_of_place(byte)) {
            continue;
        }
        for (at, _) in (start..).zip(block).filter(|&(_, &byte)| is_out_of_place(byte)) {
            found.record(text.place(at..at + 1));
        }
    }
    if text.zeros_after > 0 {
        let start = text.part.bytes + text.source.len() as u64;
        found.record(TextPlace {
            text: bytes.len()..bytes.len(),
            source: start..start + text.zeros_after as u64,
        });
    }
    found
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
        let runs = damage.runs;
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
