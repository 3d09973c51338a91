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
pub(super) struct Writer<W>(W);

impl<W: Write> Writer<W> {
    /// Begins a book.
    ///
    /// # Errors
    ///
    /// Returns an error if the header cannot be written.
    pub(super) fn begin(mut out: W) -> io::Result<Self> {
        out.write_all(HEADER.as_bytes())?;
        Ok(Self(out))
    }
}

impl<W: Write> BookWriter for Writer<W> {
    /// Writes a position: the expected reply of each move is unknown, and its search depth is 0.
    fn add(&mut self, position: &BookPosition<'_>) -> io::Result<()> {
        let out = &mut self.0;
        out.write_all(b"sfen ")?;
        out.write_all(position.key.strip_suffix(&[END_OF_TEXT]).unwrap_or_default())?;
        writeln!(out, " {}", position.number)?;
        for entry in position.moves {
            writeln!(out, "{} none {} 0 {}", entry.mv, entry.score, entry.games)?;
        }
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        Ok(())
    }
}
