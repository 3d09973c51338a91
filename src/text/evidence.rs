//! What tells the encoding of a file that is too large to be held.

use std::collections::TryReserveError;

use encoding_rs::{EUC_JP, EUC_KR, Encoding, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memchr;

use super::content::{FORGIVEN, without_padding};
use super::decode::try_decode;
use super::detection::{SAMPLE, bare_utf_16, byte_order_mark, has_many_zeros, is_junk};
use super::encoding::Scheme;

/// The bytes of lines that tell something suffice when they are so many.
const ENOUGH: usize = 16 << 20;

/// So many lines at the beginning may say what the encoding is.
const HEAD_LINES: usize = 8;

/// A file in miniature: its beginning, and of the rest the lines that are more than ASCII. An encoding shows in nothing
/// else, so that it is that of the whole file.
#[derive(Debug)]
pub struct Evidence {
    forced: Option<&'static Encoding>,
    bytes: Vec<u8>,
    lines: usize,
    is_utf_8: bool,
}

/// What is known of a file before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    encoding: &'static Encoding,
    mark: usize,
    is_text: bool,
}

impl Known {
    /// The encoding of the file.
    pub const fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The length of its byte order mark.
    pub const fn mark(&self) -> usize {
        self.mark
    }

    /// Whether it begins like a text.
    pub const fn is_text(&self) -> bool {
        self.is_text
    }

    /// Whether its lines can be decoded each by itself: not those of UTF-16, whose line feeds are two bytes, nor those
    /// of ISO-2022-JP, where a line may begin in the middle of Japanese.
    pub(crate) fn has_parts(&self) -> bool {
        [UTF_8, SHIFT_JIS, EUC_JP, EUC_KR].contains(&self.encoding)
    }
}

impl Evidence {
    /// None yet. A `forced` encoding leaves nothing to be found out.
    pub fn new(forced: Option<&'static Encoding>) -> Self {
        Self {
            forced: forced.filter(|&it| Scheme::of(it).is_some()),
            bytes: Vec::new(),
            lines: 0,
            is_utf_8: true,
        }
    }

    /// Whether a file that begins with these bytes is a picture, a program or zeros, which are not worth reading on; or
    /// text in UTF-16.
    pub fn decides(&self, head: &[u8]) -> Option<Known> {
        let marked = byte_order_mark(head).filter(|&(of, _)| self.forced.is_none_or(|it| it == of));
        let mark = marked.map_or(0, |(_, length)| length);
        let body = &head[mark..];
        let known = self.forced.or(marked.map(|(encoding, _)| encoding));
        let known = known.or_else(|| bare_utf_16(body));
        // Zeros after a text are none of it, however many.
        let body = without_padding(body);
        // A character that the end of the head cuts is no damage.
        let sound = Encoding::utf8_valid_up_to(body);
        let is_utf_8 = body.len() - sound < 4;
        let known = Known {
            encoding: known.unwrap_or(UTF_8),
            mark,
            is_text: match known {
                _ if body.is_empty() => false,
                None if !is_utf_8 => !is_junk(body),
                // Every other byte of UTF-16 may be zero.
                Some(encoding) if [UTF_16LE, UTF_16BE].contains(&encoding) => true,
                _ => !has_many_zeros(body, FORGIVEN),
            },
        };
        (!known.is_text || self.forced.is_some() || !known.has_parts()).then_some(known)
    }

    /// Adds whole lines. False when there is enough.
    ///
    /// # Errors
    ///
    /// When there is no memory for them.
    pub fn add(&mut self, lines: &[u8]) -> Result<bool, TryReserveError> {
        self.is_utf_8 = self.is_utf_8 && Encoding::utf8_valid_up_to(lines) == lines.len();
        let is_head = |it: &Self| it.lines < HEAD_LINES || it.bytes.len() < SAMPLE;
        if is_head(self) || !lines.is_ascii() || memchr(0x1B, lines).is_some() {
            for line in lines.split_inclusive(|&byte| byte == b'\n') {
                let tells = is_head(self) || !line.is_ascii() || memchr(0x1B, line).is_some();
                if tells && self.bytes.len() < ENOUGH {
                    self.bytes.try_reserve(line.len())?;
                    self.bytes.extend_from_slice(line);
                    self.lines += 1;
                }
            }
        }
        Ok(self.is_utf_8 || self.bytes.len() < ENOUGH)
    }

    /// What the file is, as far as it was seen.
    ///
    /// # Errors
    ///
    /// When there is no memory for looking.
    pub fn known(&self) -> Result<Known, TryReserveError> {
        let text = try_decode(&self.bytes, self.forced)?;
        // Lines that are more than ASCII may be damaged more often than all.
        let is_junk = text.looks_binary() && text.as_str().is_empty();
        Ok(Known {
            encoding: text.encoding(),
            mark: text.mark,
            is_text: !is_junk && !has_many_zeros(text.as_str().as_bytes(), FORGIVEN),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(blocks: &[&[u8]]) -> (Known, usize) {
        let mut evidence = Evidence::new(None);
        let read = blocks
            .iter()
            .take_while(|block| evidence.add(block).unwrap())
            .count();
        (evidence.known().unwrap(), read)
    }

    #[test]
    fn what_is_ascii_only_tells_nothing_however_much_there_is_of_it() {
        let ascii = b"+7776FU\n".repeat(1 << 16);
        for encoding in [UTF_8, SHIFT_JIS, EUC_JP] {
            let name = encoding
                .encode("N+羽生善治\nN-谷川浩司\n'平手の局面、先手の勝ち\n")
                .0;
            let (known, _) = known(&[&ascii, &ascii, &name, &ascii]);
            assert_eq!(known.encoding(), encoding);
        }
    }

    #[test]
    fn no_more_is_gathered_than_tells() {
        let block = SHIFT_JIS
            .encode(&"先手：春日一歩\n".repeat(100_000))
            .0
            .into_owned();
        let blocks = vec![&*block; 20];
        let (known, read) = known(&blocks);
        assert_eq!(known.encoding(), SHIFT_JIS);
        assert_eq!(read, ENOUGH / block.len());
    }

    #[test]
    fn zeros_after_a_text_do_not_make_it_none() {
        let evidence = Evidence::new(None);
        let decides = |head: &[u8]| evidence.decides(head).map(|it| it.is_text());
        assert_eq!(decides(&[0; 4000]), Some(false));
        assert_eq!(decides(&[b"PI\n+\n", &[0; 4000][..]].concat()), None);
        assert_eq!(decides(&[b"PI\n+\n", &[0; 4000][..], b"x"].concat()), Some(false));
        assert_eq!(decides(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10"), Some(false));
        let wide: Vec<u8> = "V2.2\nPI\n"
            .repeat(500)
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(decides(&wide), Some(true), "UTF-16 is full of zeros");
        let cut = "先手：春日".as_bytes();
        assert_eq!(
            decides(&cut[..cut.len() - 1]),
            None,
            "a character that is cut is no damage"
        );
    }
}
