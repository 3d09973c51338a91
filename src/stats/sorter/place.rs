//! Keys and items in memory.

/// Where a key stands in memory, with its item after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowPlace {
    pub start: usize,
    pub key: u32,
    pub item: u32,
}

impl RowPlace {
    pub(super) fn key(self, bytes: &[u8]) -> &[u8] {
        let end = self.start + self.key as usize;
        bytes.get(self.start..end).unwrap_or_default()
    }

    pub(super) fn item(self, bytes: &[u8]) -> &[u8] {
        let start = self.start + self.key as usize;
        bytes.get(start..start + self.item as usize).unwrap_or_default()
    }
}
