//! Decoding with a note of every sequence that could not be decoded.

use encoding_rs::{DecoderResult, Encoding};

use super::trouble::{Damage, Place};

/// A text, and which parts of it are U+FFFD because the bytes meant nothing.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) damage: Damage,
}

/// What is decoded in one go.
const CHUNK: usize = 4096;

/// Decodes `bytes`, which stand `base` bytes behind the beginning of the file.
pub(super) fn decode_noting_damage(encoding: &'static Encoding, bytes: &[u8], base: usize) -> Decoded {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // Two bytes of Japanese become three; ASCII stays as it is.
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2 + 16);
    let mut damage = Damage::default();
    // Decoding straight into the spare capacity of a `String` prepares all of it anew after each malformed
    // sequence, which makes long damaged files quadratic.
    let mut chunk = "\0".repeat(CHUNK);
    let mut read = 0;
    loop {
        let (result, more, written) =
            decoder.decode_to_str_without_replacement(&bytes[read..], &mut chunk, true);
        read += more;
        text.push_str(&chunk[..written]);
        match result {
            DecoderResult::InputEmpty => return Decoded { text, damage },
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, behind) => {
                let end = base + read - usize::from(behind);
                let at = text.len();
                text.push('\u{FFFD}');
                let source = (end - usize::from(length)) as u64..end as u64;
                damage.record(Place {
                    text: at..text.len(),
                    source,
                });
            }
        }
    }
}
