//! The text of a part of a file.

use std::borrow::Cow;
use std::collections::TryReserveError;

use encoding_rs::UTF_8;
use memchr::memrchr_iter;

use super::Text;
use super::content::{Content, without_padding};
use super::decoder::decode_noting_damage;
use super::evidence::Known;
use super::part::Part;
use super::trouble::{Runs, Trouble};

impl Text<'static> {
    /// The text of whole lines of a file of which encoding and mark are known. Nothing is known of its troubles but
    /// those that [`Self::with_troubles`] tells it.
    ///
    /// # Errors
    ///
    /// When there is no memory for it.
    pub fn of_part(bytes: Vec<u8>, known: &Known, part: Part) -> Result<Self, TryReserveError> {
        let whole = bytes.len();
        let mark = if part.is_first() {
            known.mark().min(whole)
        } else {
            0
        };
        let mut bytes = bytes;
        let body = &bytes[mark..];
        let body = if part.goes_on { body } else { without_padding(body) };
        let behind = &bytes[mark + body.len()..];
        let zeros_after = if behind.contains(&0) { behind.len() } else { 0 };
        let base = part.bytes + mark as u64;
        let (text, damage) = match UTF_8.decode_without_bom_handling_and_without_replacement(body) {
            Some(sound) if known.encoding() == UTF_8 => {
                let mut text = String::new();
                text.try_reserve_exact(sound.len())?;
                text.push_str(&sound);
                (text, Runs::default())
            }
            _ => {
                let decoded = decode_noting_damage(known.encoding(), body, base)?;
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
            ..Text::new(bytes.into(), mark, known.encoding(), content)
        })
    }

    /// A file that is no text.
    pub fn of_no_text(known: &Known) -> Self {
        let content = Content {
            text: Cow::Borrowed(""),
            damage: Runs::default(),
            junk: true,
        };
        Text::new(Cow::Borrowed(&[]), 0, known.encoding(), content)
    }

    /// The same text, of whose troubles those are known that stand in it. They count from the beginning of the
    /// file's text, of which so many bytes stand before this part.
    #[must_use]
    pub fn with_troubles(self, all: &[Trouble], base: usize) -> Self {
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
    pub fn line_start(&self, at: usize) -> (usize, usize) {
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
    pub fn into_source(self) -> Vec<u8> {
        self.source.into_owned()
    }
}
