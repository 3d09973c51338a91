//! Fast decoding of `Shift_JIS`, for text without malformed bytes.
//!
//! The library decodes any text, one character at a time and with the state that malformed bytes need. Nearly all records
//! have none, so most characters are looked up in tables here. The tables are filled by the library.

use std::sync::OnceLock;

use encoding_rs::{SHIFT_JIS, UTF_8};

/// The characters with one lead byte, by trail byte from [`FIRST_TRAIL`] on: the bytes in UTF-8, and their number as the
/// last byte. 0 if the two bytes are not a character.
type Row = [[u8; 4]; 256 - FIRST_TRAIL as usize];

/// The smallest trail byte.
const FIRST_TRAIL: u8 = 0x40;

/// Size of the buffer for decoded text (bytes).
const BUFFER_BYTES: usize = 1024;

/// Decodes the beginning of `bytes` and appends it to `text`. Returns the number of decoded bytes: all, or those up to a
/// place that the library must decode, such as a malformed byte.
///
/// `text` must have enough memory for the decoded text, which is at most half as long again.
pub(super) fn decode_beginning(bytes: &[u8], text: &mut String) -> usize {
    let mut buffer = [0; BUFFER_BYTES];
    let mut read = 0;
    loop {
        let (block_read, written) = decode_block(&bytes[read..], &mut buffer);
        // The check that the bytes are UTF-8, which they always are, takes little time.
        let decoded = UTF_8.decode_without_bom_handling_and_without_replacement(&buffer[..written]);
        let Some(decoded) = decoded.filter(|_| block_read > 0) else {
            return read;
        };
        text.push_str(&decoded);
        read += block_read;
    }
}

/// Decodes the beginning of `bytes` until the buffer is full or the library must decode. Returns the number of bytes read,
/// and of bytes written to the buffer.
fn decode_block(bytes: &[u8], buffer: &mut [u8; BUFFER_BYTES]) -> (usize, usize) {
    let mut rest = bytes;
    let mut out = buffer.as_mut_slice();
    loop {
        let length_before = rest.len();
        if let (Some((block, after)), true) = (rest.split_first_chunk::<8>(), out.len() >= 8) {
            // All eight bytes are copied, also if only the first of them are ASCII.
            out[..8].copy_from_slice(block);
            let high_bits = u64::from_le_bytes(*block) & 0x8080_8080_8080_8080;
            if high_bits == 0 {
                rest = after;
                out = &mut out[8..];
                continue;
            }
            let ascii_length = high_bits.trailing_zeros() as usize / 8;
            rest = &rest[ascii_length..];
            out = &mut out[ascii_length..];
        } else {
            while let ([byte @ 0..=0x7F, after @ ..], false) = (rest, out.is_empty()) {
                out[0] = *byte;
                rest = after;
                out = &mut out[1..];
            }
        }
        (rest, out) = decode_characters(rest, out);
        if rest.len() == length_before {
            break;
        }
    }
    (bytes.len() - rest.len(), BUFFER_BYTES - out.len())
}

/// Decodes characters with a lead byte. Returns the bytes after them, and the rest of the buffer.
#[inline]
fn decode_characters<'b, 'o>(mut rest: &'b [u8], mut out: &'o mut [u8]) -> (&'b [u8], &'o mut [u8]) {
    while let [lead @ 0x80..=0xFF, trail @ FIRST_TRAIL..=0xFF, after @ ..] = rest {
        let character = row(*lead)[usize::from(trail - FIRST_TRAIL)];
        // The mask shows the compiler that the length is less than four.
        let length = usize::from(character[3] & 3);
        let Some(chunk) = out.first_chunk_mut().filter(|_| length > 0) else {
            break;
        };
        *chunk = character;
        rest = after;
        out = &mut out[length..];
    }
    (rest, out)
}

/// Returns the characters with a lead byte.
fn row(lead: u8) -> &'static Row {
    static ROWS: [OnceLock<Row>; 128] = [const { OnceLock::new() }; 128];
    ROWS[usize::from(lead & 0x7F)].get_or_init(|| {
        // Each pair is a line, so that the characters of a malformed pair do not mix with those of other pairs.
        let lines: Vec<u8> = (FIRST_TRAIL..=u8::MAX)
            .flat_map(|trail| [lead, trail, b'\n'])
            .collect();
        let (text, _) = SHIFT_JIS.decode_without_bom_handling(&lines);
        let mut row: Row = [[0; 4]; 256 - FIRST_TRAIL as usize];
        for (line, entry) in text.lines().zip(&mut row) {
            let mut characters = line.chars();
            // A half-width katakana and the ASCII character after it are two characters.
            if let (Some(character), None) = (characters.next(), characters.next())
                && character != char::REPLACEMENT_CHARACTER
                && character.len_utf8() < 4
            {
                entry[3] = character.encode_utf8(entry).len() as u8;
            }
        }
        row
    })
}

#[cfg(test)]
mod tests {
    use super::decode_beginning;
    use encoding_rs::SHIFT_JIS;
    use proptest::prelude::{ProptestConfig, any, proptest};

    /// Asserts that the decoded beginning is that of the library. Returns the number of bytes that were decoded.
    fn check(bytes: &[u8]) -> usize {
        let mut text = String::new();
        let read = decode_beginning(bytes, &mut text);
        let (expected, malformed) = SHIFT_JIS.decode_without_bom_handling(&bytes[..read]);
        assert!(!malformed, "{bytes:x?}");
        assert_eq!(text, expected, "{bytes:x?}");
        read
    }

    #[test]
    fn every_pair_of_bytes_is_decoded_as_by_the_library() {
        for lead in 0..=u8::MAX {
            for trail in 0..=u8::MAX {
                let pair = [lead, trail];
                let read = check(&pair);
                let decoded = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(&pair);
                let is_one_character = decoded.is_some_and(|text| text.chars().count() == 1);
                assert_eq!(read == 2, is_one_character || pair.is_ascii(), "{pair:x?}");
            }
        }
    }

    #[test]
    fn a_clean_text_is_decoded_whole() {
        let line = "   1 ７六歩(77)   ( 0:16/00:00:16)\r\nа×α\n";
        for count in [1, 10, 100, 1000] {
            let bytes = SHIFT_JIS.encode(&line.repeat(count)).0.into_owned();
            assert_eq!(check(&bytes), bytes.len());
            for cut in 0..16 {
                check(&bytes[cut..]);
                check(&bytes[..bytes.len() - cut]);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_are_decoded_as_by_the_library(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            check(&bytes);
        }
    }
}
