//! Rows as they are written.

/// Rows as they are written.
#[derive(Debug, Default)]
pub(super) struct WrittenRows {
    pub lines: Vec<u8>,
    /// The keys to sort them by.
    pub keys: Vec<u8>,
    /// Where line and key of each row end.
    pub ends: Vec<(usize, usize)>,
}

impl WrittenRows {
    /// The rows: line and key.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let starts = std::iter::once(&(0, 0)).chain(&self.ends);
        starts
            .zip(&self.ends)
            .map(|(&(line, key), &(line_end, key_end))| {
                (&self.lines[line..line_end], &self.keys[key..key_end])
            })
    }
}
