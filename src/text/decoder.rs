//! Decoding with a note of every sequence that could not be decoded.

use encoding_rs::{DecoderResult, Encoding};

use super::trouble::{Damage, Place};

/// A text, and which parts of it are U+FFFD because the bytes meant nothing.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) damage: Damage,
}

/// Decodes `bytes`, which stand `base` bytes behind the beginning of the file.
pub(super) fn decode_noting_damage(encoding: &'static Encoding, bytes: &[u8], base: usize) -> Decoded {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // Two bytes of Japanese become three; ASCII stays as it is.
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2 + 16);
    let mut damage = Damage::default();
    let mut read = 0;
    loop {
        let (result, more) = decoder.decode_to_string_without_replacement(&bytes[read..], &mut text, true);
        read += more;
        match result {
            DecoderResult::InputEmpty => return Decoded { text, damage },
            DecoderResult::OutputFull => text.reserve((bytes.len() - read) * 3 + 16),
            DecoderResult::Malformed(length, behind) => {
                let end = base + read - usize::from(behind);
                let at = text.len();
                text.push('\u{FFFD}');
                damage.record(Place {
                    text: at..text.len(),
                    source: (end - usize::from(length)) as u64..end as u64,
                });
            }
        }
    }
}
