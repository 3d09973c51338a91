//! The parts of the fast paths of KIF and KI2 that both formats share: a cursor over bytes, and the lines without moves
//! in the form in which programs write them.

use super::words::{self, WrittenDestination};
use crate::shogi::{PieceKind, Square};

/// A line without moves in a common form: `*a comment`, `手合割：平手`, `まで98手で後手の勝ち`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommonLine {
    Comment,
    /// A program line: `#KIF version=2.0`.
    Tool,
    /// An empty line.
    Blank,
    Separator,
    Variation,
    Result,
    Header,
}

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

impl CommonLine {
    /// Returns the type of the first line of a text, and its length with the line end (bytes), if the line has a common
    /// form; returns `None` for any other line.
    pub(crate) fn parse(text: &str) -> Option<(Self, usize)> {
        let line = match text.as_bytes().first()? {
            b'*' => Self::Comment,
            b'#' => Self::Tool,
            b'\n' | b'\r' => Self::Blank,
            0x80.. if text.starts_with("手数--") => Self::Separator,
            0x80.. if text.starts_with("変化：") => Self::Variation,
            0x80.. if text.starts_with("まで") => Self::Result,
            0x80.. if HEADERS.iter().any(|key| text.starts_with(key)) => Self::Header,
            _ => return None,
        };
        let length = to_line_end(text)?;
        // With a colon, a line that begins with 手数-- is a header with an unusual name.
        let is_header = line == Self::Separator && text[..length].contains('：');
        (!is_header).then_some((line, length))
    }
}

/// Returns the length of the first line with its line end. Returns `None` if the line end is a lone `\r`.
fn to_line_end(text: &str) -> Option<usize> {
    let length = memchr::memchr2(b'\n', b'\r', text.as_bytes()).unwrap_or(text.len());
    let mut bytes = Bytes(&text.as_bytes()[length..]);
    bytes.line_end().then(|| bytes.offset(text))
}

/// The bytes of a text that have not been read.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'t>(pub(crate) &'t [u8]);

impl Bytes<'_> {
    /// Returns the number of bytes of the text that have been read.
    #[inline]
    pub(crate) fn offset(self, text: &str) -> usize {
        text.len() - self.0.len()
    }

    /// Returns the next byte; `None` at the end of the text.
    #[inline]
    pub(crate) fn peek(self) -> Option<u8> {
        self.0.first().copied()
    }

    /// Skips a line end, `\n` or `\r\n`. Returns `false` if there is no line end at the cursor, unless the text ends
    /// there.
    #[inline]
    pub(crate) fn line_end(&mut self) -> bool {
        self.0 = match self.0 {
            [] => return true,
            [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => rest,
            _ => return false,
        };
        true
    }

    #[inline]
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let rest = self.0.split_first().filter(|(first, _)| **first == byte);
        self.0 = rest.map_or(self.0, |(_, rest)| rest);
        rest.is_some()
    }

    #[inline]
    pub(crate) fn skip_blanks(&mut self) {
        while self.eat(b' ') {}
    }

    /// Reads a character of three bytes in UTF-8, and returns its bytes as a number, as [`words::wide_bytes`] does. After a
    /// shorter character, the number is that of no character. Returns `None` if fewer than three bytes are left.
    #[inline]
    pub(crate) fn next_wide(&mut self) -> Option<u32> {
        let (&[a, b, c], rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes([0, a, b, c]))
    }

    /// Reads the character with these bytes. Returns `false` for any other character, which is then not read.
    #[inline]
    pub(crate) fn eat_wide(&mut self, bytes: u32) -> bool {
        let mut rest = *self;
        let is_next = rest.next_wide() == Some(bytes);
        if is_next {
            *self = rest;
        }
        is_next
    }

    /// Reads the mark of a side. Returns `None` if there is no mark; nothing is read then.
    #[inline]
    pub(crate) fn mark(&mut self) -> Option<char> {
        const MARKS: [char; 6] = ['▲', '☗', '▼', '△', '☖', '▽'];
        let mut rest = *self;
        // All marks have the same first byte, with which no square and no 同 begins.
        let bytes = rest.next_wide().filter(|bytes| bytes >> 16 == 0xe2)?;
        let mark = MARKS.into_iter().find(|&mark| words::wide_bytes(mark) == bytes)?;
        *self = rest;
        Some(mark)
    }

    /// Reads the destination of a move and its piece. A blank can follow 同. Returns `None` for any other text, such as a
    /// square with 同.
    #[inline]
    pub(crate) fn destination_and_piece(&mut self) -> Option<(WrittenDestination, PieceKind)> {
        const SAME: u32 = words::wide_bytes('同');
        const PROMOTED: u32 = words::wide_bytes('成');
        const FIRST_FILE: u32 = words::wide_bytes('１');
        const LAST_FILE: u32 = words::wide_bytes('９');
        let destination = match self.next_wide()? {
            SAME => {
                if !self.eat(b' ') {
                    self.eat_wide(words::wide_bytes('\u{3000}'));
                }
                WrittenDestination::Same
            }
            file @ FIRST_FILE..=LAST_FILE => {
                let rank = words::wide_kanji_digit(self.next_wide()?)?;
                WrittenDestination::Square(Square::new((file - FIRST_FILE) as u8 + 1, rank)?)
            }
            _ => return None,
        };
        let kind = match self.next_wide()? {
            PROMOTED => words::promoted_piece(self.next_wide()?),
            piece => words::wide_piece(piece),
        }?;
        Some((destination, kind))
    }
}
