//! A part of a file that is read in parts.

/// What of a file stands before and after a text. A part begins with a line, so that columns need no base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// How many lines end before it.
    pub lines: u64,
    /// How many bytes stand before it.
    pub bytes: u64,
    /// Whether the file goes on after it.
    pub goes_on: bool,
}

impl Part {
    /// Whether the file begins with it.
    pub(crate) const fn is_first(self) -> bool {
        self.bytes == 0
    }
}
