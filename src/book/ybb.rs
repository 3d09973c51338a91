//! The binary format of `YaneuraOu` (`.ybb`).
//!
//! The file has a header, an index of the positions in the order of their packed form, and an area with the moves. Integers
//! are little-endian. The format has no counts of games.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

use super::builder::{BookPosition, BookWriter};
use crate::shogi::Packing;
use crate::temporary::{temp_file, with_temp_dir};
use crate::text::ybb::MAGIC;

/// The flags of a book whose moves have no search depth.
const FLAGS: u64 = 0;

/// A writer of binary books. The number of positions is known at the end, so the index and the moves are written to temporary
/// files first.
pub(super) struct Writer<W> {
    out: W,
    index: BufWriter<File>,
    moves: BufWriter<File>,
    positions: u64,
    /// Size of the moves so far (bytes).
    moves_bytes: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a book.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be created.
    pub(super) fn begin(out: W) -> io::Result<Self> {
        Ok(Self {
            out,
            index: BufWriter::new(temp_file()?),
            moves: BufWriter::new(temp_file()?),
            positions: 0,
            moves_bytes: 0,
        })
    }

    fn write_position(&mut self, position: &BookPosition<'_>) -> io::Result<()> {
        let number = u16::try_from(position.number).unwrap_or(u16::MAX);
        let count = u16::try_from(position.moves.len()).unwrap_or(u16::MAX);
        self.index.write_all(position.key)?;
        self.index.write_all(&self.moves_bytes.to_le_bytes())?;
        self.index.write_all(&number.to_le_bytes())?;
        self.index.write_all(&count.to_le_bytes())?;
        for entry in &position.moves[..usize::from(count)] {
            let score = entry.score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            let packed = Packing::YANEURAOU.pack_move(entry.mv);
            self.moves.write_all(&packed.to_le_bytes())?;
            self.moves.write_all(&score.to_le_bytes())?;
            self.moves_bytes += 2 * size_of::<u16>() as u64;
        }
        self.positions += 1;
        Ok(())
    }
}

impl<W: Write> BookWriter for Writer<W> {
    fn add(&mut self, position: &BookPosition<'_>) -> io::Result<()> {
        self.write_position(position)
            .map_err(|error| with_temp_dir(&error))
    }

    fn finish(mut self) -> io::Result<()> {
        self.out.write_all(MAGIC)?;
        self.out.write_all(&self.positions.to_le_bytes())?;
        self.out.write_all(&FLAGS.to_le_bytes())?;
        for file in [self.index, self.moves] {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error);
            let mut file = file.map_err(|error| with_temp_dir(&error))?;
            file.rewind()?;
            io::copy(&mut file, &mut self.out)?;
        }
        Ok(())
    }
}
