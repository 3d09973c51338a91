//! What decoding yields.

use std::borrow::Cow;
use std::collections::TryReserveError;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

use super::decoder::{Decoded, decode_noting_damage};
use super::detection;
use super::trouble::Runs;

/// So many zeros may stand in a small text that can be decoded.
pub(super) const FORGIVEN: usize = 8;

/// The bytes without the end mark of DOS and the zeros with which disks fill up a file.
pub(super) fn without_padding(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| !matches!(byte, 0 | 0x1a));
    &bytes[..end.map_or(0, |last| last + 1)]
}

/// What decoding yields: the bytes themselves where they are valid UTF-8, new text otherwise.
pub(super) struct Content<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) damage: Runs,
    /// No text at all.
    pub(super) junk: bool,
}

impl<'a> Content<'a> {
    pub(super) fn found(body: &'a [u8], mark: usize) -> Result<(&'static Encoding, Self), TryReserveError> {
        if let Some(decoded) = detection::iso_2022_jp(body, mark)? {
            return Ok((ISO_2022_JP, decoded.into()));
        }
        if let Some(content) = Self::borrowed(body) {
            return Ok((UTF_8, content));
        }
        if detection::is_junk(body) {
            // Nobody reads it, so that neither time nor memory goes into it.
            let junk = Self {
                text: Cow::Borrowed(""),
                damage: Runs::default(),
                junk: true,
            };
            return Ok((UTF_8, junk));
        }
        let (encoding, decoded) = detection::not_utf_8(body, mark)?;
        Ok((encoding, decoded.into()))
    }

    /// Of text with the byte order mark of UTF-8, which some editors put in front of what is in another encoding.
    pub(super) fn marked_utf_8(
        body: &'a [u8],
        mark: usize,
    ) -> Result<(&'static Encoding, Self), TryReserveError> {
        Ok(match detection::despite_mark(body, mark)? {
            Some((encoding, decoded)) => (encoding, decoded.into()),
            None => (UTF_8, Self::in_encoding(UTF_8, body, mark)?),
        })
    }

    pub(super) fn in_encoding(
        encoding: &'static Encoding,
        body: &'a [u8],
        mark: usize,
    ) -> Result<Self, TryReserveError> {
        let borrowed = if encoding == UTF_8 {
            Self::borrowed(body)
        } else {
            None
        };
        match borrowed {
            Some(content) => Ok(content),
            None => Ok(decode_noting_damage(encoding, body, mark as u64)?.into()),
        }
    }

    fn borrowed(body: &'a [u8]) -> Option<Self> {
        let text = UTF_8.decode_without_bom_handling_and_without_replacement(body)?;
        Some(Self {
            text,
            damage: Runs::default(),
            junk: detection::has_many_zeros(body, FORGIVEN),
        })
    }
}

/// Whether so many malformed sequences are too many for a text of so many characters.
pub(super) fn is_undecodable(malformed: usize, characters: impl FnOnce() -> usize) -> bool {
    malformed > 8 && malformed * 10 > characters() * 3
}

impl From<Decoded> for Content<'_> {
    fn from(Decoded { text, damage }: Decoded) -> Self {
        let undecodable = is_undecodable(damage.malformed(), || text.chars().count());
        let junk = undecodable || detection::has_many_zeros(text.as_bytes(), FORGIVEN);
        Self {
            text: Cow::Owned(text),
            damage,
            junk,
        }
    }
}
