//! Conversion of binary files to text: lines of hexadecimal digits.
//!
//! A file of items becomes a line for each item. A book in the format `.ybb` becomes a line for its header, and for each position
//! its entry in the index and its moves, a line each.

use std::io::{self, Read};

use super::detection::is_control;

pub(crate) mod ybb;

const DIGITS: [u8; 16] = *b"0123456789abcdef";

/// Number of items that are read at once.
const BATCH_ITEMS: usize = 1024;

/// The structure of a binary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryLayout {
    /// Items of this length (bytes), one after the other.
    Items(usize),
    /// A book of `YaneuraOu`: a header, an index of the positions, and their moves.
    Ybb,
}

impl BinaryLayout {
    /// Returns whether a file that begins with `head` has this structure, and is not text.
    pub(crate) fn is_of(self, head: &[u8]) -> bool {
        match self {
            // Each item contains the high byte of a small number, which is a control character that does not occur in text.
            Self::Items(length) => head.iter().take(length).any(|&byte| is_control(byte)),
            Self::Ybb => ybb::is_book(head),
        }
    }

    /// Returns the text of a whole file.
    pub(super) fn to_text(self, bytes: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        // Reading from memory cannot fail.
        let _ = match self {
            Self::Items(length) => ItemReader::new(bytes, length).read_to_end(&mut text),
            Self::Ybb => ybb::YbbReader::of_bytes(bytes).read_to_end(&mut text),
        };
        text
    }

    /// Returns the offset in the binary file of the byte whose digit is at `offset` in the text. For a line feed, returns
    /// the offset after the item. The offset in a book is that in its text, because the file has another order.
    pub(super) const fn source_offset(self, offset: u64) -> u64 {
        let Self::Items(length) = self else {
            return offset;
        };
        let (length, line_length) = (length as u64, 2 * length as u64 + 1);
        let byte_in_item = offset % line_length / 2;
        offset / line_length * length
            + if byte_in_item < length {
                byte_in_item
            } else {
                length
            }
    }
}

/// Appends a line with the hexadecimal digits of these bytes.
fn push_line(text: &mut Vec<u8>, bytes: &[u8]) {
    for byte in bytes {
        let digits = [byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]);
        text.extend_from_slice(&digits);
    }
    text.push(b'\n');
}

/// A reader that converts a binary file to text, item by item. An incomplete item at the end becomes a shorter line.
pub(crate) struct ItemReader<R> {
    source: R,
    /// The length of an item (bytes).
    length: usize,
    lines: Lines,
}

impl<R: Read> ItemReader<R> {
    pub(crate) fn new(source: R, length: usize) -> Self {
        Self {
            source,
            length,
            lines: Lines::default(),
        }
    }

    /// Converts the next batch of items to text.
    fn fill(&mut self) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(BATCH_ITEMS * self.length);
        (&mut self.source)
            .take((BATCH_ITEMS * self.length) as u64)
            .read_to_end(&mut bytes)?;
        let text = self.lines.begin();
        for item in bytes.chunks(self.length) {
            push_line(text, item);
        }
        Ok(())
    }
}

impl<R: Read> Read for ItemReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.lines.is_empty() {
            self.fill()?;
        }
        self.lines.read(buffer)
    }
}

/// The text of a part of a binary file, which is read line by line or in parts of lines.
#[derive(Default)]
struct Lines {
    text: Vec<u8>,
    /// The number of bytes of `text` that have been read.
    taken: usize,
}

impl Lines {
    /// Removes the text, and returns the buffer for the next part.
    fn begin(&mut self) -> &mut Vec<u8> {
        self.text.clear();
        self.taken = 0;
        &mut self.text
    }

    fn is_empty(&self) -> bool {
        self.taken == self.text.len()
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = (&self.text[self.taken..]).read(buffer)?;
        self.taken += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

    #[test]
    fn each_item_is_a_line_whose_digits_have_the_offset_of_their_byte() {
        let bytes = [0x00, 0x01, 0xff, 0x0a, 0x20];
        let text = Text::from_binary(&bytes, BinaryLayout::Items(2));
        assert_eq!(text.as_str(), "0001\nff0a\n20\n");
        let offsets: Vec<_> = (0..=text.as_str().len())
            .map(|at| text.source_offset(at))
            .collect();
        assert_eq!(offsets, [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5]);
        assert_eq!(text.line_column(5), (2, 1));
    }

    #[test]
    fn text_is_not_taken_for_items() {
        let of_four = BinaryLayout::Items(4);
        assert!(of_four.is_of(b"PNG\0") && !of_four.is_of(b"abcd\0") && !of_four.is_of(b""));
        assert!(!BinaryLayout::Items(40).is_of("手合割：平手\r\n".as_bytes()));
    }
}
