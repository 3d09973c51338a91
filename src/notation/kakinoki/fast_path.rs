//! The parts of the fast paths of KIF and KI2 that both formats share: a cursor over bytes, and the lines without moves
//! in the form in which programs write them.

/// A line without moves in a common form: `*a comment`, `手合割：平手`, `まで98手で後手の勝ち`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommonLine {
    Comment,
    /// A program line: `#KIF version=2.0`.
    Tool,
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
    let mut bytes = Bytes::new(text);
    bytes.at = memchr::memchr2(b'\n', b'\r', bytes.all).unwrap_or(text.len());
    bytes.line_end().then_some(bytes.at)
}

/// A cursor over the bytes of a text.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'t> {
    pub(crate) all: &'t [u8],
    /// The number of bytes that were read.
    pub(crate) at: usize,
}

impl<'t> Bytes<'t> {
    pub(crate) const fn new(text: &'t str) -> Self {
        Self {
            all: text.as_bytes(),
            at: 0,
        }
    }

    /// Returns the next byte; `None` at the end of the text.
    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.all.get(self.at).copied()
    }

    /// Skips a line end, `\n` or `\r\n`. Returns `false` if there is no line end at the cursor, unless the text ends
    /// there.
    #[inline]
    pub(crate) fn line_end(&mut self) -> bool {
        self.at += match self.peek() {
            None => 0,
            Some(b'\n') => 1,
            Some(b'\r') if self.all.get(self.at + 1) == Some(&b'\n') => 2,
            _ => return false,
        };
        true
    }

    #[inline]
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    #[inline]
    pub(crate) fn skip_blanks(&mut self) {
        while self.eat(b' ') {}
    }

    /// Returns the next character if it has three bytes in UTF-8, as kana, kanji and full-width digits have; `None` for
    /// any other character.
    #[inline]
    pub(crate) fn peek_wide(&self) -> Option<char> {
        match self.all.get(self.at..)?.first_chunk()? {
            [a @ 0xe0..=0xef, b, c] => {
                char::from_u32(u32::from(a & 0x0f) << 12 | u32::from(b & 0x3f) << 6 | u32::from(c & 0x3f))
            }
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn next_wide(&mut self) -> Option<char> {
        let wide = self.peek_wide()?;
        self.at += 3;
        Some(wide)
    }
}
