//! Bytes to text: encodings, lines and columns, and the way back to the bytes.
//!
//! Records come in UTF-8, in `Shift_JIS` with the extensions of Windows, now and then in EUC-JP, ISO-2022-JP or
//! UTF-16, those of Korea in EUC-KR, and what they say about it is not always true. [`decode`] finds out, never fails, and keeps a
//! list of what is wrong ([`Trouble`]).
//!
//! ```
//! use kifu::text::decode;
//!
//! let text = decode(b"\x8E\xE8\x8D\x87\x8A\x84\x81F\x95\xBD\x8E\xE8\r\n", None);
//! assert_eq!(text.as_str(), "手合割：平手\r\n");
//! assert_eq!(text.encoding().name(), "Shift_JIS");
//!
//! let at = text.as_str().find('平').unwrap();
//! assert_eq!(text.line_column(at), (1, 5));
//! assert_eq!(text.source_offset(at), 8);
//! ```

use core::ops::Range;
use std::borrow::Cow;
use std::collections::TryReserveError;
use std::sync::OnceLock;

use decode::{Decoded, decode_noting_damage};
use encoding::Scheme;
use lines::{LineIndex, SourceMap};
use trouble::{Runs, Survey};

mod decode;
mod detection;
mod encoding;
mod foreign;
mod items;
mod lines;
#[cfg(feature = "report")]
mod printable;
#[cfg(feature = "report")]
mod shell;
mod similar;
mod spelling;
#[cfg(any(feature = "report", feature = "stats"))]
mod spreadsheet;
mod trouble;

pub(crate) use decode::{Part, try_decode};
pub use decode::{decode, decode_bytes};
pub(crate) use detection::{Evidence, Known};
pub(crate) use encoding::encoding_of_records;
pub use encoding::{Declaration, encoding_for_label};
pub use encoding_rs::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
#[cfg(feature = "cli")]
pub(crate) use items::ItemReader;
pub(crate) use items::has_items;
pub use lines::Newlines;
#[cfg(feature = "report")]
pub(crate) use printable::{Shown, printable, shown};
#[cfg(feature = "report")]
pub(crate) use shell::shell_word;
pub(crate) use similar::{half_width, similar};
pub(crate) use spelling::{found, spelled};
#[cfg(any(feature = "report", feature = "stats"))]
pub(crate) use spreadsheet::{BYTE_ORDER_MARK, harmless};
pub(crate) use trouble::unlisted;
pub use trouble::{Harm, TextPlace, Trouble};

/// A decoded file. Lines, columns and byte offsets are worked out when first asked for.
///
/// Offsets into the text (`at`) may be any number: one beyond the end means the end, one within a character
/// that character.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    source: Cow<'a, [u8]>,
    /// What of the file stands before and after it.
    part: Part,
    /// Length of the byte order mark.
    mark: usize,
    /// How many zeros stood after the text, end marks of DOS among them.
    zeros_after: usize,
    /// The length of an item, if this is the text of a binary file.
    item: Option<usize>,
    encoding: &'static Encoding,
    /// Whether the encoding was set, not detected.
    is_forced: bool,
    decoded: Cow<'a, str>,
    damage: Runs,
    binary: bool,
    lines: OnceLock<LineIndex>,
    offsets: OnceLock<SourceMap>,
    troubles: OnceLock<Vec<Trouble>>,
    /// Those that began before this part of the file and reach into it.
    earlier: Vec<Trouble>,
}

impl<'a> Text<'a> {
    fn new(source: Cow<'a, [u8]>, mark: usize, encoding: &'static Encoding, content: Content<'a>) -> Self {
        Self {
            source,
            part: Part::default(),
            mark,
            zeros_after: 0,
            item: None,
            encoding,
            is_forced: false,
            decoded: content.text,
            damage: content.damage,
            binary: content.junk,
            lines: OnceLock::new(),
            offsets: OnceLock::new(),
            troubles: OnceLock::new(),
            earlier: Vec::new(),
        }
    }

    /// A binary file with items of this length: an item is a line of hexadecimal digits.
    pub fn of_items(bytes: &[u8], length: usize) -> Text<'static> {
        decode_bytes(items::text_of(bytes, length), Some(UTF_8)).with_items(Some(length))
    }

    /// The same text, of a binary file if the length of its items is given.
    #[must_use]
    pub(crate) const fn with_items(mut self, length: Option<usize>) -> Self {
        self.item = length;
        self
    }

    /// The text without byte order mark.
    pub fn as_str(&self) -> &str {
        &self.decoded
    }

    /// The original bytes, without zeros and the end mark of DOS (1A) after the text.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// Whether the file goes on after this text, which is a part of it.
    pub(crate) fn goes_on(&self) -> bool {
        self.part.goes_on
    }

    /// What the bytes were read as.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Whether the file begins with a byte order mark.
    pub fn had_bom(&self) -> bool {
        self.mark > 0
    }

    /// Whether this is no text at all but a picture, a program, zeros. [`troubles`](Self::troubles) is empty then, and
    /// the text not worth reading; it may be empty as well.
    pub fn looks_binary(&self) -> bool {
        self.binary
    }

    /// What the file says about its encoding: `#KIF version=2.0 encoding=…`, `'CSA encoding=…` or
    /// `'encoding=…` in its first lines.
    pub fn declared(&self) -> Option<Declaration<'_>> {
        let span = encoding::label_span(self.decoded.as_bytes())?;
        Some(Declaration {
            label: &self.decoded[span.clone()],
            span,
        })
    }

    /// Line and column in the file of the character at `at`, both counted from 1, the column in characters.
    ///
    /// A line ends with CRLF, LF or a lone CR. CR CR LF is one line end: CRLF translated twice.
    pub fn line_column(&self, at: usize) -> (u64, u64) {
        let (line, column) = self.lines().line_column(&self.decoded, self.clamp(at));
        (self.part.lines + u64::from(line), u64::from(column))
    }

    /// The line that `at` is in, without its line end.
    pub fn line_at(&self, at: usize) -> &str {
        &self.decoded[self.line_span(at)]
    }

    /// Where the line that `at` is in stands in the text, without its line end.
    pub fn line_span(&self, at: usize) -> Range<usize> {
        self.lines().line_span(&self.decoded, self.clamp(at))
    }

    /// Which line ends occur.
    pub fn newlines(&self) -> Newlines {
        self.lines().newlines
    }

    /// The offset in the original bytes, a byte order mark counted, of the character at `at`; the number of bytes
    /// for the end of the text.
    pub fn source_offset(&self, at: usize) -> u64 {
        let offset = self.text_offset(at);
        self.item
            .map_or(offset, |length| items::source_offset(offset, length))
    }

    /// The number of bytes of the file that this text was made from, without zeros after it.
    #[cfg(feature = "cli")]
    pub(crate) fn source_length(&self) -> u64 {
        let length = self.source.len() as u64;
        self.item
            .map_or(length, |item| items::source_offset(length, item))
    }

    /// The same where the bytes are those of a text.
    fn text_offset(&self, at: usize) -> u64 {
        let at = self.clamp(at);
        let scheme = Scheme::new(self.encoding);
        let base = self.part.bytes + self.mark as u64;
        if scheme == Scheme::Utf8 && self.damage.malformed() == 0 {
            return base + at as u64;
        }
        let body = &self.source[self.mark..];
        let map = self
            .offsets
            .get_or_init(|| SourceMap::new(scheme, &self.decoded, body));
        base + map.source_offset(&self.decoded, body, at) as u64
    }

    /// A stretch of the text together with the bytes it was made from.
    pub(crate) fn place(&self, text: Range<usize>) -> TextPlace {
        let source = self.source_offset(text.start)..self.source_offset(text.end);
        TextPlace { text, source }
    }

    /// The bytes that a place of this text was made from; none where they are not at hand.
    pub(crate) fn bytes_of(&self, place: &TextPlace) -> &[u8] {
        let at = |offset: u64| usize::try_from(offset.checked_sub(self.part.bytes)?).ok();
        let range = at(place.source.start).zip(at(place.source.end));
        range
            .and_then(|(start, end)| self.source.get(start..end))
            .unwrap_or_default()
    }

    fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.decoded))
    }

    fn clamp(&self, at: usize) -> usize {
        let at = at.min(self.decoded.len());
        (0..=at)
            .rev()
            .find(|&it| self.decoded.is_char_boundary(it))
            .unwrap_or(0)
    }
}

// What decoding yields.

/// So many zeros may stand in a small text that can be decoded.
const MAX_NUL_BYTES: usize = 8;

/// The bytes without the end mark of DOS and the zeros with which disks fill up a file.
fn without_padding(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| !matches!(byte, 0 | 0x1a));
    &bytes[..end.map_or(0, |last| last + 1)]
}

/// What decoding yields: the bytes themselves where they are valid UTF-8, new text otherwise.
struct Content<'a> {
    text: Cow<'a, str>,
    damage: Runs,
    /// No text at all.
    junk: bool,
}

impl<'a> Content<'a> {
    /// Of no text. Nobody reads it, so that neither time nor memory goes into it.
    fn junk() -> Self {
        Self {
            text: Cow::Borrowed(""),
            damage: Runs::default(),
            junk: true,
        }
    }

    fn found(body: &'a [u8], mark: usize) -> Result<(&'static Encoding, Self), TryReserveError> {
        if let Some(decoded) = detection::iso_2022_jp(body, mark)? {
            return Ok((ISO_2022_JP, decoded.into()));
        }
        if let Some(content) = Self::borrowed(body) {
            return Ok((UTF_8, content));
        }
        if detection::is_junk(body) {
            return Ok((UTF_8, Self::junk()));
        }
        let (encoding, decoded) = detection::not_utf_8(body, mark)?;
        Ok((encoding, decoded.into()))
    }

    /// Of text with the byte order mark of UTF-8, which some editors put in front of what is in another encoding.
    fn marked_utf_8(body: &'a [u8], mark: usize) -> Result<(&'static Encoding, Self), TryReserveError> {
        Ok(match detection::despite_mark(body, mark)? {
            Some((encoding, decoded)) => (encoding, decoded.into()),
            None => (UTF_8, Self::in_encoding(UTF_8, body, mark)?),
        })
    }

    fn in_encoding(
        encoding: &'static Encoding,
        body: &'a [u8],
        mark: usize,
    ) -> Result<Self, TryReserveError> {
        match (encoding == UTF_8).then(|| Self::borrowed(body)).flatten() {
            Some(content) => Ok(content),
            None => Ok(decode_noting_damage(encoding, body, mark as u64)?.into()),
        }
    }

    fn borrowed(body: &'a [u8]) -> Option<Self> {
        let text = UTF_8.decode_without_bom_handling_and_without_replacement(body)?;
        Some(Self {
            text,
            damage: Runs::default(),
            junk: detection::has_many_zeros(body, MAX_NUL_BYTES),
        })
    }
}

/// Whether so many malformed sequences are too many for a text of so many characters.
fn is_undecodable(malformed: usize, characters: impl FnOnce() -> usize) -> bool {
    malformed > 8 && malformed * 10 > characters() * 3
}

impl From<Decoded> for Content<'_> {
    fn from(Decoded { text, damage }: Decoded) -> Self {
        let undecodable = is_undecodable(damage.malformed(), || text.chars().count());
        let junk = undecodable || detection::has_many_zeros(text.as_bytes(), MAX_NUL_BYTES);
        Self {
            text: Cow::Owned(text),
            damage,
            junk,
        }
    }
}

// What an output holds.

/// What an output holds, which decides what of it may reach a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Payload {
    /// The words of this program in its colours; what others have written is made printable where it is put in.
    Words,
    /// Text that may hold anything, such as JSON.
    Data,
    /// CSV, whose cells may hold ends of lines.
    Rows,
    /// Game records in an encoding.
    Encoded(&'static Encoding),
}

// What is known of a file before it is read in parts.

/// What was seen of a file, gathered from its first part to the last.
#[derive(Debug, Default)]
pub(crate) struct Inspection {
    survey: Survey,
    characters: usize,
    length: usize,
}

impl Inspection {
    /// Looks a part over. A file that is `suspect` is looked over for double encoding.
    pub(crate) fn new(text: &Text<'_>, suspect: bool) -> Self {
        Self {
            survey: Survey::new(text, suspect),
            characters: text.as_str().chars().count(),
            length: text.as_str().len(),
        }
    }

    /// Adds what was seen in the next part.
    pub(crate) fn add(&mut self, next: Self) {
        self.survey.append(next.survey, self.length);
        self.characters += next.characters;
        self.length += next.length;
    }

    /// Whether some part gives reason to look for double encoding in all of them.
    pub(crate) fn is_suspect(&self) -> bool {
        self.survey.is_suspect()
    }

    /// Whether the file is a text, so far as its bytes can be decoded.
    pub(crate) fn is_text(&self, known: &Known) -> bool {
        known.is_text && !is_undecodable(self.survey.malformed(), || self.characters)
    }

    /// What is wrong with the file, in the order of its text within each kind.
    pub(crate) fn troubles(self) -> Vec<Trouble> {
        self.survey.troubles()
    }
}
