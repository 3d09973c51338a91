//! The fast path for the lines that make up almost all of an archive: moves with their times, comments, headers, the start
//! position and the end.
//!
//! These lines are recognized byte by byte before the grammar is used. The grammar reads all other lines, in sections. Tests
//! verify that the record is the same with and without the fast path.

use memchr::{memchr, memchr2};

use super::grammar::Rule;
use super::time::whole_seconds;
use super::{MOVE_BYTES, VERSIONS, parse_move};
use crate::finding::Span;
use crate::record::WrittenMove;

/// A move in a common form, with its time if there is one.
pub(super) struct CommonMove {
    pub written: WrittenMove,
    /// The time (milliseconds) and its span; `None` if no time follows.
    pub time: Option<(u32, Span)>,
    /// The length with the delimiters (bytes).
    pub length: usize,
}

impl CommonMove {
    /// Reads the move at the beginning of a text, which begins at offset `start` of the file. Returns `None` if the text has
    /// another form, or if the move or the time is not valid.
    #[expect(
        clippy::inline_always,
        reason = "the move of every ply; otherwise its result is copied from call to call"
    )]
    #[inline(always)]
    pub(super) fn parse(text: &str, start: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        let Some(b'+' | b'-') = bytes.first() else {
            return None;
        };
        let written = parse_move(text, start as u32).ok()?;
        let after_move = bytes.get(MOVE_BYTES..)?;
        let mut length = MOVE_BYTES + delimiter_len(after_move)?;
        let mut time = None;
        if let Some(b'T') = bytes.get(length) {
            let (seconds, after_time) = whole_seconds(&bytes[length + 1..])?;
            let end = bytes.len() - after_time.len();
            time = Some((seconds * 1000, Span::new(start + length, start + end)));
            length = end + delimiter_len(after_time)?;
        }
        Some(Self {
            written,
            time,
            length,
        })
    }
}

/// Returns whether a text begins with a move or a line in a common form.
pub(super) fn is_common(text: &str) -> bool {
    CommonMove::parse(text, 0).is_some() || common_line(text).is_some()
}

/// Returns the rule and the length of the first token if it has a common form and is not a move; `None` for other text.
///
/// The length includes the line end or comma after the token.
pub(super) fn common_line(text: &str) -> Option<(Rule, usize)> {
    let bytes = text.as_bytes();
    match bytes {
        [b'+' | b'-', ..] => Some((Rule::turn, 1 + delimiter_len(&bytes[1..])?)),
        [b'\'', ..] => Some((Rule::comment, line_len(bytes)?)),
        [b'N', b'+' | b'-', ..] => Some((Rule::name, line_len(bytes)?)),
        [b'$', ..] => {
            let length = line_len(bytes)?;
            memchr(b':', &bytes[..length]).map(|_| (Rule::info, length))
        }
        [b'V', b'0'..=b'9', ..] => {
            let words = VERSIONS.iter();
            words
                .filter(|word| text.starts_with(**word))
                .find_map(|word| Some((Rule::version, word.len() + delimiter_len(&bytes[word.len()..])?)))
        }
        [b'P', b'I', ..] => Some((Rule::setup, 2 + delimiter_len(&bytes[2..])?)),
        [b'P', b'1'..=b'9', ..] => {
            let cells = bytes[2..].first_chunk::<{ 9 * CELL_BYTES }>()?;
            let is_rank = cells
                .chunks_exact(CELL_BYTES)
                .all(|cell| matches!(cell, b" * " | [b'+' | b'-', b'A'..=b'Z', b'A'..=b'Z']));
            let length = 2 + cells.len();
            let delimiter = delimiter_len(bytes.get(length..).filter(|_| is_rank)?)?;
            Some((Rule::row, length + delimiter))
        }
        [b'T', b'0'..=b'9', ..] => {
            let digits = bytes[1..].iter().take_while(|it| it.is_ascii_digit());
            let length = 1 + digits.count();
            Some((Rule::time, length + delimiter_len(&bytes[length..])?))
        }
        [b'%', b'A'..=b'Z', ..] => {
            let letters = bytes[1..]
                .iter()
                .take_while(|it| it.is_ascii_uppercase() || **it == b'_');
            let length = 1 + letters.count();
            Some((Rule::special, length + delimiter_len(&bytes[length..])?))
        }
        _ => None,
    }
}

/// Length of a square in a row of the board (bytes).
const CELL_BYTES: usize = 3;

/// Returns the length of the first line with its line end. Returns `None` if the line end is a lone `\r`.
fn line_len(bytes: &[u8]) -> Option<usize> {
    let length = memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len());
    Some(length + delimiter_len(&bytes[length..])?)
}

/// Returns the length of the line end or comma at the beginning of a text. At the end of the text, the length is 0.
/// Returns `None` before other text.
fn delimiter_len(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [] => Some(0),
        [b'\n' | b',', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}
