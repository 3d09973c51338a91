//! Control characters that no text has.

use super::Text;
use super::detection::is_control;
use super::trouble::{Runs, TextPlace};

/// It switches between the sets of ISO-2022-JP, and is read there.
const ESCAPE: u8 = 0x1B;

/// So many bytes are looked at together.
const BLOCK: usize = 256;

/// Whether a byte is a control character that no text has.
pub(super) fn is_out_of_place(byte: u8) -> bool {
    is_control(byte) || byte == ESCAPE
}

/// The runs of control characters in a text, and of zeros after it.
pub(super) fn control_characters(text: &Text<'_>) -> Runs {
    let bytes = text.as_str().as_bytes();
    let mut found = Runs::default();
    // Those beyond ASCII come of decoding in a wrong encoding, of which something else is said.
    for (block, start) in bytes.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
        // Nearly every block has none, and that is seen of many bytes at once.
        if !block.iter().fold(false, |any, &byte| any | is_out_of_place(byte)) {
            continue;
        }
        for (at, _) in (start..).zip(block).filter(|&(_, &byte)| is_out_of_place(byte)) {
            found.record(text.place(at..at + 1));
        }
    }
    if text.zeros_after > 0 {
        let start = text.part.bytes + text.source.len() as u64;
        found.record(TextPlace {
            text: bytes.len()..bytes.len(),
            source: start..start + text.zeros_after as u64,
        });
    }
    found
}
