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

mod content;
mod control;
mod declaration;
mod decode;
mod decoder;
mod detection;
mod double;
mod encoding;
mod evidence;
mod inspection;
mod korean;
mod lines;
mod offsets;
mod part;
mod part_text;
mod payload;
#[cfg(feature = "report")]
mod printable;
mod similar;
mod spelling;
#[cfg(any(feature = "report", feature = "stats"))]
mod spreadsheet;
mod survey;
mod trouble;
mod unlisted;
mod width;

use core::ops::Range;
use std::borrow::Cow;
use std::sync::OnceLock;

pub use declaration::Declaration;
pub use decode::decode;
pub use decode::try_decode;
pub use encoding::encoding_for_label;
pub use encoding_rs::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
pub use evidence::{Evidence, Known};
pub use inspection::Inspection;
pub use lines::Newlines;
pub use part::Part;
pub use payload::Payload;
#[cfg(feature = "report")]
pub use printable::{Shown, printable, shown};
pub use similar::similar;
pub use spelling::{found, spelled};
#[cfg(any(feature = "report", feature = "stats"))]
pub use spreadsheet::{BYTE_ORDER_MARK, harmless};
pub use trouble::{Harm, TextPlace, Trouble};
pub use unlisted::unlisted;
pub use width::half_width;

use content::Content;
use encoding::Scheme;
use lines::LineIndex;
use offsets::SourceMap;
use trouble::Runs;

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
    encoding: &'static Encoding,
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
            encoding,
            decoded: content.text,
            damage: content.damage,
            binary: content.junk,
            lines: OnceLock::new(),
            offsets: OnceLock::new(),
            troubles: OnceLock::new(),
            earlier: Vec::new(),
        }
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
    pub fn goes_on(&self) -> bool {
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
        let span = declaration::label_span(self.decoded.as_bytes())?;
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
        let at = self.clamp(at);
        let scheme = Scheme::of(self.encoding).unwrap_or(Scheme::Utf8);
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
    pub fn place(&self, text: Range<usize>) -> TextPlace {
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
