//! Decoding of bytes to text: encodings, lines, columns, and offsets in the original bytes.
//!
//! Most records are in UTF-8 or in `Shift_JIS` with the Windows extensions. Some are in EUC-JP, ISO-2022-JP or UTF-16, and
//! Korean ones in EUC-KR. A file can declare its encoding, but the declaration is not always true. [`decode`] detects the
//! encoding and never fails. The decoded text has a list of its problems ([`TextProblem`]).
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
use std::sync::{Arc, OnceLock};

use encoding::Scheme;
use lines::{LineIndex, SourceMap};
use noting_damage::{Decoded, decode_noting_damage};
use problem::Runs;
use scan::TextScan;

mod binary;
mod decode;
mod detection;
mod encoding;
mod foreign;
mod lines;
mod noting_damage;
mod page;
#[cfg(feature = "report")]
mod printable;
mod problem;
mod sample;
mod scan;
#[cfg(feature = "report")]
mod shell;
mod shift_jis;
mod similar;
mod spelling;
#[cfg(any(feature = "report", feature = "stats"))]
mod spreadsheet;

pub use binary::BinaryLayout;
#[cfg(feature = "cli")]
pub(crate) use binary::ItemReader;
pub(crate) use binary::ybb;
pub(crate) use decode::{TextPart, TextProperties, try_decode};
pub use decode::{decode, decode_bytes};
pub use encoding::{Declaration, encoding_for_label};
pub(crate) use encoding::{has_misencoded, record_encoding_for_label, round_trips};
pub use encoding_rs::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
pub use lines::Newlines;
pub use page::PageKind;
pub(crate) use page::{
    ChosenText, Element, PAGE_HEAD_BYTES, Page, PageBlock, PageSummary, RecordFinder, RecordLines, UnreadPart,
};
#[cfg(feature = "report")]
pub(crate) use printable::{PrintableChar, printable, printable_char};
pub use problem::{TextPlace, TextProblem, TextProblemKind};
pub(crate) use sample::{EncodingSample, SamplePart};
pub(crate) use scan::unlisted;
#[cfg(feature = "report")]
pub(crate) use shell::shell_word;
pub(crate) use similar::{half_width, similar};
pub(crate) use spelling::{path_from_text, path_to_text};
#[cfg(any(feature = "report", feature = "stats"))]
pub(crate) use spreadsheet::{BYTE_ORDER_MARK, escape_formula};

/// A decoded file. Lines, columns and byte offsets are computed when they are first requested.
///
/// Offsets into the text (`at`) can be any number. An offset beyond the end is taken as the end, and an offset within a
/// character as the start of the character.
///
/// The fields are the bytes and the text, the facts that decoding establishes, and the indexes that are made when they are
/// needed. All fields are private to the module.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    /// The original bytes, without padding after the text.
    source: Cow<'a, [u8]>,
    /// The position of this text within the file. A text that is a whole file has the default position.
    part: TextPart,
    /// The length of the byte order mark (bytes); 0 if there is no mark.
    mark: usize,
    /// The number of padding bytes after the text: zeros and end-of-file marks of DOS. The number is 0 if these bytes
    /// include no zero.
    zeros_after: usize,
    /// The structure of the file, if this is the text of a binary file; `None` for a text file.
    layout: Option<BinaryLayout>,
    encoding: &'static Encoding,
    /// `true` if the encoding was set by the caller, not detected.
    is_forced: bool,
    decoded: Cow<'a, str>,
    /// The places of malformed bytes.
    damage: Runs,
    /// `true` if the file is not text.
    binary: bool,
    lines: OnceLock<LineIndex>,
    offsets: OnceLock<SourceMap>,
    problems: OnceLock<Vec<TextProblem>>,
    /// `true` if encoding the text gives its bytes again. Only used for ISO-2022-JP.
    is_encoded_alike: OnceLock<bool>,
    /// Problems that begin before this part of the file and extend into it.
    earlier: Vec<TextProblem>,
    /// The texts that are read if the file is a page with records in it; `None` for other files.
    page: Option<Arc<Page>>,
}

impl<'a> Text<'a> {
    fn new(source: Cow<'a, [u8]>, mark: usize, encoding: &'static Encoding, content: Content<'a>) -> Self {
        Self {
            source,
            part: TextPart::default(),
            mark,
            zeros_after: 0,
            layout: None,
            encoding,
            is_forced: false,
            decoded: content.text,
            damage: content.damage,
            binary: content.binary_data,
            lines: OnceLock::new(),
            offsets: OnceLock::new(),
            problems: OnceLock::new(),
            is_encoded_alike: OnceLock::new(),
            earlier: Vec::new(),
            page: None,
        }
    }

    /// Creates the text of a binary file with this structure: lines of hexadecimal digits.
    pub fn from_binary(bytes: &[u8], layout: BinaryLayout) -> Text<'static> {
        decode_bytes(layout.to_text(bytes), Some(UTF_8)).with_layout(Some(layout))
    }

    /// Sets the structure of the binary file from which the text was made; `None` for a text file.
    #[must_use]
    pub(crate) const fn with_layout(mut self, layout: Option<BinaryLayout>) -> Self {
        self.layout = layout;
        self
    }

    /// Sets the texts of the page that are read.
    #[must_use]
    pub(crate) fn with_page(self, page: Page) -> Self {
        Self {
            page: Some(Arc::new(page)),
            ..self
        }
    }

    /// Returns the texts that are read if the file is a page with records in it; `None` for other files.
    pub(crate) fn page(&self) -> Option<&Page> {
        self.page.as_deref()
    }

    /// Returns the part of the text with these offsets, which can be offsets in a text of a page; empty if there is no such
    /// part.
    pub(crate) fn part(&self, range: Range<usize>) -> &str {
        match &self.page {
            Some(page) if range.start > self.decoded.len() => page.get(range),
            _ => self.decoded.get(range).unwrap_or_default(),
        }
    }

    /// Returns the text with its own copy of the bytes.
    pub(crate) fn into_owned(self) -> Text<'static> {
        Text {
            source: Cow::Owned(self.source.into_owned()),
            decoded: Cow::Owned(self.decoded.into_owned()),
            part: self.part,
            mark: self.mark,
            zeros_after: self.zeros_after,
            layout: self.layout,
            encoding: self.encoding,
            is_forced: self.is_forced,
            damage: self.damage,
            binary: self.binary,
            lines: self.lines,
            offsets: self.offsets,
            problems: self.problems,
            is_encoded_alike: self.is_encoded_alike,
            earlier: self.earlier,
            page: self.page,
        }
    }

    /// Returns the text without the byte order mark.
    pub fn as_str(&self) -> &str {
        &self.decoded
    }

    /// Returns the original bytes without the padding after the text (zeros, and end-of-file marks 1A of DOS). For the
    /// text of a binary file, returns the bytes of the hexadecimal text instead of those of the file.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// Returns whether the file continues after this text.
    pub(crate) fn is_continued(&self) -> bool {
        self.part.is_continued
    }

    /// Returns the encoding in which the bytes were read.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Returns whether the file begins with a byte order mark.
    pub fn had_bom(&self) -> bool {
        self.mark > 0
    }

    /// Returns whether the file is not text, but for example a picture, a program or zeros.
    ///
    /// If so, [`problems`](Self::problems) is empty, and the text has no meaning and may be empty.
    pub fn looks_binary(&self) -> bool {
        self.binary
    }

    /// Returns the declaration of the encoding in the first lines of the file; `None` if these lines have no
    /// declaration.
    ///
    /// A declaration is a line such as `#KIF version=2.0 encoding=…`, `'CSA encoding=…` or `'encoding=…`.
    pub fn declared(&self) -> Option<Declaration<'_>> {
        let span = encoding::label_span(self.decoded.as_bytes())?;
        Some(Declaration {
            label: &self.decoded[span.clone()],
            span,
        })
    }

    /// Returns the line and the column (characters) of the character at `at` in the file, both from 1.
    ///
    /// A line ends with CRLF, LF or a lone CR. CR CR LF is also one line end: a CRLF that was converted twice.
    pub fn line_column(&self, at: usize) -> (u64, u64) {
        let (line, column) = self.lines().line_column(&self.decoded, self.clamp(at));
        (self.part.lines + u64::from(line), u64::from(column))
    }

    /// Returns the line at `at`, without its line end.
    pub fn line_at(&self, at: usize) -> &str {
        &self.decoded[self.line_span(at)]
    }

    /// Returns the range of the line at `at`, without its line end.
    pub fn line_span(&self, at: usize) -> Range<usize> {
        self.lines().line_span(&self.decoded, self.clamp(at))
    }

    /// Returns the number of line ends of each kind.
    pub fn newlines(&self) -> Newlines {
        Newlines::count(&self.decoded)
    }

    /// Returns whether a part of the text can be replaced in the file. The texts in a page cannot, because their characters need
    /// not be those of the page.
    ///
    /// In ISO-2022-JP, the bytes of a part depend on the escapes before it. So the whole text is encoded again, which must not change
    /// its other bytes.
    pub(crate) fn is_editable(&self) -> bool {
        let is_editable_part = || {
            *self.is_encoded_alike.get_or_init(|| {
                let (bytes, ..) = ISO_2022_JP.encode(&self.decoded);
                *bytes == *self.source
            })
        };
        self.page.is_none() && (self.encoding != ISO_2022_JP || is_editable_part())
    }

    /// Returns the offset of the character at `at` in the original bytes, including the byte order mark.
    ///
    /// For the end of the text, returns the number of bytes.
    pub fn source_offset(&self, at: usize) -> u64 {
        let offset = self.text_offset(at);
        self.layout.map_or(offset, |layout| layout.source_offset(offset))
    }

    /// Returns the number of bytes of the file from which this text was made, without padding after the text.
    #[cfg(feature = "cli")]
    pub(crate) fn source_length(&self) -> u64 {
        let length = self.source.len() as u64;
        self.layout.map_or(length, |layout| layout.source_offset(length))
    }

    /// Returns the offset of the character at `at` in the bytes that were decoded. If the text was made from a binary
    /// file, these bytes are the hexadecimal digits.
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

    /// Returns a range of the text together with the range of bytes from which it was made.
    pub(crate) fn place(&self, text: Range<usize>) -> TextPlace {
        let source = self.source_offset(text.start)..self.source_offset(text.end);
        TextPlace { text, source }
    }

    /// Returns the bytes of a place of this text; empty if these bytes are not in this part of the file.
    pub(crate) fn bytes_of(&self, place: &TextPlace) -> &[u8] {
        let index_of = |offset: u64| usize::try_from(offset.checked_sub(self.part.bytes)?).ok();
        let range = index_of(place.source.start).zip(index_of(place.source.end));
        range
            .and_then(|(start, end)| self.source.get(start..end))
            .unwrap_or_default()
    }

    fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.decoded))
    }

    /// Returns the range of the file for a range of the text, which can be in a text of a page.
    pub(crate) fn in_file(&self, range: Range<usize>) -> Range<usize> {
        let start = self.clamp(range.start);
        let end = match &self.page {
            Some(page) if range.end > range.start => page.end_in_page(range.end),
            _ => range.end,
        };
        start..self.clamp(end).max(start)
    }

    /// Returns the offset in the file of a character, which can be in a text of a page. It is the start of the character that
    /// contains the offset `at`; the end of the text for an offset beyond the end.
    pub(crate) fn clamp(&self, at: usize) -> usize {
        let at = self.page.as_ref().map_or(at, |page| page.offset_in_page(at));
        let at = at.min(self.decoded.len());
        (0..=at)
            .rev()
            .find(|&offset| self.decoded.is_char_boundary(offset))
            .unwrap_or(0)
    }
}

/// Maximum number of zeros in a small file that is still treated as text.
const MAX_NUL_BYTES: usize = 8;

/// Returns the bytes without padding at the end: end-of-file marks of DOS, and zeros that fill up disk blocks.
pub(crate) fn without_padding(bytes: &[u8]) -> &[u8] {
    let last = bytes.iter().rposition(|byte| !matches!(byte, 0 | 0x1a));
    &bytes[..last.map_or(0, |index| index + 1)]
}

/// Decoded text, which borrows the bytes if they are valid UTF-8.
struct Content<'a> {
    text: Cow<'a, str>,
    /// The places of malformed bytes.
    damage: Runs,
    /// `true` if the file is not text.
    binary_data: bool,
}

impl<'a> Content<'a> {
    /// Creates the content of a file that is not text. The text is empty, because it is never read.
    fn binary_data() -> Self {
        Self {
            text: Cow::Borrowed(""),
            damage: Runs::default(),
            binary_data: true,
        }
    }

    /// Decodes bytes in the encoding that is detected for them. `mark` is the length of the byte order mark before these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    fn detected(body: &'a [u8], mark: usize) -> Result<(&'static Encoding, Self), TryReserveError> {
        if let Some(decoded) = detection::iso_2022_jp(body, mark)? {
            return Ok((ISO_2022_JP, decoded.into()));
        }
        if let Some(content) = Self::borrowed(body) {
            return Ok((UTF_8, content));
        }
        if detection::is_binary_data(body) {
            return Ok((UTF_8, Self::binary_data()));
        }
        let (encoding, decoded) = detection::decode_not_utf_8(body, mark)?;
        Ok((encoding, decoded.into()))
    }

    /// Decodes the bytes after a UTF-8 byte order mark of the length `mark`. Some editors write this mark before text in another
    /// encoding.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    fn marked_utf_8(body: &'a [u8], mark: usize) -> Result<(&'static Encoding, Self), TryReserveError> {
        Ok(match detection::encoding_despite_mark(body, mark)? {
            Some((encoding, decoded)) => (encoding, decoded.into()),
            None => (UTF_8, Self::in_encoding(UTF_8, body, mark)?),
        })
    }

    /// Decodes bytes in the given encoding. `mark` is the length of the byte order mark before these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
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

    /// Returns the content that borrows the bytes; `None` if they are not valid UTF-8.
    fn borrowed(body: &'a [u8]) -> Option<Self> {
        let text = UTF_8.decode_without_bom_handling_and_without_replacement(body)?;
        Some(Self {
            text,
            damage: Runs::default(),
            binary_data: detection::has_many_zeros(body, MAX_NUL_BYTES),
        })
    }
}

/// Returns whether the file is not text because more than 30 % of its characters, and more than eight, are malformed.
fn is_undecodable(malformed: usize, characters: impl FnOnce() -> usize) -> bool {
    malformed > 8 && malformed * 10 > characters() * 3
}

impl From<Decoded> for Content<'_> {
    fn from(Decoded { text, damage }: Decoded) -> Self {
        let undecodable = is_undecodable(damage.malformed(), || text.chars().count());
        let binary_data = undecodable || detection::has_many_zeros(text.as_bytes(), MAX_NUL_BYTES);
        Self {
            text: Cow::Owned(text),
            damage,
            binary_data,
        }
    }
}

/// The content of an output, which determines the characters that may be written to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Payload {
    /// Messages of this program, with colours. Text from records and paths is made printable when it is inserted.
    Words,
    /// Data that may contain any text, such as JSON.
    Data,
    /// CSV, whose cells may contain line ends.
    Rows,
    /// Game records in this encoding.
    Encoded(&'static Encoding),
}

/// The inspection of a file for problems, before the file is read in parts. The results of all parts are added in order.
#[derive(Debug, Default)]
pub(crate) struct Inspection {
    scan: TextScan,
    /// Number of characters of the text.
    characters: usize,
    /// Length of the text (bytes).
    length: usize,
}

impl Inspection {
    /// Inspects a part of a file. If `suspect` is `true`, the part is tested for double encoding even if it shows no
    /// signs of double encoding.
    pub(crate) fn new(text: &Text<'_>, suspect: bool) -> Self {
        Self {
            scan: TextScan::new(text, suspect),
            characters: text.as_str().chars().count(),
            length: text.as_str().len(),
        }
    }

    /// Adds the results of the next part.
    pub(crate) fn add(&mut self, next: Self) {
        self.scan.append(next.scan, self.length);
        self.characters += next.characters;
        self.length += next.length;
    }

    /// Returns whether a part shows signs of double encoding, so that all parts must be tested.
    pub(crate) fn is_suspect(&self) -> bool {
        self.scan.is_suspect()
    }

    /// Returns whether the file is text: it begins like text, and at most 30 % of its characters, or at most eight, are
    /// malformed.
    pub(crate) fn is_text(&self, known: &TextProperties) -> bool {
        known.is_text && !is_undecodable(self.scan.malformed(), || self.characters)
    }

    /// Returns the problems of the file, in the order of the text within each kind.
    pub(crate) fn problems(self) -> Vec<TextProblem> {
        self.scan.problems()
    }
}
