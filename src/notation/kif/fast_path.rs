//! The fast path for the lines that make up almost all of an archive, in the form in which programs write them.
//!
//! Examples are `   1 ７六歩(77)   ( 0:16/00:00:16)`, `  98 投了`, `*a comment`, `手合割：平手` and
//! `まで98手で後手の勝ち`.
//!
//! These lines are recognized byte by byte before the grammar is used. The grammar reads all other lines, in
//! sections. Tests verify that the fast path and the grammar return the same content for the same line.

use super::read::{Body, NumberedLine, Rule};
use crate::notation::kakinoki::words::{self, MoveText};
use crate::record::{Clock, Origin, Promotion};
use crate::shogi::{PieceKind, Square};

/// The keys, with their colons, of the most common headers.
const HEADERS: [&str; 8] = [
    "開始日時：",
    "終了日時：",
    "棋戦：",
    "場所：",
    "持ち時間：",
    "手合割：",
    "先手：",
    "後手：",
];

/// Reads the first line of a text if it has a common form; returns `None` for any other line.
///
/// Returns the rule of the line, its content if the line is numbered, and its length with the line end (bytes).
pub(super) fn read(text: &str) -> Option<(Rule, Option<NumberedLine<'_>>, usize)> {
    if let Some((numbered, length)) = numbered(text) {
        return Some((Rule::numbered, Some(numbered), length));
    }
    let rule = match text.as_bytes().first()? {
        b'*' => Rule::comment,
        b'#' => Rule::tool,
        0x80.. if text.starts_with("手数--") => Rule::separator,
        0x80.. if text.starts_with("変化：") => Rule::variation,
        0x80.. if text.starts_with("まで") => Rule::result,
        0x80.. if HEADERS.iter().any(|key| text.starts_with(key)) => Rule::header,
        _ => return None,
    };
    let length = to_line_end(text)?;
    // With a colon, a line that begins with 手数-- is a header with an unusual name.
    let is_header = rule == Rule::separator && text[..length].contains('：');
    (!is_header).then_some((rule, None, length))
}

/// Returns the length of the first line with its line end. Returns `None` if the line end is a lone `\r`.
fn to_line_end(text: &str) -> Option<usize> {
    let mut bytes = Bytes::new(text);
    let length = memchr::memchr2(b'\n', b'\r', bytes.rest).unwrap_or(text.len());
    bytes.rest = &bytes.rest[length..];
    bytes.line_end().then(|| bytes.at())
}

/// Reads a numbered line at the beginning of a text. Returns the line, and its length with the line end; `None` if
/// the line has no common form.
pub(super) fn numbered(text: &str) -> Option<(NumberedLine<'_>, usize)> {
    let mut bytes = Bytes::new(text);
    bytes.skip_blanks();
    let number = bytes.number()?;
    let after_number = bytes.at();
    bytes.skip_blanks();
    let start = bytes.at();
    let after_blanks = bytes.rest;
    let body = if let Some(text) = parse_move(&mut bytes) {
        Body::Move(text)
    } else {
        bytes.rest = after_blanks;
        // If there is no blank between the number and the word, the grammar reads the line.
        Body::Word(bytes.end_word().filter(|_| start > after_number)?)
    };
    let token = (start, bytes.at());
    bytes.skip_blanks();
    let clock_start = bytes.at();
    let (clock, clock_token) = if bytes.eat(b'(') {
        (parse_clock(&mut bytes)?, Some((clock_start, bytes.at())))
    } else {
        (Clock::default(), None)
    };
    bytes.eat(b'+');
    bytes.skip_blanks();
    let numbered = NumberedLine {
        number,
        body,
        token,
        clock,
        clock_token,
        error: None,
    };
    bytes.line_end().then(|| (numbered, bytes.at()))
}

/// Reads a move: an optional mark, a square or 同, a piece, an optional 成, and 打 or the origin. Returns `None` for any
/// other text.
fn parse_move(bytes: &mut Bytes<'_>) -> Option<MoveText> {
    let mut character = bytes.next_wide()?;
    let mut mark = None;
    if words::is_mark(character) {
        mark = words::marked_side(character);
        character = bytes.next_wide()?;
    }
    let to = match character {
        '同' => {
            if !bytes.eat(b' ') && bytes.peek_wide() == Some('\u{3000}') {
                bytes.next_wide();
            }
            None
        }
        file @ '１'..='９' => {
            let rank = words::kanji_digit(bytes.next_wide()?)?;
            Some(Square::new((file as u32 - '０' as u32) as u8, rank)?)
        }
        _ => return None,
    };
    let kind = parse_piece(bytes)?;
    let mut promotion = Promotion::Unstated;
    if bytes.peek_wide() == Some('成') {
        bytes.next_wide();
        promotion = Promotion::Promote;
    }
    let from = if bytes.eat(b'(') {
        let origin = Square::new(bytes.digit()?, bytes.digit()?)?;
        bytes.eat(b')').then_some(Origin::Board(origin))?
    } else {
        let is_drop =
            bytes.next_wide()? == '打' && !bytes.rest.starts_with(b"(") && bytes.peek_wide() != Some('（');
        is_drop.then_some(Origin::Hand)?
    };
    Some(MoveText {
        mark,
        to,
        kind,
        promotion,
        from,
    })
}

fn parse_piece(bytes: &mut Bytes<'_>) -> Option<PieceKind> {
    match bytes.next_wide()? {
        '成' => words::promoted_piece(bytes.next_wide()?),
        glyph => words::piece(glyph),
    }
}

/// Reads the time after its opening parenthesis: `m:ss/h:mm:ss)`, with optional blanks around the parts. Returns `None`
/// for any other text, and for a time that is out of range.
fn parse_clock(bytes: &mut Bytes<'_>) -> Option<Clock> {
    bytes.skip_blanks();
    let spent = Some(bytes.time()?);
    bytes.skip_blanks();
    if !bytes.eat(b'/') {
        return None;
    }
    bytes.skip_blanks();
    let total = Some(bytes.time()?);
    bytes.eat(b')').then_some(Clock { spent, total })
}

/// A cursor over the bytes of a text.
struct Bytes<'t> {
    rest: &'t [u8],
    /// Length of the whole text (bytes).
    text_length: usize,
}

impl<'t> Bytes<'t> {
    const fn new(text: &'t str) -> Self {
        Self {
            rest: text.as_bytes(),
            text_length: text.len(),
        }
    }

    /// Returns the number of bytes that were read.
    const fn at(&self) -> usize {
        self.text_length - self.rest.len()
    }

    /// Skips a line end, `\n` or `\r\n`. Returns `false` if there is no line end at the cursor, unless the text ends
    /// there.
    fn line_end(&mut self) -> bool {
        self.rest = match self.rest {
            [] => self.rest,
            [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => rest,
            _ => return false,
        };
        true
    }

    /// Reads a word for an end, up to a blank or a line end. Returns `None` for an unknown word.
    fn end_word(&mut self) -> Option<&'t str> {
        let length = memchr::memchr3(b' ', b'\n', b'\r', self.rest).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        let word = std::str::from_utf8(word).ok()?;
        words::terminal(word)?;
        self.rest = rest;
        Some(word)
    }

    fn eat(&mut self, byte: u8) -> bool {
        match self.rest {
            [first, rest @ ..] if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn skip_blanks(&mut self) {
        while self.eat(b' ') {}
    }

    /// Reads one digit; returns `None` if the next byte is not a digit.
    fn digit(&mut self) -> Option<u8> {
        match self.rest {
            [digit @ b'0'..=b'9', rest @ ..] => {
                self.rest = rest;
                Some(digit - b'0')
            }
            _ => None,
        }
    }

    /// Reads a number of at most nine digits, which cannot overflow. Returns `None` if there is no digit, or if there
    /// are more than nine.
    fn number(&mut self) -> Option<u32> {
        const MAX_DIGITS: usize = 9;
        let mut value = u32::from(self.digit()?);
        let before_second = self.rest.len();
        while let Some(digit) = self.digit() {
            if before_second - self.rest.len() >= MAX_DIGITS {
                return None;
            }
            value = value * 10 + u32::from(digit);
        }
        Some(value)
    }

    /// Reads `m:ss` or `h:mm:ss`. Returns milliseconds; `None` for any other text, and for a time that is out of range.
    fn time(&mut self) -> Option<u32> {
        let first = self.number()?;
        let second = self.eat(b':').then(|| self.number())??;
        let mut seconds = first.checked_mul(60)?.checked_add(second)?;
        if self.eat(b':') {
            seconds = seconds.checked_mul(60)?.checked_add(self.number()?)?;
        }
        seconds.checked_mul(1000)
    }

    /// Returns the next character if it has three bytes in UTF-8, as kana, kanji and full-width digits have; `None` for
    /// any other character.
    fn peek_wide(&self) -> Option<char> {
        match self.rest {
            [a @ 0xe0..=0xef, b, c, ..] => {
                char::from_u32(u32::from(a & 0x0f) << 12 | u32::from(b & 0x3f) << 6 | u32::from(c & 0x3f))
            }
            _ => None,
        }
    }

    fn next_wide(&mut self) -> Option<char> {
        let wide = self.peek_wide()?;
        self.rest = &self.rest[3..];
        Some(wide)
    }
}

#[cfg(test)]
mod tests {
    use super::numbered;
    use crate::notation::kif::read;
    use proptest::prelude::{ProptestConfig, proptest};

    /// Returns whether the fast path accepts a line.
    ///
    /// # Panics
    ///
    /// If the fast path accepts the line and the grammar returns different content.
    fn is_read_by_fast_path(line: &str) -> bool {
        numbered(line)
            .inspect(|(quick, length)| {
                assert_eq!(
                    Some(quick),
                    read::parse_numbered_by_grammar(line).as_ref(),
                    "{line}"
                );
                assert_eq!(*length, line.len());
            })
            .is_some()
    }

    #[test]
    fn common_lines_are_read_by_the_fast_path() {
        for line in [
            "   1 ７六歩(77)   ( 0:16/00:00:16)",
            "1 ７六歩(77)",
            "   4 同　銀(31)   ( 0:00/00:00:00)+",
            " 120 同 成銀(31)        ",
            "   1 ▲７六歩(77)",
            " 118 投了   ( 0:00/00:00:16)",
            "118 Time-up",
            "  12 ３四歩(33) (0:05 / 0:00:20)",
            "   5 ４五角打     (90:05/01:30:09)",
            "   3 ２二角成(88) ( 0:03/ 0:00:19)",
        ] {
            assert!(is_read_by_fast_path(line), "{line}");
        }
    }

    #[test]
    fn other_lines_are_left_to_the_grammar() {
        for line in [
            "   1 ７六歩",
            "３ ７六歩(77)",
            "1 ▲ ７六歩(77)",
            "1 投了。",
            "1 先手の勝ち",
            "5 ４五角打(00)",
            "1 ７六歩(77) ( 0:7/)",
            "1 ７六歩(77)x",
        ] {
            assert!(!is_read_by_fast_path(line), "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

        #[test]
        fn fast_path_and_grammar_agree(
            line in "[ 　]{0,2}[0-9]{1,11}[ 　]{0,2}(([▲]?[１-９0-9][一二九三３]|同[ 　]?)[歩成銀と角金王]{1,2}(成|不成|打|打\\(00\\)|)(\\([0-9]{2}\\)|)|投了|詰|Time-up|終)[ 　]{0,2}(\\( ?[0-9]{1,3}:[0-9]{1,2}(/ ?[0-9]{1,10}:[0-9]{2}:[0-9]{2}|/|)\\)|)[+x ]{0,2}"
        ) {
            is_read_by_fast_path(&line);
        }
    }
}
