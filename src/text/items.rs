//! Text form of binary files: each item is a line of hexadecimal digits.

use std::io::{self, Read};

use super::detection::is_control;

const DIGITS: [u8; 16] = *b"0123456789abcdef";

/// Number of items that are read at once.
const BATCH_ITEMS: usize = 1024;

/// A reader that converts a binary file to text. An incomplete item at the end becomes a shorter line.
pub(crate) struct ItemReader<R> {
    from: R,
    /// The length of an item (bytes).
    length: usize,
    text: Vec<u8>,
    /// The number of bytes of `text` that have been returned.
    taken: usize,
}

impl<R: Read> ItemReader<R> {
    pub(crate) const fn new(from: R, length: usize) -> Self {
        Self {
            from,
            length,
            text: Vec::new(),
            taken: 0,
        }
    }

    /// Converts the next items to text.
    fn fill(&mut self) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(BATCH_ITEMS * self.length);
        (&mut self.from)
            .take((BATCH_ITEMS * self.length) as u64)
            .read_to_end(&mut bytes)?;
        self.text.clear();
        self.taken = 0;
        for item in bytes.chunks(self.length) {
            for byte in item {
                let digits = [byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]);
                self.text.extend_from_slice(&digits);
            }
            self.text.push(b'\n');
        }
        Ok(())
    }
}

impl<R: Read> Read for ItemReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.text.len() {
            self.fill()?;
        }
        let read = (&self.text[self.taken..]).read(into)?;
        self.taken += read;
        Ok(read)
    }
}

/// Returns the text of the items in these bytes.
pub(super) fn items_to_text(bytes: &[u8], length: usize) -> Vec<u8> {
    let mut text = Vec::new();
    // Reading from memory cannot fail.
    let _ = ItemReader::new(bytes, length).read_to_end(&mut text);
    text
}

/// Returns whether a file that begins with these bytes has items of this length instead of text.
///
/// Every item has at least one byte that is the high byte of a small number, and therefore a control character.
pub(crate) fn has_items(head: &[u8], length: usize) -> bool {
    head.iter().take(length).any(|&byte| is_control(byte))
}

/// Returns the offset of the byte from which the digit at `offset` of the text was made.
pub(super) const fn source_offset(offset: u64, length: usize) -> u64 {
    let (length, line) = (length as u64, 2 * length as u64 + 1);
    let within = offset % line / 2;
    offset / line * length + if within < length { within } else { length }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[test]
    fn items_are_lines_with_their_byte_offsets() {
        let bytes = [0x00, 0x01, 0xff, 0x0a, 0x20];
        let text = Text::from_items(&bytes, 2);
        assert_eq!(text.as_str(), "0001\nff0a\n20\n");
        let offsets: Vec<_> = (0..=text.as_str().len())
            .map(|at| text.source_offset(at))
            .collect();
        assert_eq!(offsets, [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5]);
        assert_eq!(text.line_column(5), (2, 1));
    }

    #[test]
    fn text_has_no_items() {
        assert!(has_items(b"PNG\0", 4) && !has_items(b"abcd\0", 4) && !has_items(b"", 4));
        assert!(!has_items("手合割：平手\r\n".as_bytes(), 40));
    }
}
