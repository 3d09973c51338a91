//! Decoding in a given encoding, with the places of malformed bytes.

use core::ops::{ControlFlow, Range};
use std::collections::TryReserveError;

use encoding_rs::{DecoderResult, Encoding, SHIFT_JIS};

use super::problem::{Runs, TextPlace};
use super::shift_jis;

/// A decoded text, and the places where U+FFFD replaces malformed bytes.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) damage: Runs,
}

/// Size of the buffer for decoded text (bytes).
const CHUNK_BYTES: usize = 4096;

/// Decodes `bytes`, which begin at offset `base` of the file, and records the places of malformed bytes.
///
/// # Errors
///
/// Returns an error if there is not enough memory.
pub(super) fn decode_noting_damage(
    encoding: &'static Encoding,
    bytes: &[u8],
    base: u64,
) -> Result<Decoded, TryReserveError> {
    decode_into(String::new(), encoding, bytes, base)
}

/// Decodes bytes as [`decode_noting_damage`] does, into the memory of `text`, which is emptied.
///
/// # Errors
///
/// Returns an error if there is not enough memory.
pub(super) fn decode_into(
    mut text: String,
    encoding: &'static Encoding,
    bytes: &[u8],
    base: u64,
) -> Result<Decoded, TryReserveError> {
    text.clear();
    // Two bytes of a Japanese encoding become three bytes of UTF-8. ASCII keeps its length.
    text.try_reserve_exact(bytes.len() + bytes.len() / 2 + 16)?;
    let mut damage = Runs::default();
    let read = if encoding == SHIFT_JIS {
        shift_jis::decode_beginning(bytes, &mut text)
    } else {
        0
    };
    let (bytes, base) = (&bytes[read..], base + read as u64);
    if bytes.is_empty() {
        return Ok(Decoded { text, damage });
    }
    let mut out_of_memory = None;
    for_each_chunk(encoding, bytes, |chunk, malformed| {
        if let Err(error) = text.try_reserve(chunk.len() + '\u{FFFD}'.len_utf8()) {
            out_of_memory = Some(error);
            return ControlFlow::Break(());
        }
        text.push_str(chunk);
        if let Some(range) = malformed {
            let start = text.len();
            text.push('\u{FFFD}');
            damage.record(TextPlace {
                text: start..text.len(),
                source: base + range.start as u64..base + range.end as u64,
            });
        }
        ControlFlow::Continue(())
    });
    out_of_memory.map_or(Ok(Decoded { text, damage }), Err)
}

/// Returns the number of malformed sequences if `bytes` are decoded in `encoding`.
pub(super) fn malformed(encoding: &'static Encoding, bytes: &[u8]) -> usize {
    let mut count = 0;
    for_each_chunk(encoding, bytes, |_, malformed| {
        count += usize::from(malformed.is_some());
        ControlFlow::Continue(())
    });
    count
}

/// Decodes `bytes` in chunks, which end at malformed sequences or when the buffer is full.
///
/// Passes each chunk to `take` with the range in `bytes` of the malformed sequence after it, if there is one.
fn for_each_chunk(
    encoding: &'static Encoding,
    bytes: &[u8],
    mut take: impl FnMut(&str, Option<Range<usize>>) -> ControlFlow<()>,
) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // Decoding directly into the spare capacity of a `String` would initialize the whole capacity after each malformed
    // sequence. The time for a long damaged file would be quadratic.
    let mut chunk = "\0".repeat(CHUNK_BYTES);
    let mut read = 0;
    loop {
        let (result, consumed, written) =
            decoder.decode_to_str_without_replacement(&bytes[read..], &mut chunk, true);
        read += consumed;
        let malformed = match result {
            DecoderResult::Malformed(length, lookahead) => {
                let end = read - usize::from(lookahead);
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
