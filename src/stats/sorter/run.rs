//! A run: sorted items in a temporary file, each as two lengths, the key and the item.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};

use crate::finding::{Reason, say};
use crate::temporary::{about_folder, temporary};

/// So many bytes are gathered before they are written.
const BUFFER: usize = 64 << 10;

/// A file is read in stretches of so many bytes at least.
const LEAST: usize = 4 << 10;

/// A key or an item as it is stored; it has less than 4 GiB.
pub(super) fn written_length(bytes: &[u8]) -> io::Result<u32> {
    let too_large = |_| {
        Reason::error(
            io::ErrorKind::InvalidInput,
            say("a row is too long to sort", "行が長すぎて並べ替えられない"),
        )
    };
    u32::try_from(bytes.len()).map_err(too_large)
}

/// A run that is being written.
pub(super) struct RunWriter {
    file: BufWriter<File>,
}

impl RunWriter {
    /// An empty run. Its file has no name and is gone when it is closed, however the program ends.
    pub(super) fn new() -> io::Result<Self> {
        let file = temporary()?;
        Ok(Self {
            file: BufWriter::with_capacity(BUFFER, file),
        })
    }

    /// Adds an item.
    pub(super) fn write(&mut self, key: &[u8], item: &[u8]) -> io::Result<()> {
        let lengths = [written_length(key)?, written_length(item)?];
        let [of_key, of_item] = lengths.map(u32::to_le_bytes);
        let mut parts = [&of_key, &of_item, key, item].into_iter();
        let written = parts.try_for_each(|part| self.file.write_all(part));
        written.map_err(|error| about_folder(&error))
    }

    /// The file, to be read from its beginning.
    pub(super) fn finish(self) -> io::Result<File> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error);
        let rewound = file.and_then(|mut file| file.rewind().map(|()| file));
        rewound.map_err(|error| about_folder(&error))
    }
}

/// A run that is being read.
pub(super) struct RunReader {
    file: BufReader<File>,
}

impl RunReader {
    /// The items of a run, read in stretches of about so many bytes.
    pub(super) fn new(file: File, memory: usize) -> Self {
        let buffer = memory.clamp(LEAST, BUFFER);
        Self {
            file: BufReader::with_capacity(buffer, file),
        }
    }

    /// Reads the next item into these buffers; `false` when there is none.
    pub(super) fn read(&mut self, key: &mut Vec<u8>, item: &mut Vec<u8>) -> io::Result<bool> {
        if self.file.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let (key_length, item_length) = (self.length()?, self.length()?);
        key.resize(key_length, 0);
        item.resize(item_length, 0);
        self.file.read_exact(key)?;
        self.file.read_exact(item)?;
        Ok(true)
    }

    fn length(&mut self) -> io::Result<usize> {
        let mut bytes = [0; 4];
        self.file.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes) as usize)
    }
}
