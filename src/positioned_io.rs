//! Reading and writing of a file at an offset, so that several threads can use one file at the same time.

use std::fs::File;
use std::io;

/// Reads bytes at an offset. Returns the number of bytes read, which is 0 at the end of the file.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
#[cfg(unix)]
pub(crate) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
pub(crate) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

/// Writes bytes at an offset. Returns the number of bytes written.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
#[cfg(unix)]
pub(crate) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::write_at(file, bytes, at)
}

#[cfg(windows)]
pub(crate) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_write(file, bytes, at)
}

/// Functions that move the position of the file, which all handles of the file share.
///
/// They are only correct on systems with a single thread. The tests of all systems include them.
#[cfg(any(test, not(any(unix, windows))))]
mod with_seek {
    use std::fs::File;
    use std::io::{self, Read, Seek, SeekFrom, Write};

    pub(crate) fn read_at(mut file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
        file.seek(SeekFrom::Start(at))?;
        file.read(buffer)
    }

    pub(crate) fn write_at(mut file: &File, bytes: &[u8], at: u64) -> io::Result<usize> {
        file.seek(SeekFrom::Start(at))?;
        file.write(bytes)
    }
}

#[cfg(not(any(unix, windows)))]
pub(crate) use with_seek::{read_at, write_at};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_use_an_offset_agree() {
        type WriteAt = fn(&File, &[u8], u64) -> io::Result<usize>;
        for write in [write_at as WriteAt, with_seek::write_at] {
            let file = tempfile::tempfile().unwrap();
            for (bytes, at) in [(&b"789"[..], 7), (b"0123456", 0)] {
                assert_eq!(write(&file, bytes, at).unwrap(), bytes.len());
            }
            for at in [7, 0, 3, 9, 10, 11] {
                let read_4_bytes = |read_at: fn(&File, &mut [u8], u64) -> io::Result<usize>| {
                    let mut buffer = [0; 4];
                    let length = read_at(&file, &mut buffer, at).unwrap();
                    buffer[..length].to_vec()
                };
                let expected = b"0123456789".get(at as usize..).unwrap_or_default();
                assert_eq!(
                    read_4_bytes(with_seek::read_at),
                    expected[..expected.len().min(4)]
                );
                assert_eq!(read_4_bytes(read_at), read_4_bytes(with_seek::read_at));
            }
        }
    }
}
