//! How much a finding weighs.

use super::language::{Words, both};

/// How much a finding weighs; the order is that of the weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Legal, but worth saying; also every foul inside a variation.
    Note,
    /// Something a recorder should look at.
    Warning,
    /// A foul, or the record contradicts itself.
    Error,
}

impl Severity {
    /// All three, the gravest first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The word that users and scripts see.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The word that people see; in English it is the name.
    pub const fn words(self) -> Words {
        let japanese = match self {
            Self::Note => "注記",
            Self::Warning => "警告",
            Self::Error => "エラー",
        };
        both(self.name(), japanese)
    }
}
