//! The inspection of a text for its problems.

use core::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memmem;

use super::Text;
use super::detection::{self, MojibakeCounts, is_control};
use super::encoding::Declaration;
use super::foreign::ForeignCounts;
use super::problem::{Runs, TextPlace, TextProblem, TextProblemKind};

/// The results of an inspection of a text for problems, or of the parts of a file that have been read so far.
#[derive(Debug, Default)]
pub(super) struct TextScan {
    /// The problem of a UTF-8 byte order mark before another encoding; `None` if there is no such problem.
    mark: Option<TextProblem>,
    /// The declaration of the encoding in the file; `None` if there is no declaration, or if the declaration is certainly
    /// true.
    declared: Option<Declared>,
    /// `true` if the text is not pure ASCII.
    is_wide: bool,
    /// The places of control characters.
    controls: Runs,
    /// The places of malformed bytes.
    damage: Runs,
    /// One place for each line with U+FFFD in the file itself.
    replaced: Runs,
    /// Statistics that show whether the text is in another encoding, and the encoding in which the text was read.
    /// `None` for pure ASCII.
    foreign: Option<(ForeignCounts, &'static Encoding)>,
    /// The first line that shows double encoding, and the counts of restored lines and characters. `None` if the text
    /// was not tested.
    double: Option<(Option<TextPlace>, MojibakeCounts)>,
}

impl Text<'_> {
    /// Returns the problems of the bytes. The list is bounded, because one entry represents all further places of a kind.
    pub fn problems(&self) -> &[TextProblem] {
        self.problems
            .get_or_init(|| TextScan::new(self, false).problems())
    }
}

impl TextScan {
    /// Inspects a text. The text is tested for double encoding if it shows signs of double encoding or if `suspect` is
    /// `true`.
    pub(super) fn new(text: &Text<'_>, suspect: bool) -> Self {
        let mut scan = Self::default();
        if text.looks_binary() {
            return scan;
        }
        if text.part.is_first() {
            scan.mark = mark_mismatch(text);
            scan.declared = Declared::new(text);
        }
        scan.controls = control_characters(text);
        scan.is_wide = !text.as_str().is_ascii();
        if scan.is_wide {
            scan.damage = text.damage.clone();
            scan.replaced = replacement_characters(text);
            scan.foreign = Some((ForeignCounts::new(text), text.encoding()));
            if suspect || detection::is_suspect(text.as_str()) {
                let counts = MojibakeCounts::new(text.as_str());
                let first = counts.first.clone().map(|line| text.place(line));
                scan.double = Some((first, counts));
            }
        }
        scan
    }

    /// Adds the results of the following part, whose text begins at `base`.
    pub(super) fn append(&mut self, following: Self, base: usize) {
        self.mark = self.mark.take().or(following.mark);
        self.declared = self.declared.take().or(following.declared);
        self.is_wide |= following.is_wide;
        self.controls.append(following.controls, base);
        self.damage.append(following.damage, base);
        self.replaced.append(following.replaced, base);
        if let Some((counts, encoding)) = following.foreign {
            let (total, _) = self
                .foreign
                .get_or_insert_with(|| (ForeignCounts::default(), encoding));
            total.append(counts, base);
        }
        if let Some((place, counts)) = following.double {
            let text = |place: &TextPlace| base + place.text.start..base + place.text.end;
            let place = place.map(|place| TextPlace {
                text: text(&place),
                ..place
            });
            let (first, total) = self.double.get_or_insert_default();
            *first = first.take().or(place);
            total.append(&counts);
        }
    }

    /// Returns whether a part shows signs of double encoding, so that all parts of the file must be tested.
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
        problems.extend(self.declared.and_then(|declared| declared.problem(self.is_wide)));
        let is_damaged = self.damage.malformed() > 0;
        let foreign = self
            .foreign
            .and_then(|(counts, actual)| counts.likely(actual, is_damaged));
        let likely = foreign.as_ref().map(|&(_, likely)| likely);
        // If bytes are damaged, the probable encoding is part of the entries for the damaged bytes instead.
        if let Some((place, likely)) = foreign.filter(|_| !is_damaged) {
            let kind = TextProblemKind::OtherEncoding { likely };
            problems.push(TextProblem { place, kind });
        }
        let mut add_runs = |places: Runs, kind: &dyn Fn(usize) -> TextProblemKind| {
            let to_problem = |(place, runs)| TextProblem {
                place,
                kind: kind(runs),
            };
            problems.extend(places.runs.into_iter().map(to_problem));
        };
        add_runs(self.controls, &|runs| TextProblemKind::ControlCharacters { runs });
        add_runs(self.damage, &|runs| TextProblemKind::DamagedBytes {
            runs,
            likely,
        });
        add_runs(self.replaced, &|lines| TextProblemKind::ReplacementCharacter {
            lines,
        });
        if let Some((Some(place), counts)) = self.double.filter(|(_, counts)| counts.is_proven()) {
            let lines = counts.lines;
            let kind = TextProblemKind::DoubleEncoded { lines };
            problems.push(TextProblem { place, kind });
        }
        problems
    }
}

/// Returns the problem of a UTF-8 byte order mark before text in another encoding; `None` if the text has no such mark.
fn mark_mismatch(text: &Text<'_>) -> Option<TextProblem> {
    let actual = text.encoding();
    let has_own_mark = [UTF_8, UTF_16LE, UTF_16BE].contains(&actual);
    (text.had_bom() && !has_own_mark).then_some(TextProblem {
        place: TextPlace {
            text: 0..0,
            source: 0..text.mark as u64,
        },
        kind: TextProblemKind::MarkMismatch { actual },
    })
}

/// The declaration of the encoding in a file, and the encoding in which the file was read.
#[derive(Debug)]
struct Declared {
    place: TextPlace,
    label: String,
    actual: &'static Encoding,
}

impl Declared {
    /// Returns the declaration of a text. Returns `None` if there is no declaration, or if the declaration is true
    /// whether or not the rest of the file is pure ASCII.
    ///
    /// A true declaration is not kept, because its place in the bytes is expensive to compute.
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

    /// Returns the problem of the declaration; `None` if the declaration is true. `is_wide` is `true` if the file is
    /// not pure ASCII.
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

/// Returns whether the U+FFFD at this offset of the text is in the file itself, and does not replace malformed bytes. Always
/// `false` for an encoding other than UTF-8 and UTF-16.
pub(super) fn is_written(text: &Text<'_>, at: usize) -> bool {
    let bytes: &[u8] = match text.encoding() {
        encoding if encoding == UTF_8 => b"\xEF\xBF\xBD",
        encoding if encoding == UTF_16LE => b"\xFD\xFF",
        encoding if encoding == UTF_16BE => b"\xFF\xFD",
        _ => return false,
    };
    let source = (text.source_offset(at) - text.part.bytes) as usize;
    text.source[source..].starts_with(bytes)
}

/// Returns one place for each line with U+FFFD in the file itself. U+FFFD that replaces malformed bytes is not included.
///
/// Only files in a Unicode encoding can contain U+FFFD.
fn replacement_characters(text: &Text<'_>) -> Runs {
    let mut lines = Runs::default();
    if ![UTF_8, UTF_16LE, UTF_16BE].contains(&text.encoding()) {
        return lines;
    }
    let is_undamaged = text.damage.malformed() == 0;
    // `line` is the current line. `line_range` extends from the first to the last U+FFFD in it.
    let mut line = 0..0;
    let mut line_range: Option<Range<usize>> = None;
    for start in memmem::find_iter(text.as_str().as_bytes(), "\u{FFFD}") {
        if !is_undamaged && !is_written(text, start) {
            continue;
        }
        let end = start + '\u{FFFD}'.len_utf8();
        match &mut line_range {
            Some(span) if line.contains(&start) => span.end = end,
            _ => {
                if let Some(span) = line_range.replace(start..end) {
                    lines.record(text.place(span));
                }
                line = text.line_span(start);
            }
        }
    }
    if let Some(span) = line_range {
        lines.record(text.place(span));
    }
    lines
}

/// Returns the first problem of each kind in a range of the text, if the list of this kind was full before the range.
///
/// Such a problem has no entry of its own. The problem is returned so that a record in the range is still reported as
/// damaged. If the entry for all further places begins within the range, no problem is returned, because this entry is
/// reported.
pub(crate) fn unlisted(text: &Text<'_>, range: Range<usize>) -> Vec<TextProblem> {
    let before_range = text
        .problems()
        .iter()
        .filter(|problem| problem.place.text.start < range.start);
    let mut problems = Vec::new();
    for entry in text.earlier.iter().chain(before_range) {
        let span = range.start..range.end.min(entry.place.text.end);
        let Some(kind) = entry.kind.once().filter(|_| !span.is_empty()) else {
            continue;
        };
        let replacements = || {
            let offsets = memmem::find_iter(&text.as_str().as_bytes()[span.clone()], "\u{FFFD}");
            offsets.map(|at| span.start + at..span.start + at + '\u{FFFD}'.len_utf8())
        };
        let first = match kind {
            TextProblemKind::DamagedBytes { .. } => {
                replacements().find(|place| !is_written(text, place.start))
            }
            TextProblemKind::ReplacementCharacter { .. } => {
                replacements().find(|place| is_written(text, place.start))
            }
            TextProblemKind::ControlCharacters { .. } => {
                let mut bytes = span.clone().zip(&text.as_str().as_bytes()[span]);
                bytes
                    .find(|&(_, &byte)| is_out_of_place(byte))
                    .map(|(at, _)| at..at + 1)
            }
            _ => None,
        };
        problems.extend(first.map(|first| TextProblem {
            place: text.place(first),
            kind,
        }));
    }
    problems
}

/// The escape character. In ISO-2022-JP it switches between character sets and does not appear in the decoded text.
const ESCAPE: u8 = 0x1B;

/// Number of bytes that are tested together for control characters.
const BLOCK_BYTES: usize = 256;

/// Returns whether a byte of decoded text is a control character that does not belong in text.
pub(super) fn is_out_of_place(byte: u8) -> bool {
    is_control(byte) || byte == ESCAPE
}

/// Returns the runs of control characters in a text, and the padding with zeros after the text.
pub(super) fn control_characters(text: &Text<'_>) -> Runs {
    let bytes = text.as_str().as_bytes();
    let mut runs = Runs::default();
    // Control characters outside ASCII result from decoding in a wrong encoding, which is reported separately.
    for (block, start) in bytes.chunks(BLOCK_BYTES).zip((0..).step_by(BLOCK_BYTES)) {
        if !detection::may_have_controls(block) {
            continue;
        }
        for (offset, _) in (start..).zip(block).filter(|&(_, &byte)| is_out_of_place(byte)) {
            runs.record(text.place(offset..offset + 1));
        }
    }
    if text.zeros_after > 0 {
        let start = text.part.bytes + text.source.len() as u64;
        runs.record(TextPlace {
            text: bytes.len()..bytes.len(),
            source: start..start + text.zeros_after as u64,
        });
    }
    runs
}
