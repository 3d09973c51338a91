//! Conversion of offsets to lines and columns.
//!
//! A line ends with CRLF, LF or a lone CR. CR CR LF is also a single line end. CR CR LF results if a program writes
//! CRLF through a layer that converts each LF to CRLF again. If CR CR LF were read as two line ends, the number of
//! lines would double.

use core::ops::Range;

use encoding_rs::{BIG5, DecoderResult, Encoding};
use memchr::{memchr_iter, memchr2, memchr2_iter, memrchr2_iter};

use super::encoding::Scheme;

/// Distance between line marks in the text (bytes), which is also the maximum distance that a look-up scans. The marks need
/// less than 2 % of the size of the text.
const LINE_MARK_BYTES: usize = 1024;

/// The number of line ends of each kind in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Newlines {
    /// CR LF, the line end of Windows.
    pub crlf: usize,
    /// A lone LF.
    pub lf: usize,
    /// A lone CR.
    pub cr: usize,
    /// CR CR LF: a CRLF that was converted twice.
    pub cr_crlf: usize,
}

impl Newlines {
    /// Counts the line ends of a text.
    pub(super) fn count(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut newlines = Self::default();
        for end in memchr2_iter(b'\r', b'\n', bytes).filter(|&end| ends_line(bytes, end)) {
            let count = match &bytes[..=end] {
                [.., b'\r', b'\r', b'\n'] => &mut newlines.cr_crlf,
                [.., b'\r', b'\n'] => &mut newlines.crlf,
                [.., b'\n'] => &mut newlines.lf,
                _ => &mut newlines.cr,
            };
            *count += 1;
        }
        newlines
    }

    /// Returns whether line ends of more than one kind occur.
    pub fn mixed(&self) -> bool {
        [self.crlf, self.lf, self.cr, self.cr_crlf]
            .iter()
            .filter(|&&count| count > 0)
            .count()
            > 1
    }
}

/// The line and column at an offset in the text.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// The number of lines before the line.
    line: u32,
    /// The number of characters between the start of the line and the offset.
    column: u32,
    /// The offset of the start of the line.
    start: usize,
}

/// Marks at intervals of [`LINE_MARK_BYTES`] bytes.
#[derive(Clone, Debug)]
pub(super) struct LineIndex {
    marks: Vec<Mark>,
}

impl LineIndex {
    pub(super) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut mark = Mark {
            line: 0,
            column: 0,
            start: 0,
        };
        let mut marks = Vec::with_capacity(bytes.len() / LINE_MARK_BYTES + 1);
        marks.push(mark);
        for from in (0..bytes.len()).step_by(LINE_MARK_BYTES) {
            let to = bytes.len().min(from + LINE_MARK_BYTES);
            mark = advance_line_mark(bytes, mark, from..to);
            marks.push(mark);
        }
        Self { marks }
    }

    /// Returns the line and column of `at`, both from 1. `at` must be a character boundary within the text.
    pub(super) fn line_column(&self, text: &str, at: usize) -> (u32, u32) {
        let mark = self.mark(text, at);
        (mark.line.saturating_add(1), mark.column.saturating_add(1))
    }

    /// Returns the range of the line at `at`, without its line end.
    pub(super) fn line_span(&self, text: &str, at: usize) -> Range<usize> {
        let bytes = text.as_bytes();
        let mark = self.mark(text, at);
        // The end of the line is searched from the last mark before the first mark that is on a later line.
        let next_mark = self.marks.partition_point(|later| later.line <= mark.line);
        let search_start = mark
            .start
            .max(next_mark.saturating_sub(1) * LINE_MARK_BYTES)
            .min(bytes.len());
        let length = memchr2(b'\r', b'\n', &bytes[search_start..]).unwrap_or(bytes.len() - search_start);
        // The search may begin between the CR and the LF of the line end, and must not include the CR in the line.
        let mut end = search_start + length;
        while end > mark.start && matches!(bytes[end - 1], b'\r') {
            end -= 1;
        }
        mark.start..end
    }

    /// Returns the line and column at an offset.
    fn mark(&self, text: &str, at: usize) -> Mark {
        let step = at / LINE_MARK_BYTES;
        advance_line_mark(text.as_bytes(), self.marks[step], step * LINE_MARK_BYTES..at)
    }
}

/// Moves a mark over `range`. The line ends are counted instead of being visited one by one, which takes much less time.
fn advance_line_mark(bytes: &[u8], mut mark: Mark, range: Range<usize>) -> Mark {
    let mut line_start = range.start;
    let line_ends = count_line_ends(bytes, range.clone());
    if line_ends > 0 {
        let ends = memrchr2_iter(b'\r', b'\n', &bytes[range.clone()]);
        let mut ends = ends.map(|at| range.start + at);
        if let Some(last_end) = ends.find(|&end| ends_line(bytes, end)) {
            line_start = last_end + 1;
        }
        mark = Mark {
            line: mark.line.saturating_add(line_ends as u32),
            column: 0,
            start: line_start,
        };
    }
    mark.column = mark
        .column
        .saturating_add(count_characters(&bytes[line_start..range.end]));
    mark
}

/// Returns the number of line ends whose last byte is in `range`.
pub(super) fn count_line_ends(bytes: &[u8], range: Range<usize>) -> usize {
    let part = &bytes[range.clone()];
    let line_feeds = memchr_iter(b'\n', part).count();
    let returns = memchr_iter(b'\r', part).count();
    if returns == 0 {
        return line_feeds;
    }
    let followed = count_pairs(&bytes[range.start..bytes.len().min(range.end + 1)]);
    if returns == followed {
        return line_feeds;
    }
    let lone = memchr_iter(b'\r', part).filter(|at| ends_line(bytes, range.start + at));
    line_feeds + lone.count()
}

/// Returns the number of CR that an LF follows directly. The comparisons are vectorized.
fn count_pairs(bytes: &[u8]) -> usize {
    /// Number of pairs of which the count fits into a byte.
    const BLOCK_BYTES: usize = 128;
    let blocks = bytes.chunks(BLOCK_BYTES);
    let next_blocks = bytes.get(1..).unwrap_or_default().chunks(BLOCK_BYTES);
    let counts = blocks.zip(next_blocks).map(|(block, next_block)| {
        let pairs = block.iter().zip(next_block);
        let is_pair = pairs.map(|(&first, &second)| u8::from(first == b'\r') & u8::from(second == b'\n'));
        usize::from(is_pair.sum::<u8>())
    });
    counts.sum()
}

/// Returns whether the CR or LF at `end` completes a line end.
///
/// The function looks at most two bytes ahead and never back, so a scan can begin at any offset.
fn ends_line(bytes: &[u8], end: usize) -> bool {
    bytes[end] == b'\n' || !matches!(&bytes[end + 1..], [b'\n', ..] | [b'\r', b'\n', ..])
}

/// Returns the number of characters that begin in `bytes`, a range of UTF-8 that may begin and end within a character.
fn count_characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

// Conversion of offsets in the decoded text to offsets in the file.
//
// Offsets are stored only at marks. From the mark before an offset, text and bytes are scanned in parallel. The decoded
// character determines the number of its bytes, except for U+FFFD. The number of bytes for U+FFFD follows from the bytes by
// the rules of the WHATWG Encoding Standard for malformed sequences.

/// Distance between source marks in the text (bytes), which is also the maximum distance that a look-up scans. The marks need
/// 3 % of the size of the text.
const SOURCE_MARK_BYTES: usize = 512;

const ESC: u8 = 0x1B;

/// Marks at intervals of [`SOURCE_MARK_BYTES`] bytes of text, each at the first character that begins there or later.
#[derive(Clone, Debug)]
pub(super) struct SourceMap {
    scheme: Scheme,
    marks: Vec<SourceMark>,
}

/// The offset of a character's bytes in the file, and the decoder state before them.
#[derive(Clone, Copy, Debug)]
struct SourceMark {
    source: usize,
    shift: Shift,
}

/// The decoder state of ISO-2022-JP, which is the only encoding with a state.
#[derive(Clone, Copy, Debug)]
struct Shift {
    set: CharacterSet,
    /// `true` directly after an escape sequence. If another escape sequence follows at once, the first one is an error.
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
    /// Creates the map of a text that was decoded from `source`, the bytes after the byte order mark.
    pub(super) fn new(scheme: Scheme, text: &str, source: &[u8]) -> Self {
        let mut mark = SourceMark {
            source: 0,
            shift: Shift {
                set: CharacterSet::Ascii,
                escaped: false,
            },
        };
        let mut marks = Vec::with_capacity(text.len() / SOURCE_MARK_BYTES + 1);
        for (offset, character) in text.char_indices() {
            if offset >= marks.len() * SOURCE_MARK_BYTES {
                marks.push(mark);
            }
            mark.advance(scheme, source, character);
        }
        marks.push(mark);
        Self { scheme, marks }
    }

    /// Returns the offset in `source` of the character at `at`, which must be a character boundary within the text.
    pub(super) fn source_offset(&self, text: &str, source: &[u8], at: usize) -> usize {
        if at == text.len() {
            return source.len();
        }
        let step = at / SOURCE_MARK_BYTES;
        let mark_offset = (step * SOURCE_MARK_BYTES..=at)
            .find(|&offset| text.is_char_boundary(offset))
            .unwrap_or(at);
        let mut mark = self.marks[step];
        for character in text[mark_offset..at].chars() {
            mark.advance(self.scheme, source, character);
        }
        // Escape sequences before the character are not part of the character, so they are skipped.
        text[at..].chars().next().map_or(source.len(), |character| {
            mark.advance(self.scheme, source, character)
        })
    }
}

impl SourceMark {
    /// Moves past the bytes of `character` and returns their offset.
    fn advance(&mut self, scheme: Scheme, source: &[u8], character: char) -> usize {
        if scheme == Scheme::Iso2022Jp {
            return self.advance_iso_2022_jp(source);
        }
        let start = self.source;
        let rest = source.get(start..).unwrap_or_default();
        let length = match (scheme, character) {
            (Scheme::Other(encoding), _) => other_length(encoding, rest, character),
            (Scheme::Utf16, _) => 2 * character.len_utf16(),
            (_, '\u{FFFD}') => malformed(scheme, rest),
            (Scheme::Utf8, _) => character.len_utf8(),
            (_, '\0'..='\x7F') | (Scheme::ShiftJis, '\u{80}' | '\u{FF61}'..='\u{FF9F}') => 1,
            // JIS X 0212.
            (Scheme::EucJp, _) if rest.first() == Some(&0x8F) => 3,
            _ => 2,
        };
        self.source = source.len().min(start + length);
        start
    }

    /// Moves past the bytes of a character in ISO-2022-JP and returns their offset.
    fn advance_iso_2022_jp(&mut self, source: &[u8]) -> usize {
        loop {
            let start = self.source;
            let rest = source.get(start..).unwrap_or_default();
            if let Some(set) = escape_sequence(rest) {
                self.source += 3;
                self.shift.set = set;
                if self.shift.escaped {
                    // The earlier escape sequence had no effect, and became U+FFFD as a malformed sequence.
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

/// Returns the number of bytes at the beginning of `rest` that became `character`, in an encoding of [`Scheme::Other`].
fn other_length(encoding: &'static Encoding, rest: &[u8], character: char) -> usize {
    /// Maximum length of a character (bytes), in GB 18030.
    const MAX_CHARACTER_BYTES: usize = 4;
    if character.is_ascii() {
        return 1;
    }
    // Two bytes of Big5 can become a letter and a combining mark.
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
            DecoderResult::Malformed(_, lookahead) => return read - usize::from(lookahead),
            _ if written > 0 => return length,
            _ => {}
        }
    }
    1
}

/// Returns the character set that an escape sequence at the beginning of `rest` selects; `None` if there is no such
/// sequence.
fn escape_sequence(rest: &[u8]) -> Option<CharacterSet> {
    match rest {
        [ESC, b'(', b'B', ..] => Some(CharacterSet::Ascii),
        [ESC, b'(', b'J', ..] => Some(CharacterSet::Roman),
        [ESC, b'(', b'I', ..] => Some(CharacterSet::Katakana),
        [ESC, b'$', b'@' | b'B', ..] => Some(CharacterSet::Kanji),
        _ => None,
    }
}

/// Returns the number of malformed bytes at the beginning of `rest` that became one U+FFFD.
///
/// An ASCII byte at the place of a trail byte is not part of the malformed sequence.
fn malformed(scheme: Scheme, rest: &[u8]) -> usize {
    match (scheme, rest) {
        (Scheme::Utf8, _) => match str::from_utf8(&rest[..rest.len().min(4)]) {
            Err(error) if error.valid_up_to() == 0 => error.error_len().unwrap_or(rest.len()),
            // The file contains U+FFFD itself.
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
    fn each_kind_of_line_end_is_counted() {
        let text = "一\r\n二\n三\r四\r\r\n五\r\r六";
        let index = LineIndex::new(text);
        assert_eq!(
            Newlines::count(text),
            Newlines {
                crlf: 1,
                lf: 1,
                cr: 3,
                cr_crlf: 1
            }
        );
        let position = |letter: char| index.line_column(text, text.find(letter).unwrap());
        assert_eq!(
            [position('一'), position('二'), position('三')],
            [(1, 1), (2, 1), (3, 1)]
        );
        assert_eq!(
            [position('四'), position('五'), position('六')],
            [(4, 1), (5, 1), (7, 1)]
        );
        assert_eq!(index.line_column(text, 4), (1, 3), "inside CRLF");
        assert_eq!(&text[index.line_span(text, 4)], "一");
    }

    #[test]
    fn a_line_can_extend_over_several_marks() {
        let text = format!("短\r\n{}\r\n終", "歩".repeat(5 * LINE_MARK_BYTES));
        let index = LineIndex::new(&text);
        let at = 5 + 3 * 2000;
        assert_eq!(index.line_column(&text, at), (2, 2001));
        assert_eq!(index.line_span(&text, at), 5..5 + 15 * LINE_MARK_BYTES);
        assert_eq!(index.line_column(&text, text.len()), (3, 2));
    }

    #[test]
    fn line_ends_across_a_mark_are_counted_once() {
        for pad in LINE_MARK_BYTES - 4..LINE_MARK_BYTES + 4 {
            let text = format!("{}\r\r\n\r\n次", "x".repeat(pad));
            let index = LineIndex::new(&text);
            assert_eq!(index.line_column(&text, pad), (1, pad as u32 + 1));
            assert_eq!(index.line_span(&text, pad + 2), 0..pad);
            assert_eq!(index.line_span(&text, pad + 3), pad + 3..pad + 3);
            assert_eq!(index.line_column(&text, pad + 5), (3, 1));
            assert_eq!(
                Newlines::count(&text),
                Newlines {
                    crlf: 1,
                    cr_crlf: 1,
                    ..Newlines::default()
                }
            );
        }
    }
}
