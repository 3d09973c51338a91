//! Quick encoding of game records in `Shift_JIS`.
//!
//! Nearly all characters of a record are in ASCII or are among the few characters of moves. These characters are encoded by
//! a table. A line with other characters is encoded by the general encoder.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::{memchr, memchr_iter};

use super::target::Newline;
use crate::text::{SHIFT_JIS, has_misencoded};

/// The characters in the moves, ends and results of most records. Each has three bytes in UTF-8 and two in `Shift_JIS`.
const CHARACTERS: &str = "一二三四五六七八九１２３４５６７８９同　歩香桂銀金角飛玉と成馬龍打不右左直上引寄行入\
                          ▲△投了千日手切持将棋中断詰反則勝負け";

/// A character in UTF-8, as a number, and in `Shift_JIS`.
type Entry = (u32, [u8; 2]);

/// The characters of [`CHARACTERS`] by [`slot`]. No two of them have the same slot.
static TABLE: LazyLock<[Entry; SLOTS]> = LazyLock::new(|| {
    let mut table = [(0, [0; 2]); SLOTS];
    for character in CHARACTERS.chars() {
        let mut buffer = [0; 4];
        let text = &*character.encode_utf8(&mut buffer);
        if let (&[first, second, third], Ok(encoded)) =
            (text.as_bytes(), SHIFT_JIS.encode(text).0[..].try_into())
        {
            let key = key(first, second, third);
            table[slot(key)] = (key, encoded);
        }
    }
    table
});

const SLOTS: usize = 256;

/// Returns the bytes of a character in UTF-8 as one number.
const fn key(first: u8, second: u8, third: u8) -> u32 {
    u32::from_be_bytes([0, first, second, third])
}

/// Returns the index of a character in the table. The factor was found by trying random numbers.
const fn slot(key: u32) -> usize {
    (key.wrapping_mul(0x137D_9235) >> 24) as usize
}

/// Number of bytes that are tested and copied at once.
const BLOCK_BYTES: usize = 8;

/// Encodes a text with this line ending. Returns `None` if the encoding does not have a character of the text, or if the
/// bytes of a character would mean another character.
pub(super) fn encode(text: &str, newline: Newline) -> Option<Vec<u8>> {
    let table = &*TABLE;
    let (bytes, line_end) = (text.as_bytes(), newline.text().as_bytes());
    // No character takes more bytes than in UTF-8, except a line end.
    let line_ends = memchr_iter(b'\n', bytes).count() * line_end.len();
    let mut out = vec![0; bytes.len() + line_ends + BLOCK_BYTES];
    // The current offsets in the text and in the output, and those at the beginning of the line.
    let (mut at, mut length, mut line) = (0, 0, (0, 0));
    while let Some(&byte) = bytes.get(at) {
        let block = bytes[at..].first_chunk::<BLOCK_BYTES>();
        let ascii_count = block.map_or_else(
            || usize::from(is_ascii_in_line(byte)),
            |block| ascii_in_line(*block),
        );
        if ascii_count > 0 {
            // Copying a whole block is faster. The bytes after the ASCII characters are overwritten.
            match block {
                Some(block) => *out[length..].first_chunk_mut()? = *block,
                None => out[length] = byte,
            }
            (at, length) = (at + ascii_count, length + ascii_count);
        } else if byte == b'\n' {
            out[length..][..line_end.len()].copy_from_slice(line_end);
            (at, length) = (at + 1, length + line_end.len());
            line = (at, length);
        } else if let Some(encoded) = bytes[at..]
            .first_chunk()
            .and_then(|character| find(table, *character))
        {
            *out[length..].first_chunk_mut()? = encoded;
            (at, length) = (at + 3, length + encoded.len());
        } else {
            at += memchr(b'\n', &bytes[at..]).unwrap_or(bytes.len() - at);
            let encoded = encode_line(text.get(line.0..at)?)?;
            length = line.1 + encoded.len();
            out.get_mut(line.1..length)?.copy_from_slice(&encoded);
        }
    }
    out.truncate(length);
    Some(out)
}

/// Returns the encoded form of a character of three bytes in UTF-8, if the table has it.
fn find(table: &[Entry; SLOTS], [first, second, third]: [u8; 3]) -> Option<[u8; 2]> {
    let key = key(first, second, third);
    let (found, encoded) = table[slot(key)];
    (found == key).then_some(encoded)
}

/// Encodes a line by the general encoder. Returns `None` if the encoding does not have a character of the line, or if the
/// bytes of a character would mean another character.
fn encode_line(line: &str) -> Option<Cow<'_, [u8]>> {
    let (encoded, _, is_unmappable) = SHIFT_JIS.encode(line);
    (!is_unmappable && !has_misencoded(line, SHIFT_JIS)).then_some(encoded)
}

const fn is_ascii_in_line(byte: u8) -> bool {
    byte.is_ascii() && byte != b'\n'
}

/// Returns the number of bytes before the first one that is a line end or not in ASCII.
fn ascii_in_line(block: [u8; BLOCK_BYTES]) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; BLOCK_BYTES]);
    const HIGH_BITS: u64 = ONES << 7;
    let block = u64::from_le_bytes(block);
    // A byte of `difference` is 0 where the block has a line end. The subtraction sets the high bit of the first such byte.
    let difference = block ^ (ONES * u64::from(b'\n'));
    let stops = (block | difference.wrapping_sub(ONES)) & HIGH_BITS;
    stops.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the text as the general encoder writes it; `None` if a character is missing in the encoding.
    fn by_encoder(text: &str, newline: Newline) -> Option<Vec<u8>> {
        let text = match newline {
            Newline::Lf => text.to_owned(),
            Newline::CrLf => text.replace('\n', "\r\n"),
        };
        let (bytes, _, is_unmappable) = SHIFT_JIS.encode(&text);
        (!is_unmappable && !has_misencoded(&text, SHIFT_JIS)).then(|| bytes.into_owned())
    }

    #[test]
    fn every_character_of_the_table_has_its_own_slot() {
        let count = TABLE.iter().filter(|entry| entry.0 != 0).count();
        assert_eq!(count, CHARACTERS.chars().count());
        for newline in [Newline::Lf, Newline::CrLf] {
            assert_eq!(encode(CHARACTERS, newline), by_encoder(CHARACTERS, newline));
        }
    }

    #[test]
    fn ascii_characters_are_counted_up_to_a_line_end() {
        assert_eq!(ascii_in_line(*b"abc\x0b\x7f\0 z"), 8);
        for byte in (0x80..=0xFF).chain([b'\n']) {
            assert!(!is_ascii_in_line(byte));
            for at in 0..8 {
                let mut block = *b"\x0b\x0b\x09\x0b\0\x7f\x0b\x0b";
                block[at] = byte;
                assert_eq!(ascii_in_line(block), at, "{byte}");
                // Bytes after the first one that is found do not matter.
                block[7] = b'\n';
                assert_eq!(ascii_in_line(block), at, "{byte}");
            }
        }
    }

    proptest! {
        #[test]
        fn texts_are_encoded_as_by_the_general_encoder(
            text in "([ -~\n\r\0\t\u{7f}]|[一二三１同　歩成打]|[髙①ｱ〓あ棋]|[é☗\u{a5}\u{2212}\u{203e}\u{80}\u{1F600}]?){0,40}",
            is_crlf: bool,
        ) {
            let newline = if is_crlf { Newline::CrLf } else { Newline::Lf };
            prop_assert_eq!(encode(&text, newline), by_encoder(&text, newline));
        }
    }
}
