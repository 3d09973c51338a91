//! Comparison of eight bytes of a JSON text at once.

/// Returns the offset of the first quotation mark, backslash or control character; `None` if there is none. Eight bytes are
/// compared at once.
#[inline]
pub(super) fn unescaped_len(text: &[u8]) -> Option<usize> {
    let (chunks, rest) = text.as_chunks::<8>();
    let mut start = 0;
    for chunk in chunks {
        let word = u64::from_le_bytes(*chunk);
        let marks = zero_bytes(word ^ each_byte(b'"')) | zero_bytes(word ^ each_byte(b'\\'));
        let found = marks | bytes_below(b' ', word);
        if found != 0 {
            return Some(start + found.trailing_zeros() as usize / 8);
        }
        start += 8;
    }
    let end = rest
        .iter()
        .position(|byte| matches!(byte, b'"' | b'\\' | 0..b' '))?;
    Some(start + end)
}

/// Returns eight equal bytes.
const fn each_byte(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Sets the highest bit of the lowest byte that is zero. The bytes above it are undefined. Returns 0 if no byte is zero.
pub(super) const fn zero_bytes(word: u64) -> u64 {
    bytes_below(1, word)
}

/// Sets the highest bit of the lowest byte that is less than `limit`, which is at most 128. The bytes above it are undefined.
/// Returns 0 if there is no such byte.
const fn bytes_below(limit: u8, word: u64) -> u64 {
    word.wrapping_sub(each_byte(limit)) & !word & each_byte(0x80)
}
