//! From an offset in the decoded text back to the byte of the file.
//!
//! Nothing is stored per character. Text and bytes are walked side by side from the nearest mark: the decoded
//! character says how many bytes it came from, and where it is U+FFFD the bytes say it, by the rules under which
//! the decoder gives up on a sequence (WHATWG Encoding Standard).

use super::encoding::Scheme;

/// Every so many bytes of text one mark is kept: 3 % of the text, and no look-up walks further.
const STEP: usize = 512;

const ESC: u8 = 0x1B;

/// Marks at the first character at or after every [`STEP`] bytes of text.
#[derive(Clone, Debug)]
pub(super) struct SourceMap {
    scheme: Scheme,
    marks: Vec<Mark>,
}

/// Where the bytes of a character begin, and how they are to be read.
#[derive(Clone, Copy, Debug)]
struct Mark {
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
        let mut mark = Mark {
            source: 0,
            shift: Shift {
                set: CharacterSet::Ascii,
                escaped: false,
            },
        };
        let mut marks = Vec::with_capacity(text.len() / STEP + 1);
        for (at, character) in text.char_indices() {
            if at >= marks.len() * STEP {
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
        let step = at / STEP;
        let marked = (step * STEP..=at)
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

impl Mark {
    /// Moves after the bytes of `character` and says where they begin.
    fn pass(&mut self, scheme: Scheme, source: &[u8], character: char) -> usize {
        if scheme == Scheme::Iso2022Jp {
            return self.pass_iso_2022_jp(source);
        }
        let start = self.source;
        let rest = source.get(start..).unwrap_or_default();
        let length = match (scheme, character) {
            (Scheme::Utf16, _) => 2 * character.len_utf16(),
            (Scheme::Utf8, '\u{FFFD}') => malformed_utf8(rest),
            (Scheme::Utf8, _) => character.len_utf8(),
            (Scheme::ShiftJis, '\u{FFFD}') => malformed_shift_jis(rest),
            (Scheme::EucJp, '\u{FFFD}') => malformed_euc_jp(rest),
            (Scheme::EucKr, '\u{FFFD}') => malformed_euc_kr(rest),
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

fn escape_sequence(rest: &[u8]) -> Option<CharacterSet> {
    match rest {
        [ESC, b'(', b'B', ..] => Some(CharacterSet::Ascii),
        [ESC, b'(', b'J', ..] => Some(CharacterSet::Roman),
        [ESC, b'(', b'I', ..] => Some(CharacterSet::Katakana),
        [ESC, b'$', b'@' | b'B', ..] => Some(CharacterSet::Kanji),
        _ => None,
    }
}

/// The longest beginning of a character, or one byte; three bytes when U+FFFD was written as such.
fn malformed_utf8(rest: &[u8]) -> usize {
    match str::from_utf8(&rest[..rest.len().min(4)]) {
        Err(error) if error.valid_up_to() == 0 => error.error_len().unwrap_or(rest.len()),
        _ => '\u{FFFD}'.len_utf8(),
    }
}

/// An ASCII byte where the second byte should be is left alone.
fn malformed_shift_jis(rest: &[u8]) -> usize {
    match rest {
        [0x81..=0x9F | 0xE0..=0xFC, 0x80..=0xFF, ..] => 2,
        _ => 1,
    }
}

/// An ASCII byte where the second byte should be is left alone.
fn malformed_euc_kr(rest: &[u8]) -> usize {
    match rest {
        [0x81..=0xFE, 0x80..=0xFF, ..] => 2,
        _ => 1,
    }
}

fn malformed_euc_jp(rest: &[u8]) -> usize {
    match rest {
        [0x8F, 0xA1..=0xFE, 0x80..=0xFF, ..] => 3,
        [0x8F | 0x8E | 0xA1..=0xFE, 0x80..=0xFF, ..] => 2,
        _ => 1,
    }
}
