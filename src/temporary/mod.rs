//! Temporary files without a name, which the system deletes when they are closed, however the program ends.

use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::{cmp, env};

use crate::finding::{Reason, message};
use crate::positioned_io::{read_at, write_at};
use crate::text::path_to_text;

/// Creates a temporary file for reading and writing.
///
/// # Errors
///
/// Returns an error if the file cannot be created.
pub(crate) fn temp_file() -> io::Result<File> {
    tempfile::tempfile().map_err(|error| with_temp_dir(&error))
}

/// Returns `error` with the folder of temporary files in its message. The user never typed this folder.
pub(crate) fn with_temp_dir(error: &io::Error) -> io::Error {
    let folder = env::temp_dir();
    let folder = path_to_text(&folder);
    let name = message!(
        "the folder of temporary files, {folder} (set TMPDIR to name another)",
        "一時ファイルのフォルダ {folder}（TMPDIRで別の場所を指定できる）",
    );
    Reason::with_subject(&name, error)
}

/// A temporary file of several regions, which different threads write and read at the same time. All clones are the same file,
/// which is created with the first region.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedTempFile(Arc<SharedFile>);

#[derive(Debug, Default)]
struct SharedFile {
    file: OnceLock<File>,
    /// The end of the last region.
    end: AtomicU64,
}

impl SharedTempFile {
    /// Adds an empty region for `length` bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created.
    pub(crate) fn add_region(&self, length: u64) -> io::Result<Region> {
        if self.0.file.get().is_none() {
            // If two threads create a file, the second one is dropped at once.
            let _ = self.0.file.set(temp_file()?);
        }
        let start = self.0.end.fetch_add(length, Ordering::Relaxed);
        Ok(Region {
            file: self.clone(),
            start,
            at: start,
            end: start + length,
        })
    }
}

/// A region of a [`SharedTempFile`], which is first written and then read.
#[derive(Debug)]
pub(crate) struct Region {
    file: SharedTempFile,
    start: u64,
    /// The offset of the next byte that is written or read.
    at: u64,
    end: u64,
}

impl Region {
    /// Returns the length of the region (bytes).
    pub(crate) const fn len(&self) -> u64 {
        self.end - self.start
    }

    /// Continues at the beginning of the region.
    pub(crate) const fn rewind(&mut self) {
        self.at = self.start;
    }

    /// Returns the file, and how many of `length` bytes are in the rest of the region.
    fn rest(&self, length: usize) -> io::Result<(&File, usize)> {
        let file = self.file.0.file.get().ok_or(io::ErrorKind::NotFound)?;
        let length = cmp::min(length as u64, self.end - self.at) as usize;
        Ok((file, length))
    }
}

impl Read for Region {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (file, length) = self.rest(buffer.len())?;
        let count = read_at(file, &mut buffer[..length], self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Write for Region {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (file, length) = self.rest(bytes.len())?;
        let count = write_at(file, &bytes[..length], self.at)?;
        self.at += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_independent() {
        let file = SharedTempFile::default();
        let mut regions: Vec<_> = [3, 0, 4]
            .map(|length| file.clone().add_region(length).unwrap())
            .into();
        for text in [&b"ab"[..], b"c"] {
            regions[0].write_all(text).unwrap();
            regions[2].write_all(text).unwrap();
        }
        assert_eq!(regions[0].write(b"d").unwrap(), 0, "the region is full");
        let read = |region: &mut Region| {
            region.rewind();
            let mut text = String::new();
            region.read_to_string(&mut text).unwrap();
            (region.len(), text)
        };
        let texts: Vec<_> = regions.iter_mut().map(read).collect();
        assert_eq!(
            texts,
            [(3, "abc".to_owned()), (0, String::new()), (4, "abc".to_owned())]
        );
    }
}
