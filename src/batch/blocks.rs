//! A file in blocks of whole lines.

use std::io::{self, Read};

use memchr::memrchr;

use super::limits::{Limits, record_too_long};
use super::load::reserve;

/// Reads whole lines, about so many bytes of them at a time.
#[derive(Debug)]
pub(super) struct Blocks<R> {
    from: R,
    limits: Limits,
    /// The beginning of the line that the last block does not have.
    rest: Vec<u8>,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(from: R, limits: Limits) -> Self {
        Self {
            from,
            limits,
            rest: Vec::new(),
        }
    }

    /// Adds about so many bytes, up to the end of a line, to those that begin at this line of the file. Whether more come.
    ///
    /// # Errors
    ///
    /// When they cannot be read, when there is no memory for them, and where a line is longer than a record may be.
    pub(super) fn append(&mut self, bytes: &mut Vec<u8>, about: usize, line: u64) -> io::Result<bool> {
        reserve(bytes, self.rest.len() + about)?;
        bytes.append(&mut self.rest);
        loop {
            let before = bytes.len();
            reserve(bytes, about)?;
            (&mut self.from).take(about as u64).read_to_end(bytes)?;
            if bytes.len() < before + about {
                return Ok(false);
            }
            if let Some(end) = memrchr(b'\n', &bytes[before..]) {
                let end = before + end + 1;
                reserve(&mut self.rest, bytes.len() - end)?;
                self.rest.extend_from_slice(&bytes[end..]);
                bytes.truncate(end);
                return Ok(true);
            }
            if bytes.len() > self.limits.record {
                return Err(record_too_long(line, self.limits));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_whole_lines_whatever_their_size() {
        for text in ["", "\n", "a", "ab\ncdefgh\n\nij", "ab\ncdefgh\n\nij\n"] {
            for size in 1..12 {
                let mut blocks = Blocks::new(text.as_bytes(), Limits::USUAL);
                let (mut all, mut more) = (Vec::new(), true);
                while more {
                    let mut block = Vec::new();
                    more = blocks.append(&mut block, size, 1).unwrap();
                    assert!(!more || block.ends_with(b"\n"), "{text:?} {size}");
                    all.append(&mut block);
                }
                assert_eq!(all, text.as_bytes(), "{size}");
            }
        }
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let limits = Limits {
            window: 4,
            record: 64,
        };
        let mut blocks = Blocks::new(io::repeat(b'x'), limits);
        let error = blocks.append(&mut Vec::new(), 4, 7).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(error.to_string().contains("line 7"), "{error}");
    }
}
