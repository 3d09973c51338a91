//! From an offset to a line and a column.
//!
//! A line ends with CRLF, LF or a lone CR. `CR CR LF` is one line end too: it is what comes out when a program
//! writes CRLF through a layer that turns every LF into CRLF once more; two line ends would double the lines.

use core::ops::Range;

use encoding_rs::{BIG5, DecoderResult, Encoding};
use memchr::memchr2;

use super::encoding::Scheme;

/// Every so many bytes of text one mark is kept: under 2 % of the text, and no look-up walks further.
const STEP: usize = 1024;

/// Which line ends occur in a text, and how often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Newlines {
    /// CR LF, the line end of Windows.
    pub crlf: usize,
    /// A lone LF.
    pub lf: usize,
    /// A lone CR.
    pub cr: usize,
    /// CR CR LF: CRLF translated twice.
    pub cr_crlf: usize,
}

impl Newlines {
    /// Whether line ends of more than one kind occur.
    pub fn mixed(&self) -> bool {
        [self.crlf, self.lf, self.cr, self.cr_crlf]
            .iter()
            .filter(|&&count| count > 0)
            .count()
            > 1
    }
}

/// What is known at a position of the text.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Lines before this one.
    line: u32,
    /// Characters of this line before the position.
    column: u32,
    /// Where this line starts.
    start: usize,
}

/// Marks at every [`STEP`] bytes, and the count of line ends.
#[derive(Clone, Debug)]
pub(super) struct LineIndex {
    marks: Vec<Mark>,
    pub(super) newlines: Newlines,
}

impl LineIndex {
    pub(super) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut newlines = Newlines::default();
        let mut mark = Mark {
            line: 0,
            column: 0,
            start: 0,
        };
        let mut marks = Vec::with_capacity(bytes.len() / STEP + 1);
        marks.push(mark);
        for from in (0..bytes.len()).step_by(STEP) {
            let to = bytes.len().min(from + STEP);
            mark = walk(bytes, mark, from..to, |end| count(bytes, end, &mut newlines));
            marks.push(mark);
        }
        Self { marks, newlines }
    }

    /// Line and column of `at`, both counted from 1; `at` must be in the text and on a character.
    pub(super) fn line_column(&self, text: &str, at: usize) -> (u32, u32) {
        let mark = self.mark(text, at);
        (mark.line.saturating_add(1), mark.column.saturating_add(1))
    }

    /// The line that `at` is in, without its line end.
    pub(super) fn line_span(&self, text: &str, at: usize) -> Range<usize> {
        let bytes = text.as_bytes();
        let here = self.mark(text, at);
        // The first mark on a later line: the line ends in the step before it.
        let later = self.marks.partition_point(|mark| mark.line <= here.line);
        let from = here.start.max(later.saturating_sub(1) * STEP).min(bytes.len());
        let length = memchr2(b'\r', b'\n', &bytes[from..]).unwrap_or(bytes.len() - from);
        // A step may begin between the CR and the LF that end the line.
        let mut end = from + length;
        while end > here.start && matches!(bytes[end - 1], b'\r') {
            end -= 1;
        }
        here.start..end
    }

    fn mark(&self, text: &str, at: usize) -> Mark {
        let step = at / STEP;
        walk(text.as_bytes(), self.marks[step], step * STEP..at, |_| ())
    }
}

/// Carries a mark over `range`, telling `line_end` the last byte of every line end on the way.
fn walk(bytes: &[u8], mut mark: Mark, range: Range<usize>, mut line_end: impl FnMut(usize)) -> Mark {
    let mut counted = range.start;
    let mut at = range.start;
    while let Some(found) = memchr2(b'\r', b'\n', &bytes[at..range.end]) {
        let end = at + found;
        at = end + 1;
        if ends_line(bytes, end) {
            mark.line = mark.line.saturating_add(1);
            mark.start = at;
            mark.column = 0;
            counted = at;
            line_end(end);
        }
    }
    mark.column = mark.column.saturating_add(characters(&bytes[counted..range.end]));
    mark
}

/// Whether a line end is complete with the CR or LF at `end`. Looks no further than two bytes ahead, so that
/// a walk may begin anywhere.
fn ends_line(bytes: &[u8], end: usize) -> bool {
    bytes[end] == b'\n' || !matches!(&bytes[end + 1..], [b'\n', ..] | [b'\r', b'\n', ..])
}

fn count(bytes: &[u8], end: usize, newlines: &mut Newlines) {
    let kind = match &bytes[..=end] {
        [.., b'\r', b'\r', b'\n'] => &mut newlines.cr_crlf,
        [.., b'\r', b'\n'] => &mut newlines.crlf,
        [.., b'\n'] => &mut newlines.lf,
        _ => &mut newlines.cr,
    };
    *kind += 1;
}

/// The characters that begin in `bytes`, a piece of UTF-8 that need not be cut between characters.
fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

// From an offset in the decoded text back to the byte of the file.
//
// Nothing is stored per character. Text and bytes are walked side by side from the nearest mark: the decoded
// character says how many bytes it came from, and where it is U+FFFD the bytes say it, by the rules under which
// the decoder gives up on a sequence (WHATWG Encoding Standard).

/// Every so many bytes of text one mark is kept: 3 % of the text, and no look-up walks further.
const OFFSETS_STEP: usize = 512;

const ESC: u8 = 0x1B;

/// Marks at the first character at or after every [`STEP`] bytes of text.
#[derive(Clone, Debug)]
pub(super) struct SourceMap {
    scheme: Scheme,
    marks: Vec<OffsetsMark>,
}

/// Where the bytes of a character begin, and how they are to be read.
#[derive(Clone, Copy, Debug)]
struct OffsetsMark {
    source: usize,
    shift: Shift,
}

/// The state of ISO-2022-JP, the only encoding that has one.
#[derive(Clone, Copy, Debug)]
struct Shift {
    set: CharacterSet,
    /// The last thing read was an escape sequence; another one at once makes the first an error.
    escaped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CharacterSet {
    Ascii,
    Roman,
    Katakana,
    Kanji,
}

impl SourceMap {
    /// `source` is without its byte order mark.
    pub(super) fn new(scheme: Scheme, text: &str, source: &[u8]) -> Self {
        let mut mark = OffsetsMark {
            source: 0,
            shift: Shift {
                set: CharacterSet::Ascii,
                escaped: false,
            },
        };
        let mut marks = Vec::with_capacity(text.len() / OFFSETS_STEP + 1);
        for (at, character) in text.char_indices() {
            if at >= marks.len() * OFFSETS_STEP {
                marks.push(mark);
            }
            mark.pass(scheme, source, character);
        }
        marks.push(mark);
        Self { scheme, marks }
    }

    /// Where the character at `at` begins in `source`; `at` must be in the text and on a character.
    pub(super) fn source_offset(&self, text: &str, source: &[u8], at: usize) -> usize {
        if at == text.len() {
            return source.len();
        }
        let step = at / OFFSETS_STEP;
        let marked = (step * OFFSETS_STEP..=at)
            .find(|&it| text.is_char_boundary(it))
            .unwrap_or(at);
        let mut mark = self.marks[step];
        for character in text[marked..at].chars() {
            mark.pass(self.scheme, source, character);
        }
        // Escape sequences stand before the character, they are no part of it.
        text[at..].chars().next().map_or(source.len(), |character| {
            mark.pass(self.scheme, source, character)
        })
    }
}

impl OffsetsMark {
    /// Moves after the bytes of `character` and says where they begin.
    fn pass(&mut self, scheme: Scheme, source: &[u8], character: char) -> usize {
        if scheme == Scheme::Iso2022Jp {
            return self.pass_iso_2022_jp(source);
        }
        let start = self.source;
        let rest = source.get(start..).unwrap_or_default();
        let length = match (scheme, character) {
            (Scheme::Other(encoding), _) => other_length(encoding, rest, character),
            (Scheme::Utf16, _) => 2 * character.len_utf16(),
            (_, '\u{FFFD}') => malformed(scheme, rest),
            (Scheme::Utf8, _) => character.len_utf8(),
            (_, '\0'..='\x7F') | (Scheme::ShiftJis, '\u{80}' | '\u{FF61}'..='\u{FF9F}') => 1,
            // JIS X 0212
            (Scheme::EucJp, _) if rest.first() == Some(&0x8F) => 3,
            _ => 2,
        };
        self.source = source.len().min(start + length);
        start
    }

    fn pass_iso_2022_jp(&mut self, source: &[u8]) -> usize {
        loop {
            let start = self.source;
            let rest = source.get(start..).unwrap_or_default();
            if let Some(set) = escape_sequence(rest) {
                self.source += 3;
                self.shift.set = set;
                if self.shift.escaped {
                    // The earlier one was useless, and that is the error.
                    return start - 3;
                }
                self.shift.escaped = true;
                continue;
            }
            self.shift.escaped = false;
            let length = match (rest, self.shift.set) {
                ([0x21..=0x7E, trail, ..], CharacterSet::Kanji) if *trail != ESC => 2,
                _ => 1,
            };
            self.source = source.len().min(start + length);
            return start;
        }
    }
}

/// The number of bytes, at the beginning of a text in an encoding without a scheme of its own, that became a character.
fn other_length(encoding: &'static Encoding, rest: &[u8], character: char) -> usize {
    /// The most bytes of a character, in GB 18030.
    const MAX_CHARACTER_BYTES: usize = 4;
    if character.is_ascii() {
        return 1;
    }
    // Two bytes of Big5 may be a letter and the mark on it.
    if matches!(character, '\u{304}' | '\u{30C}') && encoding == BIG5 {
        return 0;
    }
    for length in 1..=rest.len().min(MAX_CHARACTER_BYTES) {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let is_last = length == rest.len();
        let mut out = [0; 16];
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&rest[..length], &mut out, is_last);
        match result {
            DecoderResult::Malformed(_, behind) => return read - usize::from(behind),
            _ if written > 0 => return length,
            _ => {}
        }
    }
    1
}

fn escape_sequence(rest: &[u8]) -> Option<CharacterSet> {
    match rest {
        [ESC, b'(', b'B', ..] => Some(CharacterSet::Ascii),
        [ESC, b'(', b'J', ..] => Some(CharacterSet::Roman),
        [ESC, b'(', b'I', ..] => Some(CharacterSet::Katakana),
        [ESC, b'$', b'@' | b'B', ..] => Some(CharacterSet::Kanji),
        _ => None,
    }
}

/// How long the malformed bytes are that became one character, at the beginning of a text. An ASCII byte where another byte
/// of a character should be is left alone.
fn malformed(scheme: Scheme, rest: &[u8]) -> usize {
    match (scheme, rest) {
        (Scheme::Utf8, _) => match str::from_utf8(&rest[..rest.len().min(4)]) {
            Err(error) if error.valid_up_to() == 0 => error.error_len().unwrap_or(rest.len()),
            // U+FFFD was written as such.
            _ => '\u{FFFD}'.len_utf8(),
        },
        (Scheme::EucJp, [0x8F, 0xA1..=0xFE, 0x80..=0xFF, ..]) => 3,
        (Scheme::ShiftJis, [0x81..=0x9F | 0xE0..=0xFC, 0x80..=0xFF, ..])
        | (Scheme::EucKr, [0x81..=0xFE, 0x80..=0xFF, ..])
        | (Scheme::EucJp, [0x8E | 0x8F | 0xA1..=0xFE, 0x80..=0xFF, ..]) => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end() {
        let text = "一\r\n二\n三\r四\r\r\n五\r\r六";
        let index = LineIndex::new(text);
        assert_eq!(
            index.newlines,
            Newlines {
                crlf: 1,
                lf: 1,
                cr: 3,
                cr_crlf: 1
            }
        );
        let line = |c: char| index.line_column(text, text.find(c).unwrap());
        assert_eq!([line('一'), line('二'), line('三')], [(1, 1), (2, 1), (3, 1)]);
        assert_eq!([line('四'), line('五'), line('六')], [(4, 1), (5, 1), (7, 1)]);
        assert_eq!(index.line_column(text, 4), (1, 3), "inside CRLF");
        assert_eq!(&text[index.line_span(text, 4)], "一");
    }

    #[test]
    fn a_line_longer_than_many_steps() {
        let text = format!("短\r\n{}\r\n終", "歩".repeat(5 * STEP));
        let index = LineIndex::new(&text);
        let at = 5 + 3 * 2000;
        assert_eq!(index.line_column(&text, at), (2, 2001));
        assert_eq!(index.line_span(&text, at), 5..5 + 15 * STEP);
        assert_eq!(index.line_column(&text, text.len()), (3, 2));
    }

    #[test]
    fn agrees_with_counting_by_hand_wherever_a_step_falls() {
        for pad in STEP - 4..STEP + 4 {
            let text = format!("{}\r\r\n\r\n次", "x".repeat(pad));
            let index = LineIndex::new(&text);
            assert_eq!(index.line_column(&text, pad), (1, pad as u32 + 1));
            assert_eq!(index.line_span(&text, pad + 2), 0..pad);
            assert_eq!(index.line_span(&text, pad + 3), pad + 3..pad + 3);
            assert_eq!(index.line_column(&text, pad + 5), (3, 1));
            assert_eq!(
                index.newlines,
                Newlines {
                    crlf: 1,
                    cr_crlf: 1,
                    ..Newlines::default()
                }
            );
        }
    }
}
