//! Decoding a whole file.

use core::ops::{ControlFlow, Range};
use std::alloc::{Layout, handle_alloc_error};
use std::borrow::Cow;
use std::collections::TryReserveError;

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memrchr_iter;

use super::detection::{self, Known};
use super::trouble::{Runs, TextPlace, Trouble};
use super::{Content, Text, without_padding};

/// Decodes `bytes`, finding the encoding unless one is `forced`.
///
/// In this order: a byte order mark, unless it is that of UTF-8 and the text plainly is not; UTF-16 and ISO-2022-JP where
/// there is no mistaking them; UTF-8; then EUC-KR where a text has the words of Korean records; else `Shift_JIS` or EUC-JP,
/// whichever makes sense; for damaged bytes, the encoding that loses least.
pub fn decode<'a>(bytes: &'a [u8], forced: Option<&'static Encoding>) -> Text<'a> {
    try_decode(bytes, forced).unwrap_or_else(|_| handle_alloc_error(Layout::for_value(bytes)))
}

/// As [`decode`], for a text that keeps its bytes.
pub fn decode_bytes(bytes: Vec<u8>, forced: Option<&'static Encoding>) -> Text<'static> {
    let text = decode(&bytes, forced);
    let length = text.source.len();
    let content = Content {
        text: Cow::Owned(text.decoded.into_owned()),
        damage: text.damage,
        junk: text.binary,
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

/// As [`decode`], for those who go on where there is no memory for a text.
///
/// # Errors
///
/// When there is no memory for it.
pub(crate) fn try_decode<'a>(
    bytes: &'a [u8],
    forced: Option<&'static Encoding>,
) -> Result<Text<'a>, TryReserveError> {
    let (known, mark) = detection::known_before(bytes, forced);
    let body = &bytes[mark..];
    let is_wide = known.is_some_and(|it| it == UTF_16LE || it == UTF_16BE);
    let text = if is_wide { body } else { without_padding(body) };
    let (encoding, mut content) = match known {
        Some(it) if it == UTF_8 && forced.is_none() => Content::marked_utf_8(text, mark)?,
        Some(encoding) => (encoding, Content::in_encoding(encoding, text, mark)?),
        None => Content::found(text, mark)?,
    };
    content.junk |= text.is_empty() && !body.is_empty();
    let behind = &body[text.len()..];
    Ok(Text {
        zeros_after: if behind.contains(&0) { behind.len() } else { 0 },
        is_forced: forced.is_some(),
        ..Text::new(bytes[..mark + text.len()].into(), mark, encoding, content)
    })
}

// Decoding with a note of every sequence that could not be decoded.

/// A text, and which parts of it are U+FFFD because the bytes meant nothing.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) damage: Runs,
}

/// What is decoded in one go.
const CHUNK_BYTES: usize = 4096;

/// Decodes `bytes`, which stand `base` bytes after the beginning of the file.
pub(super) fn decode_noting_damage(
    encoding: &'static Encoding,
    bytes: &[u8],
    base: u64,
) -> Result<Decoded, TryReserveError> {
    let mut text = String::new();
    // Two bytes of Japanese become three; ASCII stays as it is.
    text.try_reserve_exact(bytes.len() + bytes.len() / 2 + 16)?;
    let mut damage = Runs::default();
    let mut out_of_memory = None;
    each_stretch(encoding, bytes, |stretch, malformed| {
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

/// How many sequences of `bytes` mean nothing in an encoding.
pub(super) fn malformed(encoding: &'static Encoding, bytes: &[u8]) -> usize {
    let mut count = 0;
    each_stretch(encoding, bytes, |_, malformed| {
        count += usize::from(malformed.is_some());
        ControlFlow::Continue(())
    });
    count
}

/// Decodes `bytes` a stretch at a time and tells where the malformed sequence stands that a stretch ends before.
fn each_stretch(
    encoding: &'static Encoding,
    bytes: &[u8],
    mut take: impl FnMut(&str, Option<Range<usize>>) -> ControlFlow<()>,
) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // Decoding straight into the spare capacity of a `String` prepares all of it anew after each malformed
    // sequence, which makes long damaged files quadratic.
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

/// What of a file stands before and after a text. A part begins with a line, so that columns need no base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// How many lines end before it.
    pub lines: u64,
    /// How many bytes stand before it.
    pub bytes: u64,
    /// Whether the file goes on after it.
    pub goes_on: bool,
}

impl Part {
    /// Whether the file begins with it.
    pub(crate) const fn is_first(self) -> bool {
        self.bytes == 0
    }
}

// The text of a part of a file.

impl Text<'static> {
    /// The text of whole lines of a file of which encoding and mark are known. Nothing is known of its troubles but
    /// those that [`Self::with_troubles`] tells it.
    ///
    /// # Errors
    ///
    /// When there is no memory for it.
    pub(crate) fn of_part(bytes: Vec<u8>, known: &Known, part: Part) -> Result<Self, TryReserveError> {
        let whole = bytes.len();
        let mark = if part.is_first() { known.mark.min(whole) } else { 0 };
        let mut bytes = bytes;
        let body = &bytes[mark..];
        let body = if part.goes_on { body } else { without_padding(body) };
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
            junk: false,
        };
        Ok(Self {
            part,
            zeros_after,
            is_forced: known.is_forced,
            ..Text::new(bytes.into(), mark, known.encoding, content)
        })
    }

    /// A file that is no text.
    pub(crate) fn of_no_text(known: &Known) -> Self {
        Text::new(Cow::Borrowed(&[]), 0, known.encoding, Content::junk())
    }

    /// The same text, of whose troubles those are known that stand in it. They count from the beginning of the
    /// file's text, of which so many bytes stand before this part.
    #[must_use]
    pub(crate) fn with_troubles(self, all: &[Trouble], base: usize) -> Self {
        let end = base + self.decoded.len();
        let is_here = |it: &&Trouble| {
            let start = it.place.text.start;
            start >= base && (start < end || !self.part.goes_on)
        };
        let reaches_here = |it: &&Trouble| {
            let place = &it.place.text;
            place.start < base && base < place.end
        };
        let here = all.iter().filter(is_here).map(|it| it.in_part(base));
        let troubles = here.collect::<Vec<_>>().into();
        let earlier = all
            .iter()
            .filter(reaches_here)
            .map(|it| it.in_part(base))
            .collect();
        Self {
            troubles,
            earlier,
            ..self
        }
    }
}

impl Text<'_> {
    /// Where the line that `at` is in begins: in the text, and in the bytes of this part.
    pub(crate) fn line_start(&self, at: usize) -> (usize, usize) {
        let text = self.decoded.as_bytes();
        let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
        // In the encodings that are read in parts, a line feed is one byte and no other character has it.
        let behind = memchr::memchr_iter(b'\n', &text[start..]).count();
        let source = match start {
            0 => 0,
            _ => memrchr_iter(b'\n', &self.source)
                .nth(behind)
                .map_or(0, |end| end + 1),
        };
        (start, source)
    }

    /// The bytes of this part, to be read again together with what stands after.
    pub(crate) fn into_source(self) -> Vec<u8> {
        self.source.into_owned()
    }
}
