//! Decoding with a note of every sequence that could not be decoded.

use core::ops::{ControlFlow, Range};
use std::collections::TryReserveError;

use encoding_rs::{DecoderResult, Encoding};

use super::trouble::{Runs, TextPlace};

/// A text, and which parts of it are U+FFFD because the bytes meant nothing.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) damage: Runs,
}

/// What is decoded in one go.
const CHUNK: usize = 4096;

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
    let mut chunk = "\0".repeat(CHUNK);
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
