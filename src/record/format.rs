//! Which notation a record was read from.

/// A notation's identity: its name. Everything else about it stands in [`crate::notation::NOTATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format(&'static str);

impl Format {
    /// Nothing could be recognised.
    pub const UNKNOWN: Self = Self("unknown");

    /// The format of this name, which users and scripts see.
    pub const fn named(name: &'static str) -> Self {
        Self(name)
    }

    /// The word that users and scripts see.
    pub const fn name(self) -> &'static str {
        self.0
    }
}
