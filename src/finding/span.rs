//! A stretch of the decoded text.

/// Byte range in the decoded text of a file.
///
/// 32 bits are enough: a text is a small file or a window of a large one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to, not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The same stretch seen from a text that begins `offset` bytes earlier.
    #[must_use]
    pub(crate) const fn shifted(self, offset: usize) -> Self {
        Self {
            start: self.start + offset as u32,
            end: self.end + offset as u32,
        }
    }

    /// The text it covers; empty when it does not fit `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}
