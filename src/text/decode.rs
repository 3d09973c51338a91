//! Decoding a whole file.

use std::alloc::{Layout, handle_alloc_error};
use std::collections::TryReserveError;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::Text;
use super::content::{Content, without_padding};
use super::detection;
use super::encoding::Scheme;

/// Decodes `bytes`, finding the encoding unless one is `forced`.
///
/// In this order: a byte order mark, unless it is that of UTF-8 and the text plainly is not; UTF-16 and ISO-2022-JP where
/// there is no mistaking them; UTF-8; then EUC-KR where a text has the words of Korean records; else `Shift_JIS` or EUC-JP,
/// whichever makes sense; for damaged bytes, the encoding that loses least. A forced encoding that records are not read in (see [`encoding_for_label`](super::encoding_for_label)) is ignored.
pub fn decode<'a>(bytes: &'a [u8], forced: Option<&'static Encoding>) -> Text<'a> {
    try_decode(bytes, forced).unwrap_or_else(|_| handle_alloc_error(Layout::for_value(bytes)))
}

/// As [`decode`], for those who go on where there is no memory for a text.
///
/// # Errors
///
/// When there is no memory for it.
pub fn try_decode<'a>(
    bytes: &'a [u8],
    forced: Option<&'static Encoding>,
) -> Result<Text<'a>, TryReserveError> {
    let forced = forced.filter(|&it| Scheme::of(it).is_some());
    let marked = detection::byte_order_mark(bytes).filter(|&(of, _)| forced.is_none_or(|it| it == of));
    let mark = marked.map_or(0, |(_, length)| length);
    let known = forced.or(marked.map(|(encoding, _)| encoding));
    let body = &bytes[mark..];

    let known = known.or_else(|| detection::bare_utf_16(body));
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
        ..Text::new(bytes[..mark + text.len()].into(), mark, encoding, content)
    })
}
