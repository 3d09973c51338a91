//! Decoding of a whole file.

use core::ops::{ControlFlow, Range};
use std::alloc::{Layout, handle_alloc_error};
use std::borrow::Cow;
use std::collections::TryReserveError;

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memrchr_iter;

use super::detection::{self, TextProperties};
use super::problem::{Runs, TextPlace, TextProblem};
use super::{Content, Text, without_padding};

/// Decodes `bytes`, detecting the encoding unless one is `forced`.
///
/// The encodings are tried in this order:
///
/// 1. The encoding of a byte order mark, unless it is that of UTF-8 and the text clearly is not.
/// 2. UTF-16 and ISO-2022-JP, if they are unmistakable.
/// 3. UTF-8.
/// 4. EUC-KR, if the text has words of Korean records.
/// 5. `Shift_JIS` or EUC-JP, whichever makes sense; for damaged bytes, the encoding with the fewest errors.
pub fn decode<'a>(bytes: &'a [u8], forced: Option<&'static Encoding>) -> Text<'a> {
    try_decode(bytes, forced).unwrap_or_else(|_| handle_alloc_error(Layout::for_value(bytes)))
}

/// Decodes bytes as [`decode`] does. The text owns its bytes.
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

/// Decodes bytes as [`decode`] does, but reports lack of memory as an error.
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
        Some(it) if it == UTF_8 && forced.is_none() => Content::marked_utf_8(text, mark)?,
        Some(encoding) => (encoding, Content::in_encoding(encoding, text, mark)?),
        None => Content::found(text, mark)?,
    };
    content.binary_data |= text.is_empty() && !body.is_empty();
    let behind = &body[text.len()..];
    Ok(Text {
        zeros_after: if behind.contains(&0) { behind.len() } else { 0 },
        is_forced: forced.is_some(),
        ..Text::new(bytes[..mark + text.len()].into(), mark, encoding, content)
    })
}

// Decoding with a record of every malformed sequence.

/// A text, and the places where U+FFFD replaces malformed bytes.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) damage: Runs,
}

/// Size of the buffer for decoded text (bytes).
const CHUNK_BYTES: usize = 4096;

/// Decodes `bytes`, which begin at offset `base` of the file.
pub(super) fn decode_noting_damage(
    encoding: &'static Encoding,
    bytes: &[u8],
    base: u64,
) -> Result<Decoded, TryReserveError> {
    let mut text = String::new();
    // Two bytes of Japanese text become three in UTF-8. ASCII keeps its length.
    text.try_reserve_exact(bytes.len() + bytes.len() / 2 + 16)?;
    let mut damage = Runs::default();
    let mut out_of_memory = None;
    for_each_run(encoding, bytes, |stretch, malformed| {
        if let Err(error) = text.try_reserve(stretch.len() + '\u{FFFD}'.len_utf8()) {
            out_of_memory = Some(error);
            return ControlFlow::Break(());
        }
        text.push_str(stretch);
        if let Some(Range { start, end }) = malformed {
            let at = text.len();
            text.push('\u{FFFD}');
            damage.record(TextPlace {
                text: at..text.len(),
                source: base + start as u64..base + end as u64,
            });
        }
        ControlFlow::Continue(())
    });
    out_of_memory.map_or(Ok(Decoded { text, damage }), Err)
}

/// Returns the number of malformed sequences in an encoding.
pub(super) fn malformed(encoding: &'static Encoding, bytes: &[u8]) -> usize {
    let mut count = 0;
    for_each_run(encoding, bytes, |_, malformed| {
        count += usize::from(malformed.is_some());
        ControlFlow::Continue(())
    });
    count
}

/// Decodes `bytes` in chunks. Passes each chunk to `take`, with the range of the malformed sequence after it, if there is one.
fn for_each_run(
    encoding: &'static Encoding,
    bytes: &[u8],
    mut take: impl FnMut(&str, Option<Range<usize>>) -> ControlFlow<()>,
) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // Decoding directly into the spare capacity of a `String` would initialize all of it after each malformed sequence. Long
    // damaged files would then take quadratic time.
    let mut chunk = "\0".repeat(CHUNK_BYTES);
    let mut read = 0;
    loop {
        let (result, more, written) =
            decoder.decode_to_str_without_replacement(&bytes[read..], &mut chunk, true);
        read += more;
        let malformed = match result {
            DecoderResult::Malformed(length, behind) => {
                let end = read - usize::from(behind);
                Some(end - usize::from(length)..end)
            }
            DecoderResult::InputEmpty | DecoderResult::OutputFull => None,
        };
        let flow = take(&chunk[..written], malformed);
        if flow.is_break() || matches!(result, DecoderResult::InputEmpty) {
            return;
        }
    }
}

// A part of a file that is read in parts.

/// The position of a part within its file. A part begins with a line, so columns need no offset.
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

// The text of a part of a file.

impl Text<'static> {
    /// Decodes whole lines of a file whose encoding and byte order mark are known.
    ///
    /// The problems in the text are not detected. They are set by [`Self::with_problems`].
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub(crate) fn from_part(
        bytes: Vec<u8>,
        known: &TextProperties,
        part: TextPart,
    ) -> Result<Self, TryReserveError> {
        let whole = bytes.len();
        let mark = if part.is_first() { known.mark.min(whole) } else { 0 };
        let mut bytes = bytes;
        let body = &bytes[mark..];
        let body = if part.is_continued {
            body
        } else {
            without_padding(body)
        };
        let behind = &bytes[mark + body.len()..];
        let zeros_after = if behind.contains(&0) { behind.len() } else { 0 };
        let base = part.bytes + mark as u64;
        let (text, damage) = match UTF_8.decode_without_bom_handling_and_without_replacement(body) {
            Some(sound) if known.encoding == UTF_8 => {
                let mut text = String::new();
                text.try_reserve_exact(sound.len())?;
                text.push_str(&sound);
                (text, Runs::default())
            }
            _ => {
                let decoded = decode_noting_damage(known.encoding, body, base)?;
                (decoded.text, decoded.damage)
            }
        };
        bytes.truncate(whole - behind.len());
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

    /// Creates the text for a file that is not text.
    pub(crate) fn for_binary(known: &TextProperties) -> Self {
        Text::new(Cow::Borrowed(&[]), 0, known.encoding, Content::binary_data())
    }

    /// Returns the text with those problems of the file that are in this part.
    ///
    /// Their offsets begin at the start of the file's text, of which `base` bytes precede this part.
    #[must_use]
    pub(crate) fn with_problems(self, all: &[TextProblem], base: usize) -> Self {
        let end = base + self.decoded.len();
        let is_here = |text_problem: &&TextProblem| {
            let start = text_problem.place.text.start;
            start >= base && (start < end || !self.part.is_continued)
        };
        let reaches_here = |text_problem: &&TextProblem| {
            let place = &text_problem.place.text;
            place.start < base && base < place.end
        };
        let here = all.iter().filter(is_here).map(|it| it.in_part(base));
        let problems = here.collect::<Vec<_>>().into();
        let earlier = all
            .iter()
            .filter(reaches_here)
            .map(|it| it.in_part(base))
            .collect();
        Self {
            problems,
            earlier,
            ..self
        }
    }
}

impl Text<'_> {
    /// Returns the offset of the beginning of the line at `at`: in the text, and in the bytes of this part.
    pub(crate) fn line_start(&self, at: usize) -> (usize, usize) {
        let text = self.decoded.as_bytes();
        let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
        // In the encodings that are read in parts, a line feed is one byte, and that byte is not part of any other character.
        let behind = memchr::memchr_iter(b'\n', &text[start..]).count();
        let source = match start {
            0 => 0,
            _ => memrchr_iter(b'\n', &self.source)
                .nth(behind)
                .map_or(0, |end| end + 1),
        };
        (start, source)
    }

    /// Returns the bytes of this part, so that they can be read again together with the following bytes.
    pub(crate) fn into_source(self) -> Vec<u8> {
        self.source.into_owned()
    }
}
