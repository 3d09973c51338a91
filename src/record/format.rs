//! Which notation a record was read from.

/// A notation's identity; everything else about it stands in [`crate::notation::NOTATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Kakinoki's KIF.
    Kif,
    /// The Computer Shogi Association's format, V1 to V3.0.
    Csa,
    /// Nothing could be recognised.
    Unknown,
}

impl Format {
    /// The word that users and scripts see.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Csa => "csa",
            Self::Unknown => "unknown",
        }
    }
}
