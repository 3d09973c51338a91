//! Conversion of binary files to text: each item of fixed length becomes a line of hexadecimal digits.

use std::io::{self, Read};

use super::detection::is_control;

const DIGITS: [u8; 16] = *b"0123456789abcdef";

/// Number of items that are read at once.
const BATCH_ITEMS: usize = 1024;

/// A reader that converts a binary file to text, item by item. An incomplete item at the end becomes a shorter line.
pub(crate) struct ItemReader<R> {
    source: R,
    /// The length of an item (bytes).
    length: usize,
    /// The text of the current batch of items.
    text: Vec<u8>,
    /// The number of bytes of `text` that have been read.
    taken: usize,
}

impl<R: Read> ItemReader<R> {
    pub(crate) const fn new(source: R, length: usize) -> Self {
        Self {
            source,
            length,
            text: Vec::new(),
            taken: 0,
        }
    }

    /// Converts the next batch of items to text.
    fn fill(&mut self) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(BATCH_ITEMS * self.length);
        (&mut self.source)
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
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.text.len() {
            self.fill()?;
        }
        let count = (&self.text[self.taken..]).read(buffer)?;
        self.taken += count;
        Ok(count)
    }
}

/// Returns the text of the items in these bytes. `length` is the length of an item (bytes).
pub(super) fn items_to_text(bytes: &[u8], length: usize) -> Vec<u8> {
    let mut text = Vec::new();
    // Reading from memory cannot fail.
    let _ = ItemReader::new(bytes, length).read_to_end(&mut text);
    text
}

/// Returns whether a file that begins with `head` consists of items of `length` bytes, not of text.
///
/// Each item contains the high byte of a small number, which is a control character that does not occur in text.
pub(crate) fn has_items(head: &[u8], length: usize) -> bool {
    head.iter().take(length).any(|&byte| is_control(byte))
}

/// Returns the offset in the binary file of the byte whose digit is at `offset` in the text. For a line feed, returns
/// the offset after the item. `length` is the length of an item (bytes).
pub(super) const fn source_offset(offset: u64, length: usize) -> u64 {
    let (length, line_length) = (length as u64, 2 * length as u64 + 1);
    let byte_in_item = offset % line_length / 2;
    offset / line_length * length
        + if byte_in_item < length {
            byte_in_item
        } else {
            length
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[test]
    fn each_item_is_a_line_whose_digits_have_the_offset_of_their_byte() {
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
    fn text_is_not_taken_for_items() {
        assert!(has_items(b"PNG\0", 4) && !has_items(b"abcd\0", 4) && !has_items(b"", 4));
        assert!(!has_items("手合割：平手\r\n".as_bytes(), 40));
    }
}
