//! Names of members of any length, of which a limited part is held in memory.

use std::io::{self, Read};

use super::decode_name;

/// Maximum length of a name (bytes).
pub(super) const MAX_NAME_BYTES: usize = 64 << 10;

/// Number of bytes that are kept at the end of a longer name, so that the extension is not lost.
const NAME_END_BYTES: usize = 256;

/// A name that does not fit into a header. The middle of a very long name is left out.
pub(super) struct LongName {
    /// The beginning of the name, or the whole name.
    begin: Vec<u8>,
    /// The end of the name, if the middle was left out; otherwise `None`.
    end: Option<Vec<u8>>,
}

impl LongName {
    /// Reads a name, which extends to the end of `source`.
    pub(super) fn read(mut source: impl Read) -> io::Result<Self> {
        let mut begin = Vec::new();
        (&mut source)
            .take(MAX_NAME_BYTES as u64)
            .read_to_end(&mut begin)?;
        let mut end = Vec::new();
        loop {
            let mut chunk = Vec::new();
            if (&mut source)
                .take(MAX_NAME_BYTES as u64)
                .read_to_end(&mut chunk)?
                == 0
            {
                break;
            }
            end.extend(chunk);
            end.drain(..end.len().saturating_sub(NAME_END_BYTES));
        }
        if end.is_empty() {
            return Ok(Self { begin, end: None });
        }
        let begin_length = begin.len() - NAME_END_BYTES;
        let missing = NAME_END_BYTES - end.len();
        let end = [&begin[begin.len() - missing..], &end].concat();
        begin.truncate(begin_length);
        Ok(Self {
            begin,
            end: Some(end),
        })
    }

    /// Returns the name without its terminating zero byte.
    pub(super) fn without_terminator(mut self) -> Self {
        let last = self.end.as_mut().unwrap_or(&mut self.begin);
        last.pop_if(|byte| *byte == 0);
        self
    }

    /// Returns the name as text, and whether it was shortened.
    pub(super) fn into_text(self) -> (String, bool) {
        let Some(end) = &self.end else {
            return (decode_name(&self.begin), false);
        };
        let begin = match std::str::from_utf8(&self.begin) {
            Err(error) if error.error_len().is_none() => &self.begin[..error.valid_up_to()],
            _ => &self.begin,
        };
        let is_continuation_byte = |byte: &&u8| (0x80..0xC0).contains(*byte);
        let cut_bytes = end.iter().take_while(is_continuation_byte).take(3).count();
        (
            format!("{}…{}", decode_name(begin), decode_name(&end[cut_bytes..])),
            true,
        )
    }
}
