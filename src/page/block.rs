//! Blocks of data in a page: lines of JSON, one for each game, compressed and written block by block.

use std::io::{self, Write};

use base64::prelude::{BASE64_STANDARD as BASE64, Engine as _};
use flate2::Compression;
use flate2::write::DeflateEncoder;

/// Size of the lines at which a block is written (bytes).
///
/// A browser decompresses and parses a block of this size without a noticeable pause. The compression has a window of
/// 32 KiB, so larger blocks would not be much smaller.
const BLOCK_BYTES: usize = 512 << 10;

/// The lines of JSON of one kind of data, which are written one block at a time.
///
/// A block is a `<script>` element with the class `kind`. It contains the lines as raw deflate data in Base64, and the
/// attribute `data-first` with the index of the game to which the first line belongs.
#[derive(Debug)]
pub(super) struct Block {
    kind: &'static str,
    lines: Vec<u8>,
    /// The number of lines in `lines`.
    line_count: usize,
    /// The number of lines in the blocks that have been written.
    written_lines: usize,
    /// The total size of all lines added so far, before compression and without line feeds (bytes).
    pub(super) bytes: usize,
    /// The total number of rows in all lines.
    pub(super) rows: usize,
}

impl Block {
    pub(super) const fn new(kind: &'static str) -> Self {
        Self {
            kind,
            lines: Vec::new(),
            line_count: 0,
            written_lines: 0,
            bytes: 0,
            rows: 0,
        }
    }

    /// Adds the line of the next game, with a number of rows. Writes the block if it is full.
    ///
    /// # Errors
    ///
    /// Returns an error if the block cannot be written.
    pub(super) fn add(&mut self, line: &[u8], rows: usize, out: &mut impl Write) -> io::Result<()> {
        self.lines.extend_from_slice(line);
        self.lines.push(b'\n');
        self.line_count += 1;
        self.bytes += line.len();
        self.rows += rows;
        if self.lines.len() >= BLOCK_BYTES {
            return self.write(out);
        }
        Ok(())
    }

    /// Writes the lines that have not been written yet. Writes nothing if these lines are empty, because a missing line
    /// means the same as an empty one.
    ///
    /// # Errors
    ///
    /// Returns an error if the block cannot be written.
    pub(super) fn write(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.lines.iter().any(|&byte| byte != b'\n') {
            let (kind, first) = (self.kind, self.written_lines);
            write!(
                out,
                "<script type=\"text/plain\" class=\"{kind}\" data-first=\"{first}\">"
            )?;
            out.write_all(BASE64.encode(deflated(&self.lines)?).as_bytes())?;
            out.write_all(b"</script>\n")?;
        }
        self.written_lines += std::mem::take(&mut self.line_count);
        self.lines.clear();
        Ok(())
    }
}

/// Compresses data to raw deflate data.
fn deflated(data: &[u8]) -> io::Result<Vec<u8>> {
    /// Level of compression. Moves have few repetitions, so a higher level takes much more time and saves little space.
    const LEVEL: u32 = 2;
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(LEVEL));
    encoder.write_all(data)?;
    encoder.finish()
}

/// Returns all lines of a kind of data in a page, in their order, for tests.
#[cfg(test)]
pub(super) fn lines_of(page: &str, kind: &str) -> Vec<String> {
    use std::io::Read as _;

    let mut lines = Vec::new();
    for part in page.split(&format!("class=\"{kind}\" data-first=\"")).skip(1) {
        let (first, rest) = part.split_once("\">").unwrap();
        let first: usize = first.parse().unwrap();
        assert!(first >= lines.len(), "{kind}: {first}");
        lines.resize(first, String::new());
        let bytes = BASE64.decode(rest.split_once('<').unwrap().0).unwrap();
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(&*bytes)
            .read_to_string(&mut text)
            .unwrap();
        lines.extend(text.lines().map(str::to_owned));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_contain_the_lines_and_the_index_of_the_first_game() {
        let mut out = Vec::new();
        let mut block = Block::new("moves");
        let lines: Vec<_> = (0..30_000)
            .map(|at| format!("{{\"line\":{}}}", at * at))
            .collect();
        for line in &lines {
            block.add(line.as_bytes(), 1, &mut out).unwrap();
        }
        block.write(&mut out).unwrap();
        let page = String::from_utf8(out).unwrap();
        assert!(page.matches("<script").count() > 1, "{}", page.len());
        assert_eq!(lines_of(&page, "moves"), lines);
        assert_eq!((block.rows, block.line_count), (30_000, 0));
    }

    #[test]
    fn a_block_of_empty_lines_is_not_written() {
        let mut out = Vec::new();
        let mut block = Block::new("comments");
        block.add(b"", 0, &mut out).unwrap();
        block.write(&mut out).unwrap();
        assert!(out.is_empty());
        block.add(b"{}", 1, &mut out).unwrap();
        block.write(&mut out).unwrap();
        assert!(String::from_utf8(out).unwrap().contains("data-first=\"1\""));
    }
}
