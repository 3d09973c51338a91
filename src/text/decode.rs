//! Decoding of a whole file, or of a part of a file.

use std::alloc::{Layout, handle_alloc_error};
use std::borrow::Cow;
use std::collections::TryReserveError;

use encoding_rs::{EUC_JP, EUC_KR, Encoding, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memrchr_iter;

use super::detection;
use super::lines::count_line_ends;
use super::noting_damage::decode_into;
use super::problem::{Runs, TextProblem};
use super::{Content, Text, without_padding};

/// Decodes `bytes` in the encoding `forced`, or in the detected encoding if `forced` is `None`.
///
/// The encodings are tried in this order:
///
/// 1. The encoding of a byte order mark, unless the mark is that of UTF-8 and the text is clearly not UTF-8.
/// 2. UTF-16 and ISO-2022-JP, if they are unmistakable.
/// 3. UTF-8, even with a few damaged places.
/// 4. EUC-KR, if the text has words of Korean records.
/// 5. `Shift_JIS` or EUC-JP, depending on which is more plausible. If bytes are damaged, the encoding with the fewest errors.
pub fn decode<'a>(bytes: &'a [u8], forced: Option<&'static Encoding>) -> Text<'a> {
    try_decode(bytes, forced).unwrap_or_else(|_| handle_alloc_error(Layout::for_value(bytes)))
}

/// Decodes bytes as [`decode`] does, but the returned text owns the bytes.
pub fn decode_bytes(bytes: Vec<u8>, forced: Option<&'static Encoding>) -> Text<'static> {
    let text = decode(&bytes, forced);
    let length = text.source.len();
    let content = Content {
        text: Cow::Owned(text.decoded.into_owned()),
        damage: text.damage,
        binary_data: text.binary,
    };
    let (mark, encoding, zeros_after, is_forced) =
        (text.mark, text.encoding, text.zeros_after, text.is_forced);
    let mut bytes = bytes;
    bytes.truncate(length);
    Text {
        zeros_after,
        is_forced,
        ..Text::new(bytes.into(), mark, encoding, content)
    }
}

/// Decodes bytes as [`decode`] does, but returns an error if there is not enough memory.
///
/// # Errors
///
/// Returns an error if there is not enough memory.
pub(crate) fn try_decode<'a>(
    bytes: &'a [u8],
    forced: Option<&'static Encoding>,
) -> Result<Text<'a>, TryReserveError> {
    let (known, mark) = detection::encoding_from_start(bytes, forced);
    let body = &bytes[mark..];
    let is_wide = known.is_some_and(|encoding| encoding == UTF_16LE || encoding == UTF_16BE);
    let text = if is_wide { body } else { without_padding(body) };
    let (encoding, mut content) = match known {
        Some(encoding) if encoding == UTF_8 && forced.is_none() => Content::marked_utf_8(text, mark)?,
        Some(encoding) => (encoding, Content::in_encoding(encoding, text, mark)?),
        None => Content::detected(text, mark)?,
    };
    content.binary_data |= text.is_empty() && !body.is_empty();
    let padding = &body[text.len()..];
    Ok(Text {
        zeros_after: if padding.contains(&0) { padding.len() } else { 0 },
        is_forced: forced.is_some(),
        ..Text::new(bytes[..mark + text.len()].into(), mark, encoding, content)
    })
}

/// Properties of a file that are known before its records are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextProperties {
    /// The encoding of the file.
    pub encoding: &'static Encoding,
    /// The length of the byte order mark (bytes).
    pub mark: usize,
    /// `true` if the bytes that were tested, the beginning of the file or the sample, are text.
    pub is_text: bool,
    /// `true` if the encoding was set by the caller, not detected.
    pub is_forced: bool,
}

impl TextProperties {
    /// Returns whether each line can be decoded separately.
    ///
    /// This is not possible in UTF-16, whose line feeds have two bytes. In ISO-2022-JP, a line may begin within Japanese text.
    pub(crate) fn has_parts(&self) -> bool {
        [UTF_8, SHIFT_JIS, EUC_JP, EUC_KR].contains(&self.encoding)
    }
}

/// The position of a part within a file that is read in parts. A part begins at the start of a line, so columns need no
/// offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextPart {
    /// The number of lines before the part.
    pub lines: u64,
    /// The number of bytes before the part.
    pub bytes: u64,
    /// `true` if the file continues after the part.
    pub is_continued: bool,
}

impl TextPart {
    /// Returns whether the part is at the beginning of the file.
    pub(crate) const fn is_first(self) -> bool {
        self.bytes == 0
    }
}

/// Memory that is reserved in addition to the text of a part (bytes), so that a slightly longer text needs no new memory.
const SPARE_BYTES: usize = 64 << 10;

impl Text<'static> {
    /// Decodes a part of a file, which consists of whole lines. The encoding and the byte order mark are known. The text is
    /// written to the memory of `buffer`.
    ///
    /// The problems in the text are not detected here. [`Self::with_problems`] sets them.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub(crate) fn from_part(
        bytes: Vec<u8>,
        known: &TextProperties,
        part: TextPart,
        buffer: String,
    ) -> Result<Self, TryReserveError> {
        let total = bytes.len();
        let mark = if part.is_first() { known.mark.min(total) } else { 0 };
        let mut bytes = bytes;
        let body = &bytes[mark..];
        let body = if part.is_continued {
            body
        } else {
            without_padding(body)
        };
        let padding = &bytes[mark + body.len()..];
        let zeros_after = if padding.contains(&0) { padding.len() } else { 0 };
        let base = part.bytes + mark as u64;
        let (text, damage) = match UTF_8.decode_without_bom_handling_and_without_replacement(body) {
            Some(valid) if known.encoding == UTF_8 => {
                let mut text = buffer;
                text.clear();
                text.try_reserve_exact(valid.len() + SPARE_BYTES)?;
                text.push_str(&valid);
                (text, Runs::default())
            }
            _ => {
                let decoded = decode_into(buffer, known.encoding, body, base)?;
                (decoded.text, decoded.damage)
            }
        };
        bytes.truncate(total - padding.len());
        let content = Content {
            text: Cow::Owned(text),
            damage,
            binary_data: false,
        };
        Ok(Self {
            part,
            zeros_after,
            is_forced: known.is_forced,
            ..Text::new(bytes.into(), mark, known.encoding, content)
        })
    }

    /// Creates an empty text for a file that is not text.
    pub(crate) fn for_binary(known: &TextProperties) -> Self {
        Text::new(Cow::Borrowed(&[]), 0, known.encoding, Content::binary_data())
    }

    /// Returns the text with the problems of the file that are in this part.
    ///
    /// `all` are the problems of the file. `base` bytes of the file's decoded text precede this part. Problems that begin
    /// before this part and extend into it are kept separately.
    #[must_use]
    pub(crate) fn with_problems(self, all: &[TextProblem], base: usize) -> Self {
        let end = base + self.decoded.len();
        let begins_in_part = |problem: &&TextProblem| {
            let start = problem.place.text.start;
            start >= base && (start < end || !self.part.is_continued)
        };
        let extends_into_part = |problem: &&TextProblem| {
            let place = &problem.place.text;
            place.start < base && base < place.end
        };
        let in_part = all
            .iter()
            .filter(begins_in_part)
            .map(|problem| problem.in_part(base));
        let problems = in_part.collect::<Vec<_>>().into();
        let earlier = all
            .iter()
            .filter(extends_into_part)
            .map(|problem| problem.in_part(base))
            .collect();
        Self {
            problems,
            earlier,
            ..self
        }
    }
}

impl Text<'_> {
    /// Returns the start of the line at `at` as two offsets: in the text, and in the bytes of this part.
    pub(crate) fn line_start(&self, at: usize) -> (usize, usize) {
        let text = self.decoded.as_bytes();
        let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
        // In the encodings that are read in parts, a line feed is one byte, which is never part of another character.
        let line_feeds_after = memchr::memchr_iter(b'\n', &text[start..]).count();
        let source = match start {
            0 => 0,
            _ => memrchr_iter(b'\n', &self.source)
                .nth(line_feeds_after)
                .map_or(0, |end| end + 1),
        };
        (start, source)
    }

    /// Returns the number of lines of the file before the line that begins at `at`.
    pub(crate) fn lines_before(&self, at: usize) -> u64 {
        self.part.lines + count_line_ends(self.decoded.as_bytes(), 0..at) as u64
    }

    /// Returns the bytes and the decoded text of this part, so that the bytes can be read again together with the following
    /// ones, or the memory of both can be used for another part.
    pub(crate) fn into_buffers(self) -> (Vec<u8>, String) {
        (self.source.into_owned(), self.decoded.into_owned())
    }
}
