//! A sample of a large file, from which the encoding of the file is detected before its records are read.

use std::collections::TryReserveError;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::{memchr, memrchr};

use super::decode::{TextProperties, try_decode};
use super::detection::{SAMPLE_BYTES, encoding_from_start, has_many_zeros, is_binary_data};
use super::{MAX_NUL_BYTES, without_padding};

/// Maximum size of a sample (bytes).
const MAX_SAMPLE_BYTES: usize = 16 << 20;

/// Number of lines at the beginning of a file that may declare the encoding.
const HEAD_LINES: usize = 8;

/// A sample of a file: its beginning, and all later lines with an escape character or a byte that is not ASCII, up to
/// [`MAX_SAMPLE_BYTES`].
///
/// All other lines are equal in all encodings, so the sample has the encoding of the whole file.
#[derive(Debug)]
pub(crate) struct EncodingSample {
    /// The encoding set by the caller; `None` if the encoding is to be detected.
    forced: Option<&'static Encoding>,
    bytes: Vec<u8>,
    /// Number of lines in the sample.
    lines: usize,
    /// `true` if all lines so far are valid UTF-8.
    is_utf_8: bool,
}

impl EncodingSample {
    /// Creates an empty sample. If an encoding is `forced`, the encoding is not detected.
    pub(crate) fn new(forced: Option<&'static Encoding>) -> Self {
        Self {
            forced,
            bytes: Vec::new(),
            lines: 0,
            is_utf_8: true,
        }
    }

    /// Returns the properties of the file if `head`, its first bytes, determines them.
    ///
    /// The first bytes determine the properties for a forced encoding, for UTF-16, and for a file that is not text. For
    /// any other file, returns `None`.
    pub(crate) fn properties_from_start(&self, head: &[u8]) -> Option<TextProperties> {
        let (known, mark) = encoding_from_start(head, self.forced);
        // Zeros after the text are padding, and their number does not matter.
        let body = without_padding(&head[mark..]);
        // Up to three bytes at the end may be a character that is cut off there.
        let valid_length = Encoding::utf8_valid_up_to(body);
        let is_utf_8 = body.len() - valid_length < 4;
        let known = TextProperties {
            encoding: known.unwrap_or(UTF_8),
            mark,
            is_text: match known {
                _ if body.is_empty() => false,
                None if !is_utf_8 => !is_binary_data(body),
                // UTF-16 is not tested for zeros, because every other byte can be zero.
                Some(encoding) if [UTF_16LE, UTF_16BE].contains(&encoding) => true,
                _ => !has_many_zeros(body, MAX_NUL_BYTES),
            },
            is_forced: self.forced.is_some(),
        };
        (!known.is_text || self.forced.is_some() || !known.has_parts()).then_some(known)
    }

    /// Adds whole lines of the file. Returns `false` if the sample is sufficient, so that no more lines are needed.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub(crate) fn add(&mut self, lines: &[u8]) -> Result<bool, TryReserveError> {
        let mut rest = lines;
        while self.needs_all_lines() && !rest.is_empty() {
            let (line, following) = rest.split_at(line_end(rest, 0));
            self.bytes.try_reserve(line.len())?;
            self.bytes.extend_from_slice(line);
            self.is_utf_8 &= str::from_utf8(line).is_ok();
            self.lines += 1;
            rest = following;
        }
        self.add_part(&SamplePart::new(rest, self.is_full())?)
    }

    /// Returns whether the next lines belong to the beginning of the file, so that all of them are in the sample.
    pub(crate) fn needs_all_lines(&self) -> bool {
        self.lines < HEAD_LINES || self.bytes.len() < SAMPLE_BYTES
    }

    /// Returns whether the sample has its maximum size.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes.len() >= MAX_SAMPLE_BYTES
    }

    /// Adds the sample of the next lines of the file, which are after its beginning. Returns `false` if no more lines are
    /// needed.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub(crate) fn add_part(&mut self, part: &SamplePart) -> Result<bool, TryReserveError> {
        self.is_utf_8 &= part.is_utf_8;
        if !self.is_full() {
            // The sample ends with the first line that reaches the maximum size.
            let remaining = MAX_SAMPLE_BYTES - self.bytes.len();
            let end = match part.bytes.len() {
                length if length < remaining => length,
                _ => line_end(&part.bytes, remaining - 1),
            };
            self.bytes.try_reserve(end)?;
            self.bytes.extend_from_slice(&part.bytes[..end]);
        }
        Ok(self.is_utf_8 || !self.is_full())
    }

    /// Returns the properties of the file according to the sample.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the detection.
    pub(crate) fn properties(&self) -> Result<TextProperties, TryReserveError> {
        let text = try_decode(&self.bytes, self.forced)?;
        // The rate of malformed characters is not tested here, because it may be higher in the sample than in the whole file.
        let is_binary_data = text.looks_binary() && text.as_str().is_empty();
        Ok(TextProperties {
            encoding: text.encoding(),
            mark: text.mark,
            is_text: !is_binary_data && !has_many_zeros(text.as_str().as_bytes(), MAX_NUL_BYTES),
            is_forced: self.forced.is_some(),
        })
    }
}

/// The sample of consecutive lines of a file after its beginning.
#[derive(Debug)]
pub(crate) struct SamplePart {
    /// The lines with an escape character or a byte that is not ASCII.
    bytes: Vec<u8>,
    /// `true` if all lines are valid UTF-8.
    is_utf_8: bool,
}

impl SamplePart {
    /// Creates the sample of some lines. If the sample of the file `is_full`, no line is kept.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub(crate) fn new(lines: &[u8], is_full: bool) -> Result<Self, TryReserveError> {
        let mut part = Self {
            bytes: Vec::new(),
            is_utf_8: Encoding::utf8_valid_up_to(lines) == lines.len(),
        };
        if is_full {
            return Ok(part);
        }
        let next_not_ascii = |from: usize| from + Encoding::ascii_valid_up_to(&lines[from..]);
        let next_escape =
            |from: usize| memchr(0x1B, &lines[from..]).map_or(lines.len(), |index| from + index);
        let (mut not_ascii, mut escape) = (next_not_ascii(0), next_escape(0));
        // The latest lines that belong to the sample. Adjacent lines are copied together.
        let mut run = 0..0;
        while not_ascii.min(escape) < lines.len() {
            let found = not_ascii.min(escape);
            let start = memrchr(b'\n', &lines[run.end..found]).map_or(run.end, |index| run.end + index + 1);
            if start > run.end {
                part.add(&lines[run])?;
                run = start..start;
            }
            run.end = line_end(lines, found);
            if not_ascii < run.end {
                not_ascii = next_not_ascii(run.end);
            }
            if escape < run.end {
                escape = next_escape(run.end);
            }
        }
        part.add(&lines[run])?;
        Ok(part)
    }

    fn add(&mut self, lines: &[u8]) -> Result<(), TryReserveError> {
        self.bytes.try_reserve(lines.len())?;
        self.bytes.extend_from_slice(lines);
        Ok(())
    }
}

/// Returns the end of the line that contains the offset `at`, after its line feed if it has one.
fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |index| at + index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_JP, SHIFT_JIS};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_sample_has_the_lines_that_are_not_plain_ascii(
            lines in proptest::collection::vec("[a-c]{0,3}(\u{1b}|あ|)[a-c]{0,3}(\r|)", 0..12),
            is_ended: bool,
        ) {
            let mut text = lines.join("\n");
            if is_ended {
                text.push('\n');
            }
            let needed = |line: &&str| !line.is_ascii() || line.contains('\u{1b}');
            let expected: String = text.split_inclusive('\n').filter(needed).collect();
            let part = SamplePart::new(text.as_bytes(), false).unwrap();
            prop_assert_eq!((part.bytes, part.is_utf_8), (expected.into_bytes(), true));
        }
    }

    fn properties_and_block_count(blocks: &[&[u8]]) -> (TextProperties, usize) {
        let mut sample = EncodingSample::new(None);
        let blocks_read = blocks
            .iter()
            .take_while(|block| sample.add(block).unwrap())
            .count();
        (sample.properties().unwrap(), blocks_read)
    }

    #[test]
    fn ascii_text_does_not_decide_the_encoding() {
        let ascii = b"+7776FU\n".repeat(1 << 16);
        for encoding in [UTF_8, SHIFT_JIS, EUC_JP] {
            let name = encoding
                .encode("N+羽生善治\nN-谷川浩司\n'平手の局面、先手の勝ち\n")
                .0;
            let (properties, _) = properties_and_block_count(&[&ascii, &ascii, &name, &ascii]);
            assert_eq!(properties.encoding, encoding);
        }
    }

    #[test]
    fn detection_reads_a_limited_number_of_bytes() {
        let block = SHIFT_JIS
            .encode(&"先手：春日一歩\n".repeat(100_000))
            .0
            .into_owned();
        let blocks = vec![&*block; 20];
        let (properties, blocks_read) = properties_and_block_count(&blocks);
        assert_eq!(properties.encoding, SHIFT_JIS);
        assert_eq!(blocks_read, MAX_SAMPLE_BYTES / block.len());
    }

    #[test]
    fn zeros_after_a_text_do_not_make_it_binary() {
        let sample = EncodingSample::new(None);
        let is_text_from_start = |head: &[u8]| {
            sample
                .properties_from_start(head)
                .map(|properties| properties.is_text)
        };
        assert_eq!(is_text_from_start(&[0; 4000]), Some(false));
        assert_eq!(is_text_from_start(&[b"PI\n+\n", &[0; 4000][..]].concat()), None);
        assert_eq!(
            is_text_from_start(&[b"PI\n+\n", &[0; 4000][..], b"x"].concat()),
            Some(false)
        );
        assert_eq!(
            is_text_from_start(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10"),
            Some(false)
        );
        let wide: Vec<u8> = "V2.2\nPI\n"
            .repeat(500)
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(is_text_from_start(&wide), Some(true), "UTF-16 is full of zeros");
        let cut = "先手：春日".as_bytes();
        assert_eq!(
            is_text_from_start(&cut[..cut.len() - 1]),
            None,
            "a character that is cut is no damage"
        );
    }
}
