//! Problems of a text that are independent of its contents.

use core::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memmem;

use super::Text;
use super::detection::{self, MojibakeCounts, is_control};
use super::encoding::Declaration;
use super::foreign::ForeignCounts;

/// Maximum number of places that are listed separately. One more entry represents the others.
pub(super) const MAX_LISTED: usize = 100;

/// A range of the decoded text, and the bytes from which it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The byte range in the decoded text.
    pub text: Range<usize>,
    /// The byte range in the original bytes, including the byte order mark.
    pub source: Range<u64>,
}

/// A problem in the bytes because of which the text is not as its author wrote it, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextProblem {
    /// The place. For an entry that represents several, it extends from the first to the last.
    pub place: TextPlace,
    /// The problem.
    pub kind: TextProblemKind,
}

/// A problem at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextProblemKind {
    /// Bytes that are malformed in the encoding of the file. The text has U+FFFD in their place.
    DamagedBytes {
        /// The number of runs that this entry represents: 1, or more in the last entry of a long list.
        runs: usize,
        /// The encoding in which the words of the file make sense, if there is one.
        likely: Option<&'static Encoding>,
    },
    /// Zeros and other control characters that do not occur in text. They are kept, except for zeros after the text.
    ControlCharacters {
        /// The number of runs that this entry represents: 1, or more in the last entry of a long list.
        runs: usize,
    },
    /// U+FFFD in the file itself: an earlier program destroyed the original characters.
    ///
    /// The place extends from the first to the last of them in one line.
    ReplacementCharacter {
        /// The number of lines that this entry represents: 1, or more in the last entry of a long list.
        lines: usize,
    },
    /// The file declares an encoding that it does not have. The place is the label in the declaration.
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
    /// The file is probably in another encoding, in which its words make sense.
    ///
    /// The place is the first character that is not ASCII.
    OtherEncoding {
        /// The probable encoding.
        likely: &'static Encoding,
    },
    /// UTF-8 that was read as `Shift_JIS` and saved again: `歩` became `豁ｩ`. The place is the first line that shows it.
    DoubleEncoded {
        /// The number of lines that become valid text when the double encoding is reversed.
        lines: usize,
    },
}

impl TextProblem {
    /// Returns the problem with its place relative to a part of the text that begins at `base`.
    pub(super) fn in_part(&self, base: usize) -> Self {
        let mut shifted = self.clone();
        let text = &mut shifted.place.text;
        *text = text.start.saturating_sub(base)..text.end.saturating_sub(base);
        shifted
    }
}

impl TextProblemKind {
    /// Returns the problem for a single place, if its kind can represent several places.
    pub(super) fn once(&self) -> Option<Self> {
        match self {
            &Self::DamagedBytes { likely, .. } => Some(Self::DamagedBytes { runs: 1, likely }),
            Self::ControlCharacters { .. } => Some(Self::ControlCharacters { runs: 1 }),
            Self::ReplacementCharacter { .. } => Some(Self::ReplacementCharacter { lines: 1 }),
            _ => None,
        }
    }
}

/// Places of one kind in the order of the text, in bounded memory. Adjacent places are merged.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    /// At most [`MAX_LISTED`] runs and one for the others, each with the number of runs that it represents.
    runs: Vec<(TextPlace, usize)>,
    /// The number of recorded places.
    places: usize,
}

impl Runs {
    pub(super) fn record(&mut self, place: TextPlace) {
        self.places += 1;
        self.add(place, 1);
    }

    /// Adds the places of the following part, whose text begins at `base`.
    pub(super) fn append(&mut self, behind: Self, base: usize) {
        self.places += behind.places;
        for (place, runs) in behind.runs {
            let text = base + place.text.start..base + place.text.end;
            self.add(TextPlace { text, ..place }, runs);
        }
    }

    fn add(&mut self, place: TextPlace, count: usize) {
        let full = self.runs.len() > MAX_LISTED;
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

    /// Returns the number of recorded malformed sequences. Each is one U+FFFD in the text.
    pub(super) fn malformed(&self) -> usize {
        self.places
    }
}

// Inspection of a text for problems.

/// The problems of a text, or of the parts of a file that have been read so far.
#[derive(Debug, Default)]
pub(super) struct TextScan {
    /// A byte order mark of another encoding.
    mark: Option<TextProblem>,
    /// The declaration of the encoding in the file.
    declared: Option<Declared>,
    /// `true` if the text is not pure ASCII.
    is_wide: bool,
    controls: Runs,
    damage: Runs,
    /// One entry per line with U+FFFD in the file itself.
    replaced: Runs,
    /// Statistics of a text that may be in another encoding, and the encoding in which it was read.
    foreign: Option<(ForeignCounts, &'static Encoding)>,
    /// The first line that shows double encoding, and the counts that support it.
    double: Option<(Option<TextPlace>, MojibakeCounts)>,
}

impl Text<'_> {
    /// Returns the problems of the bytes. The list is bounded: runs and lines are merged.
    pub fn problems(&self) -> &[TextProblem] {
        self.problems
            .get_or_init(|| TextScan::new(self, false).problems())
    }
}

impl TextScan {
    /// Inspects a text. It is tested for double encoding if it shows signs of it or is `suspect`.
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
            survey.foreign = Some((ForeignCounts::new(text), text.encoding()));
            if suspect || detection::is_suspect(text.as_str()) {
                let tally = MojibakeCounts::new(text.as_str());
                let first = tally.first.clone().map(|line| text.place(line));
                survey.double = Some((first, tally));
            }
        }
        survey
    }

    /// Adds the results of the following part, whose text begins at `base`.
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
                .get_or_insert_with(|| (ForeignCounts::default(), encoding));
            whole.append(look, base);
        }
        if let Some((place, tally)) = behind.double {
            let text = |place: &TextPlace| base + place.text.start..base + place.text.end;
            let place = place.map(|place| TextPlace {
                text: text(&place),
                ..place
            });
            let (first, whole) = self.double.get_or_insert_default();
            *first = first.take().or(place);
            whole.append(&tally);
        }
    }

    /// Returns whether there are signs of double encoding, so that the whole file must be tested.
    pub(super) fn is_suspect(&self) -> bool {
        self.double.is_some()
    }

    /// Returns the number of malformed sequences.
    pub(super) fn malformed(&self) -> usize {
        self.damage.malformed()
    }

    /// Returns all problems, in the order of the text within each kind.
    pub(super) fn problems(self) -> Vec<TextProblem> {
        let mut problems = Vec::from_iter(self.mark);
        problems.extend(self.declared.and_then(|it| it.problem(self.is_wide)));
        let is_damaged = self.damage.malformed() > 0;
        let foreign = self
            .foreign
            .and_then(|(look, actual)| look.likely(actual, is_damaged));
        let likely = foreign.as_ref().map(|&(_, likely)| likely);
        // If bytes are damaged, their entries include the probable encoding.
        if let Some((place, likely)) = foreign.filter(|_| !is_damaged) {
            let kind = TextProblemKind::OtherEncoding { likely };
            problems.push(TextProblem { place, kind });
        }
        let mut list = |found: Runs, kind: &dyn Fn(usize) -> TextProblemKind| {
            let problem = |(place, runs)| TextProblem {
                place,
                kind: kind(runs),
            };
            problems.extend(found.runs.into_iter().map(problem));
        };
        list(self.controls, &|runs| TextProblemKind::ControlCharacters { runs });
        list(self.damage, &|runs| TextProblemKind::DamagedBytes {
            runs,
            likely,
        });
        list(self.replaced, &|lines| TextProblemKind::ReplacementCharacter {
            lines,
        });
        if let Some((Some(place), tally)) = self.double.filter(|(_, tally)| tally.is_proven()) {
            let lines = tally.lines;
            let kind = TextProblemKind::DoubleEncoded { lines };
            problems.push(TextProblem { place, kind });
        }
        problems
    }
}

/// Returns the problem of a UTF-8 byte order mark before another encoding.
fn mark(text: &Text<'_>) -> Option<TextProblem> {
    let actual = text.encoding();
    let is_of_it = [UTF_8, UTF_16LE, UTF_16BE].contains(&actual);
    (text.had_bom() && !is_of_it).then_some(TextProblem {
        place: TextPlace {
            text: 0..0,
            source: 0..text.mark as u64,
        },
        kind: TextProblemKind::MarkMismatch { actual },
    })
}

/// The declaration of the encoding in a file, and the encoding in which it was read.
#[derive(Debug)]
struct Declared {
    place: TextPlace,
    label: String,
    actual: &'static Encoding,
}

impl Declared {
    /// Returns the declaration; `None` if there is none, or if it is true regardless of the rest of the file.
    ///
    /// The place in the bytes is expensive to compute.
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

    /// Returns the problem of the declaration. `is_wide` is set if the file is not pure ASCII.
    fn problem(self, is_wide: bool) -> Option<TextProblem> {
        let Self { place, label, actual } = self;
        let declaration = Declaration {
            label: &label,
            span: place.text.clone(),
        };
        let is_unknown = declaration.encoding().is_none();
        let is_false = declaration.contradicts(actual, !is_wide);
        let declared = label;
        let kind = if is_unknown {
            TextProblemKind::UnknownDeclaration { declared }
        } else {
            TextProblemKind::DeclarationMismatch { declared, actual }
        };
        (is_unknown || is_false).then_some(TextProblem { place, kind })
    }
}

/// Returns whether the U+FFFD at this place of the text is in the file itself and does not replace malformed bytes.
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

/// Returns one entry per line with U+FFFD in the file itself.
///
/// Only Unicode encodings can represent U+FFFD. In the text it also replaces malformed bytes.
fn replacement_characters(text: &Text<'_>) -> Runs {
    let mut lines = Runs::default();
    if ![UTF_8, UTF_16LE, UTF_16BE].contains(&text.encoding()) {
        return lines;
    }
    let undamaged = text.damage.malformed() == 0;
    // `line` is the current line, `found` the range from the first to the last U+FFFD in it.
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

// Problems that are not listed separately. A record that contains one is still reported as damaged.

/// Returns the first place in a range of the text for each kind of problem whose list is already full there.
///
/// A kind is left out if the entry for the rest of its list begins within the range, because that entry is reported.
pub(crate) fn unlisted(text: &Text<'_>, within: Range<usize>) -> Vec<TextProblem> {
    let here = text
        .problems()
        .iter()
        .filter(|problem| problem.place.text.start < within.start);
    let mut found = Vec::new();
    for rest in text.earlier.iter().chain(here) {
        let stretch = within.start..within.end.min(rest.place.text.end);
        let Some(kind) = rest.kind.once().filter(|_| !stretch.is_empty()) else {
            continue;
        };
        let destroyed = || {
            let characters = memmem::find_iter(&text.as_str().as_bytes()[stretch.clone()], "\u{FFFD}");
            characters.map(|at| stretch.start + at..stretch.start + at + '\u{FFFD}'.len_utf8())
        };
        let first = match kind {
            TextProblemKind::DamagedBytes { .. } => destroyed().find(|range| !is_written(text, range.start)),
            TextProblemKind::ReplacementCharacter { .. } => {
                destroyed().find(|range| is_written(text, range.start))
            }
            TextProblemKind::ControlCharacters { .. } => {
                let mut bytes = stretch.clone().zip(&text.as_str().as_bytes()[stretch]);
                bytes
                    .find(|&(_, &byte)| is_out_of_place(byte))
                    .map(|(at, _)| at..at + 1)
            }
            _ => None,
        };
        found.extend(first.map(|range| TextProblem {
            place: text.place(range),
            kind,
        }));
    }
    found
}

// Control characters that do not occur in text.

/// The escape character. In ISO-2022-JP it switches between character sets and does not appear in the decoded text.
const ESCAPE: u8 = 0x1B;

/// Number of bytes that are tested together.
const BLOCK_BYTES: usize = 256;

/// Returns whether a byte is a control character that does not occur in text.
pub(super) fn is_out_of_place(byte: u8) -> bool {
    is_control(byte) || byte == ESCAPE
}

/// Returns the runs of control characters in a text, and of zeros after it.
pub(super) fn control_characters(text: &Text<'_>) -> Runs {
    let bytes = text.as_str().as_bytes();
    let mut found = Runs::default();
    // Control characters outside ASCII result from decoding in a wrong encoding, which is reported separately.
    for (block, start) in bytes.chunks(BLOCK_BYTES).zip((0..).step_by(BLOCK_BYTES)) {
        // Nearly every block has no control character, and the test of a whole block is vectorized.
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
    fn adjacent_places_are_one_run_and_long_lists_end_with_a_count() {
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
    fn runs_do_not_depend_on_the_parts() {
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
