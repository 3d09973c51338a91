//! The marks for check (장군), as far as a record has them.

/// How a record has marked its checks so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    checks: u32,
    marked_checks: u32,
    marked_others: u32,
}

impl Marks {
    /// Adds a ply: whether it is marked, and whether it gives check.
    pub(super) const fn add(&mut self, is_marked: bool, gives_check: bool) {
        self.checks += gives_check as u32;
        self.marked_checks += (is_marked && gives_check) as u32;
        self.marked_others += (is_marked && !gives_check) as u32;
    }

    /// Whether a mark can be taken at its word: each check had one, more than once, and hardly anything else.
    pub(super) const fn are_kept(self) -> bool {
        self.checks >= 2 && self.marked_checks == self.checks && self.marked_others < self.checks
    }
}
