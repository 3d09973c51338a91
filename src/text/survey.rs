//! Looks a text over for trouble.

use core::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memmem;

use super::Text;
use super::control::control_characters;
use super::declaration::Declaration;
use super::double::{self, Tally};
use super::trouble::{Harm, Runs, TextPlace, Trouble};

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
    /// The first line that shows double encoding, and what speaks for it.
    double: Option<(Option<TextPlace>, Tally)>,
}

impl Text<'_> {
    /// What is wrong with the bytes. Never long: runs and lines are merged, and the list has an end.
    pub fn troubles(&self) -> &[Trouble] {
        self.troubles.get_or_init(|| Survey::of(self, false).troubles())
    }
}

impl Survey {
    /// Looks a text over. Double encoding is looked for where the text itself gives reason, and in one that
    /// is `suspect`.
    pub(super) fn of(text: &Text<'_>, suspect: bool) -> Self {
        let mut survey = Self::default();
        if text.looks_binary() {
            return survey;
        }
        if text.part.is_first() {
            survey.mark = mark(text);
            survey.declared = Declared::of(text);
        }
        survey.controls = control_characters(text);
        survey.is_wide = !text.as_str().is_ascii();
        if survey.is_wide {
            survey.damage = text.damage.clone();
            survey.replaced = replacement_characters(text);
            if suspect || double::is_suspect(text.as_str()) {
                let tally = Tally::of(text.as_str());
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
        let controls = |(place, runs)| Trouble {
            place,
            harm: Harm::ControlCharacters { runs },
        };
        troubles.extend(self.controls.runs().map(controls));
        let damaged = |(place, runs)| Trouble {
            place,
            harm: Harm::DamagedBytes { runs },
        };
        troubles.extend(self.damage.runs().map(damaged));
        let replaced = |(place, lines)| Trouble {
            place,
            harm: Harm::ReplacementCharacter { lines },
        };
        troubles.extend(self.replaced.runs().map(replaced));
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
    fn of(text: &Text<'_>) -> Option<Self> {
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
