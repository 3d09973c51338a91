//! The facts of all records, outside of memory.
//!
//! The facts of a record are written once. The sorters, each of which orders the records in another way, only have their
//! [handles](Handle).

use std::fs::File;
use std::io::{self, Write as _};

use super::facts::Facts;
use crate::positioned_io::read_at;
use crate::temporary::{temp_file, with_temp_dir};

/// Size of the part of the file that is read at once (bytes).
const BLOCK_BYTES: usize = 64 << 10;

/// Length of an encoded [`Handle`] (bytes).
pub(super) const HANDLE_BYTES: usize = 12;

/// The place of the facts of a record in a [`FactsStore`]: the offset and the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle {
    offset: u64,
    length: u32,
}

impl Handle {
    pub(super) fn to_bytes(self) -> [u8; HANDLE_BYTES] {
        let mut bytes = [0; HANDLE_BYTES];
        bytes[..8].copy_from_slice(&self.offset.to_be_bytes());
        bytes[8..].copy_from_slice(&self.length.to_be_bytes());
        bytes
    }

    /// Returns the handle at the beginning of `bytes`.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too few bytes.
    pub(super) fn from_bytes(bytes: &[u8]) -> io::Result<Self> {
        let offset = bytes.first_chunk().copied().map(u64::from_be_bytes);
        let length = bytes.get(8..).and_then(<[u8]>::first_chunk).copied();
        let handle = offset.zip(length.map(u32::from_be_bytes));
        let (offset, length) = handle.ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(Self { offset, length })
    }
}

/// The facts of all records: first those in a temporary file, then those in memory.
#[derive(Debug)]
pub(super) struct FactsStore {
    /// Maximum size of the facts in memory before they are written to the file (bytes).
    memory: usize,
    /// The file; `None` as long as all facts are in memory.
    file: Option<File>,
    /// The length of the file.
    file_length: u64,
    /// The facts that are not in the file.
    tail: Vec<u8>,
    /// The last part of the file that was read, and its offset.
    block: Vec<u8>,
    block_offset: u64,
}

impl FactsStore {
    /// Creates a store that holds about `memory` bytes in memory.
    pub(super) const fn new(memory: usize) -> Self {
        Self {
            memory,
            file: None,
            file_length: 0,
            tail: Vec::new(),
            block: Vec::new(),
            block_offset: 0,
        }
    }

    /// Adds the facts of a record.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be written.
    pub(super) fn push(&mut self, facts: &Facts) -> io::Result<Handle> {
        if self.tail.len() >= self.memory {
            self.write_tail()?;
        }
        let start = self.tail.len();
        serde_json::to_writer(&mut self.tail, facts)?;
        Ok(Handle {
            offset: self.file_length + start as u64,
            length: u32::try_from(self.tail.len() - start).map_err(|_| io::ErrorKind::FileTooLarge)?,
        })
    }

    /// Moves the facts in memory to the file.
    fn write_tail(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(temp_file()?),
        };
        file.write_all(&self.tail)
            .map_err(|error| with_temp_dir(&error))?;
        self.file_length += self.tail.len() as u64;
        self.tail.clear();
        Ok(())
    }

    /// Returns the facts of a record.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be read.
    pub(super) fn get(&mut self, handle: Handle) -> io::Result<Facts> {
        let length = handle.length as usize;
        let bytes = if let Some(start) = handle.offset.checked_sub(self.file_length) {
            self.tail.get(start as usize..)
        } else {
            let end = handle.offset + u64::from(handle.length);
            let block_end = self.block_offset + self.block.len() as u64;
            if handle.offset < self.block_offset || end > block_end {
                self.read_block(handle)?;
            }
            self.block.get((handle.offset - self.block_offset) as usize..)
        };
        let bytes = bytes.and_then(|bytes| bytes.get(..length));
        Ok(serde_json::from_slice(
            bytes.ok_or(io::ErrorKind::UnexpectedEof)?,
        )?)
    }

    /// Reads the part of the file that begins with the facts of a record.
    fn read_block(&mut self, handle: Handle) -> io::Result<()> {
        let file = self.file.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let length = (self.file_length - handle.offset) as usize;
        self.block
            .resize(length.min(BLOCK_BYTES.max(handle.length as usize)), 0);
        self.block_offset = handle.offset;
        let mut filled = 0;
        while filled < self.block.len() {
            let offset = handle.offset + filled as u64;
            let count =
                read_at(file, &mut self.block[filled..], offset).map_err(|error| with_temp_dir(&error))?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            filled += count;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes of plies from the whole range.
    const CODES: [u16; 5] = [0, 1, 0xd800, 0xfffe, u16::MAX];

    /// Returns facts with this number and a name of the event of this many bytes.
    fn facts(sequence: u64, event_bytes: usize) -> Facts {
        let empty = serde_json::json!([null, null]);
        let value = serde_json::json!({
            "sequence": sequence,
            "place": { "path": "a.kif", "member": 0, "record": 1 },
            "names": empty,
            "players": ["", ""],
            "event": "e".repeat(event_bytes),
            "event_key": "",
            "stated_pairing": empty,
            "pairing": empty,
            "times": empty,
            "used_seconds": null,
            "result": null,
            "has_end": false,
            "is_drawn": false,
            "plies": 0,
            "moves": 0,
            "head": "",
            "time_control": null,
            "handicap": "",
        });
        let facts: Facts = serde_json::from_str(&value.to_string()).unwrap();
        Facts {
            head: CODES.into(),
            ..facts
        }
    }

    #[test]
    fn facts_in_the_file_and_in_memory_are_found_in_any_order() {
        let mut store = FactsStore::new(8 << 20);
        // Short facts, and facts longer than a block, which together need the file.
        let lengths = (0..400).map(|number| if number % 3 == 0 { 2 * BLOCK_BYTES } else { number });
        let facts: Vec<Facts> = (0..)
            .zip(lengths)
            .map(|(number, length)| facts(number, length))
            .collect();
        let handles: Vec<Handle> = facts.iter().map(|facts| store.push(facts).unwrap()).collect();
        assert!(store.file.is_some() && !store.tail.is_empty());
        let order = (0..facts.len()).chain((0..facts.len()).map(|at| at * 149 % facts.len()));
        for at in order {
            let handle = Handle::from_bytes(&handles[at].to_bytes()).unwrap();
            let found = store.get(handle).unwrap();
            assert_eq!(
                (found.sequence, found.event, &*found.head),
                (facts[at].sequence, facts[at].event.clone(), &CODES[..])
            );
        }
    }

    #[test]
    fn a_handle_that_is_cut_short_is_an_error() {
        let bytes = Handle { offset: 3, length: 4 }.to_bytes();
        assert!(Handle::from_bytes(&bytes[..HANDLE_BYTES - 1]).is_err());
        assert!(
            FactsStore::new(8 << 20)
                .get(Handle { offset: 3, length: 4 })
                .is_err()
        );
    }
}
