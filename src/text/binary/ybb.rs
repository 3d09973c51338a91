//! Opening books of `YaneuraOu` in the binary format `.ybb`, as text.
//!
//! The file has a header of 32 bytes, an index with an entry of 44 bytes for each position, and an area with the moves. Integers are
//! little-endian. An entry ends with the offset of its moves in this area (8 bytes), the number of the next move (2 bytes) and the
//! number of moves (2 bytes).

use std::io::{self, Read};

use super::{Lines, push_line};

/// The first bytes of a book.
pub(crate) const MAGIC: &[u8] = b"YANE-BINBOOK-V1\0";

/// Length of the header (bytes): [`MAGIC`], the number of positions, and the flags.
pub(crate) const HEADER_BYTES: usize = 32;

/// Length of an entry of the index (bytes).
pub(crate) const INDEX_BYTES: usize = 44;

/// Offset of the place of the moves in an entry (bytes). The packed position is before it.
pub(crate) const PLACE_OFFSET: usize = 32;

/// The flag of a book whose moves have a search depth.
const DEPTH_FLAG: u64 = 1;

/// Number of bytes that are read at once.
const BLOCK_BYTES: usize = 16 << 10;

/// Length of the text after which a part of it is passed on (bytes).
const MAX_TEXT_BYTES: usize = 64 << 10;

/// Returns whether a file begins like a book.
pub(super) fn is_book(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// Returns whether the moves of a book with this header have a search depth; `None` if the header is incomplete or has other
/// flags.
pub(crate) fn has_depths(header: &[u8]) -> Option<bool> {
    let flags = u64_at(header, HEADER_BYTES - size_of::<u64>())?;
    (is_book(header) && flags <= DEPTH_FLAG).then_some(flags == DEPTH_FLAG)
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    let value = bytes.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*value))
}

/// Reads bytes at an offset of a file. Returns the number of bytes, which is 0 at the end of the file.
type ReadAt<'f> = Box<dyn Fn(&mut [u8], u64) -> io::Result<usize> + Send + 'f>;

/// A reader that converts a book to text, position by position. If the file ends before the positions that its header states, a line
/// with the number of those that are missing (8 bytes) follows.
///
/// The moves of a position can be anywhere in the file. Moves that are not in the file are left out, and so are moves after
/// as many as the file can hold, so that the text of a book is not much longer than the book.
pub(crate) struct YbbReader<'f> {
    index: Block<'f>,
    moves: Block<'f>,
    state: State,
    lines: Lines,
}

/// The next part of a book.
enum State {
    Header,
    /// The positions from an offset in the file on, with the number of those that are still to be read.
    Positions {
        at: u64,
        missing: u64,
        layout: Layout,
    },
    Ended,
}

/// The places of the parts of a book, according to its header.
#[derive(Clone, Copy)]
struct Layout {
    /// Offset after the index (bytes).
    index_end: u64,
    /// Length of a move (bytes).
    move_bytes: usize,
    /// Number of bytes of moves that may still be read.
    remaining: u64,
}

impl<'f> YbbReader<'f> {
    /// Creates a reader of a file of `length` bytes. `read_at` makes a function that reads the file at an offset.
    pub(crate) fn new(length: u64, read_at: impl Fn() -> ReadAt<'f>) -> Self {
        Self {
            index: Block::new(length, read_at()),
            moves: Block::new(length, read_at()),
            state: State::Header,
            lines: Lines::default(),
        }
    }

    /// Creates a reader of a book in memory.
    pub(crate) fn of_bytes(bytes: &'f [u8]) -> Self {
        Self::new(bytes.len() as u64, || {
            Box::new(|buffer: &mut [u8], at: u64| {
                let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..));
                rest.unwrap_or_default().read(buffer)
            })
        })
    }

    /// Converts the next part of the book to text.
    fn fill(&mut self) -> io::Result<()> {
        let text = self.lines.begin();
        match &mut self.state {
            State::Ended => {}
            State::Header => {
                let header = self.index.read(0, HEADER_BYTES)?;
                push_line(text, header);
                let count = u64_at(header, MAGIC.len()).unwrap_or(0);
                self.state = match has_depths(header) {
                    None => State::Ended,
                    Some(has_depths) => State::Positions {
                        at: HEADER_BYTES as u64,
                        missing: count,
                        layout: Layout {
                            index_end: count
                                .saturating_mul(INDEX_BYTES as u64)
                                .saturating_add(HEADER_BYTES as u64),
                            move_bytes: if has_depths { 6 } else { 4 },
                            remaining: self.index.file_length,
                        },
                    },
                };
            }
            State::Positions { at, missing, layout } => {
                while text.len() < MAX_TEXT_BYTES {
                    let length = layout.index_end.saturating_sub(*at).min(INDEX_BYTES as u64) as usize;
                    let entry = self.index.read(*at, length)?;
                    if !entry.is_empty() {
                        push_line(text, entry);
                    }
                    *at += entry.len() as u64;
                    if entry.len() < INDEX_BYTES {
                        if *missing > 0 {
                            push_line(text, &missing.to_le_bytes());
                        }
                        self.state = State::Ended;
                        break;
                    }
                    *missing = missing.saturating_sub(1);
                    push_moves(text, entry, layout, &mut self.moves)?;
                }
            }
        }
        Ok(())
    }
}

/// Appends a line for each move of a position with this entry in the index.
fn push_moves(
    text: &mut Vec<u8>,
    entry: &[u8],
    layout: &mut Layout,
    moves: &mut Block<'_>,
) -> io::Result<()> {
    let count = u16::from_le_bytes([entry[INDEX_BYTES - 2], entry[INDEX_BYTES - 1]]);
    let length = u64::from(count) * layout.move_bytes as u64;
    let place = u64_at(entry, PLACE_OFFSET).unwrap_or(u64::MAX);
    let at = layout.index_end.saturating_add(place);
    let bytes = moves.read(at, length.min(layout.remaining) as usize)?;
    layout.remaining -= bytes.len() as u64;
    for mv in bytes.chunks(layout.move_bytes) {
        push_line(text, mv);
    }
    Ok(())
}

impl Read for YbbReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.lines.is_empty() {
            self.fill()?;
        }
        self.lines.read(buffer)
    }
}

/// A part of a file that was read last.
struct Block<'f> {
    file_length: u64,
    read_at: ReadAt<'f>,
    bytes: Vec<u8>,
    /// Offset of `bytes` in the file (bytes).
    start: u64,
}

impl<'f> Block<'f> {
    fn new(file_length: u64, read_at: ReadAt<'f>) -> Self {
        Self {
            file_length,
            read_at,
            bytes: Vec::new(),
            start: 0,
        }
    }

    /// Returns bytes of the file, or fewer at its end.
    fn read(&mut self, at: u64, length: usize) -> io::Result<&[u8]> {
        let length = self.file_length.saturating_sub(at).min(length as u64) as usize;
        let offset_in = |start: u64| usize::try_from(at.checked_sub(start)?).ok();
        let is_read = offset_in(self.start).is_some_and(|offset| offset + length <= self.bytes.len());
        if !is_read {
            self.start = at;
            self.bytes.resize(length.max(BLOCK_BYTES), 0);
            let mut count = 0;
            while count < length {
                match (self.read_at)(&mut self.bytes[count..], at + count as u64) {
                    Ok(0) => break,
                    Ok(more) => count += more,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
            self.bytes.truncate(count);
        }
        let offset = offset_in(self.start).unwrap_or(0).min(self.bytes.len());
        let end = (offset + length).min(self.bytes.len());
        Ok(&self.bytes[offset..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{BinaryLayout, Text};

    /// Returns a book with these flags and positions, each with the offset and the number of its moves, and these moves.
    fn book(flags: u64, positions: &[(u64, u16)], moves: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((positions.len() as u64).to_le_bytes());
        bytes.extend(flags.to_le_bytes());
        for (place, count) in positions {
            bytes.extend([0xaa; PLACE_OFFSET]);
            bytes.extend(place.to_le_bytes());
            bytes.extend(1_u16.to_le_bytes());
            bytes.extend(count.to_le_bytes());
        }
        bytes.extend(moves);
        bytes
    }

    /// Returns the lengths (bytes) of the header, the entries and the moves in the text of a book.
    fn lengths(bytes: &[u8]) -> Vec<usize> {
        let text = Text::from_binary(bytes, BinaryLayout::Ybb);
        text.as_str().lines().map(|line| line.len() / 2).collect()
    }

    #[test]
    fn moves_follow_their_position() {
        let moves = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3];
        let bytes = book(0, &[(8, 1), (0, 2)], &moves);
        let text = Text::from_binary(&bytes, BinaryLayout::Ybb);
        let lines: Vec<_> = text.as_str().lines().collect();
        let (entry, moves) = (INDEX_BYTES, 4);
        assert_eq!(lengths(&bytes), [HEADER_BYTES, entry, moves, entry, moves, moves]);
        assert_eq!(
            (lines[2], lines[4], lines[5]),
            ("03030303", "01010101", "02020202")
        );
        assert_eq!(
            lengths(&book(1, &[(0, 2)], &[0; 12])),
            [HEADER_BYTES, entry, 6, 6]
        );
    }

    #[test]
    fn damaged_books_have_the_rest_of_their_text() {
        let whole = book(0, &[(0, 1), (0, 1)], &[7; 4]);
        for (bytes, expected) in [
            (&whole[..HEADER_BYTES - 1], &[HEADER_BYTES - 1][..]),
            (&whole[..HEADER_BYTES + 50], &[HEADER_BYTES, INDEX_BYTES, 6, 8]),
            (&whole[..HEADER_BYTES], &[HEADER_BYTES, 8]),
            (&book(2, &[(0, 1)], &[7; 4]), &[HEADER_BYTES]),
            (
                &book(0, &[(u64::MAX, 1), (2, 1)], &[7; 4]),
                &[HEADER_BYTES, INDEX_BYTES, INDEX_BYTES, 2],
            ),
        ] {
            assert_eq!(lengths(bytes), expected);
        }
    }

    #[test]
    fn positions_that_share_their_moves_do_not_make_a_long_text() {
        let bytes = book(0, &vec![(0, u16::MAX); 1000], &[7; 4096]);
        let text = Text::from_binary(&bytes, BinaryLayout::Ybb);
        assert!(text.as_str().len() < 5 * bytes.len());
    }
}
