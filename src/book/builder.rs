//! The book of all games: its moves are sorted by position and written.

use std::cmp::Reverse;
use std::io::{self, Write};

use super::collector::{BookPart, MOVE_CODE, MOVE_CODE_BYTES};
use super::sums::MoveSums;
use super::{BookFormat, BookOptions, BookRecords, apery, yaneuraou, ybb};
use crate::shogi::Move;
use crate::stats::{Sorted, Sorter, damaged_item_error};

/// Maximum size of moves that are sorted in memory (bytes). More moves are sorted in temporary files.
///
/// Short runs are sorted in the cache of the processor, which is faster than sorting everything at once.
const MAX_MEMORY_BYTES: usize = 64 << 20;

/// A book that is being built.
#[derive(Debug)]
pub(crate) struct BookBuilder {
    options: BookOptions,
    sorter: Sorter,
    unpackable: u64,
    records: BookRecords,
}

/// The content of a book that was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BookCounts {
    /// The number of positions.
    pub positions: u64,
    /// The number of moves in all positions.
    pub moves: u64,
    /// The number of moves in the games that are not in the book because the format cannot hold their positions.
    pub unpackable: u64,
}

/// A position of a book.
#[derive(Debug)]
pub(super) struct BookPosition<'b> {
    /// The sort key of the position.
    pub key: &'b [u8],
    /// The lowest number of a move that was played in the position. The first move of a game has the number 1.
    pub number: u32,
    /// The moves, in descending order of their counts.
    pub moves: &'b [BookMove],
}

/// A move of a book.
#[derive(Clone, Copy, Debug)]
pub(super) struct BookMove {
    pub mv: Move,
    /// The number of games in which the move was played.
    pub games: u64,
    /// The score (centipawns, from the view of the side to move).
    pub score: i32,
}

/// A writer of books in one format.
pub(super) trait BookWriter {
    /// Adds the next position in the order of the keys.
    ///
    /// # Errors
    ///
    /// Returns an error if the book cannot be written.
    fn add(&mut self, position: &BookPosition<'_>) -> io::Result<()>;

    /// Completes the book.
    ///
    /// # Errors
    ///
    /// Returns an error if the book cannot be written.
    fn finish(self) -> io::Result<()>;
}

impl BookBuilder {
    /// Creates an empty book.
    pub(crate) fn new(options: BookOptions) -> Self {
        Self::with_memory(options, MAX_MEMORY_BYTES)
    }

    /// Creates an empty book that sorts `memory` bytes in memory.
    fn with_memory(options: BookOptions, memory: usize) -> Self {
        Self {
            options,
            sorter: Sorter::new(memory),
            unpackable: 0,
            records: BookRecords::default(),
        }
    }

    /// Returns the numbers of records so far.
    pub(crate) const fn records(&self) -> BookRecords {
        self.records
    }

    /// Returns the options of the book.
    pub(crate) const fn options(&self) -> &BookOptions {
        &self.options
    }

    /// Adds the moves of further games.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub(crate) fn add(&mut self, part: &BookPart) -> io::Result<()> {
        self.unpackable += part.unpackable();
        self.records.merge(part.records());
        let mut entries = part.entries();
        entries.try_for_each(|(key, sums)| self.sorter.push(key, sums))
    }

    /// Writes the book.
    ///
    /// # Errors
    ///
    /// Returns an error if the book cannot be written, or if a temporary file cannot be written or read.
    pub(crate) fn finish(self, out: impl Write) -> io::Result<BookCounts> {
        match self.options.format {
            BookFormat::Yaneuraou => self.write(yaneuraou::Writer::begin(out)?),
            BookFormat::Ybb => self.write(ybb::Writer::begin(out)?),
            BookFormat::Apery => self.write(apery::Writer::new(out)),
        }
    }

    fn write(self, mut writer: impl BookWriter) -> io::Result<BookCounts> {
        let mut counts = BookCounts {
            unpackable: self.unpackable,
            ..BookCounts::default()
        };
        let mut positions = Positions {
            options: self.options,
            open_key: Vec::new(),
            sums: Vec::new(),
            moves: Vec::new(),
        };
        positions.for_each(self.sorter.finish()?, |position| {
            counts.positions += 1;
            counts.moves += position.moves.len() as u64;
            writer.add(position)
        })?;
        writer.finish()?;
        Ok(counts)
    }
}

/// The positions of a book, which are made of sorted moves.
struct Positions {
    options: BookOptions,
    /// The key of the position whose moves are being read.
    open_key: Vec<u8>,
    /// The moves of this position so far, by their codes in ascending order.
    sums: Vec<(u16, MoveSums)>,
    /// A buffer for the moves of a position.
    moves: Vec<BookMove>,
}

impl Positions {
    /// Calls `write` for each position that has moves in the book.
    fn for_each(
        &mut self,
        mut sorted: Sorted,
        mut write: impl FnMut(&BookPosition<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut key, mut sums) = (Vec::new(), Vec::new());
        while sorted.next_into(&mut key, &mut sums)? {
            let (Some((key, code)), Some(sums)) =
                (key.split_last_chunk::<MOVE_CODE_BYTES>(), MoveSums::decode(&sums))
            else {
                return Err(damaged_item_error());
            };
            if *key != *self.open_key {
                self.close(&mut write)?;
                self.open_key.clear();
                self.open_key.extend_from_slice(key);
            }
            let code = u16::from_be_bytes(*code);
            match self.sums.last_mut() {
                Some((last, total)) if *last == code => total.merge(&sums),
                _ => self.sums.push((code, sums)),
            }
        }
        self.close(&mut write)
    }

    /// Ends the open position, if there is one, and writes it if it has moves in the book.
    fn close(&mut self, write: &mut impl FnMut(&BookPosition<'_>) -> io::Result<()>) -> io::Result<()> {
        let Some(number) = self.sums.iter().map(|(_, sums)| sums.number).min() else {
            return Ok(());
        };
        self.moves.clear();
        for (code, sums) in self.sums.drain(..) {
            if sums.games < self.options.min_games {
                continue;
            }
            self.moves.push(BookMove {
                mv: MOVE_CODE.unpack_move(code).ok_or_else(damaged_item_error)?,
                games: sums.games,
                score: sums.score(self.options.score),
            });
        }
        if self.moves.is_empty() {
            return Ok(());
        }
        // The order of the codes remains for moves with equal counts and scores.
        self.moves
            .sort_by_key(|entry| (Reverse(entry.games), Reverse(entry.score)));
        write(&BookPosition {
            key: &self.open_key,
            number,
            moves: &self.moves,
        })
    }
}

#[cfg(test)]
mod tests;
