//! Tables from short codes, such as the bytes of a character, to their meanings.

/// A table with one comparison per look-up. The index of a code is its remainder after division by the size.
///
/// The size must be such that no two codes have the same index, which is checked when a table is built.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeTable<T, const SIZE: usize>([Option<(u32, T)>; SIZE]);

impl<T: Copy, const SIZE: usize> CodeTable<T, SIZE> {
    /// Returns an empty table.
    pub(super) const fn new() -> Self {
        Self([None; SIZE])
    }

    /// Returns the table with one more code.
    ///
    /// # Panics
    ///
    /// If a code of the table has the same index. Tables are constants, so this is an error when the program is compiled.
    #[must_use]
    pub(super) const fn with(mut self, code: u32, meaning: T) -> Self {
        let index = code as usize % SIZE;
        assert!(self.0[index].is_none(), "two codes have the same index");
        self.0[index] = Some((code, meaning));
        self
    }

    /// Returns the meaning of a code; `None` if the code is not in the table.
    #[inline]
    pub(super) fn get(&self, code: u32) -> Option<T> {
        match self.0[code as usize % SIZE] {
            Some((found, meaning)) if found == code => Some(meaning),
            _ => None,
        }
    }
}
