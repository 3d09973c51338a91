//! The text format of `YaneuraOu` (`.db`).
//!
//! The file is a header and the positions, each as a line with its SFEN and a line for each move. `BookOnTheFly` searches
//! the file with a binary search, so the positions are in the order of the bytes of their lines.

use std::io::{self, Write};

use super::builder::{BookPosition, BookWriter};
use crate::shogi::SfenText;

/// The first line of a book.
const HEADER: &str = "#YANEURAOU-DB2016 1.00\n";

/// The byte after the SFEN in a sort key. It is less than all bytes of an SFEN, as the blank before the move number is.
const END_OF_TEXT: u8 = 0;

/// Appends the sort key of a position: its SFEN without the move number.
pub(super) fn write_key(text: &SfenText, key: &mut Vec<u8>) {
    text.write_unnumbered(key);
    key.push(END_OF_TEXT);
}

/// A writer of books in the text format.
pub(super) struct Writer<W> {
    out: W,
    /// A buffer for the lines of the moves of a position.
    lines: String,
}

impl<W: Write> Writer<W> {
    /// Begins a book.
    ///
    /// # Errors
    ///
    /// Returns an error if the header cannot be written.
    pub(super) fn begin(mut out: W) -> io::Result<Self> {
        out.write_all(HEADER.as_bytes())?;
        Ok(Self {
            out,
            lines: String::new(),
        })
    }
}

impl<W: Write> BookWriter for Writer<W> {
    /// Writes a position: the expected reply of each move is unknown, and its search depth is 0.
    fn add(&mut self, position: &BookPosition<'_>) -> io::Result<()> {
        let mut digits = itoa::Buffer::new();
        let lines = &mut self.lines;
        lines.clear();
        lines.push(' ');
        lines.push_str(digits.format(position.number));
        lines.push('\n');
        for entry in position.moves {
            let _ = entry.mv.write_usi(lines);
            lines.push_str(" none ");
            lines.push_str(digits.format(entry.score));
            lines.push_str(" 0 ");
            lines.push_str(digits.format(entry.games));
            lines.push('\n');
        }
        let sfen = position.key.strip_suffix(&[END_OF_TEXT]).unwrap_or_default();
        let mut parts = [b"sfen ", sfen, self.lines.as_bytes()].into_iter();
        parts.try_for_each(|part| self.out.write_all(part))
    }

    fn finish(self) -> io::Result<()> {
        Ok(())
    }
}
