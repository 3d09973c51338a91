//! How much something weighs, as users say.

use crate::finding::{Severity, Words, both};

/// What a user makes of the findings of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// They are not told.
    Off,
    /// They weigh so much.
    On(Severity),
}

impl Level {
    /// All of them, the lightest first.
    pub const ALL: [Self; 4] = [
        Self::Off,
        Self::On(Severity::Note),
        Self::On(Severity::Warning),
        Self::On(Severity::Error),
    ];

    /// The word that users type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On(severity) => severity.name(),
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// From which weight on a finding makes a run fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FailOn {
    /// None does.
    Never,
    /// Any does.
    Note,
    /// A warning or an error does.
    Warning,
    /// An error does.
    #[default]
    Error,
}

impl FailOn {
    /// All of them, the one that fails least first.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Note, Self::Never];

    /// The word that users type.
    pub const fn name(self) -> &'static str {
        match self.severity() {
            Some(severity) => severity.name(),
            None => "never",
        }
    }

    /// What it means.
    pub const fn about(self) -> Words {
        match self {
            Self::Error => both(
                "An illegal move or a contradictory record",
                "反則、または棋譜自体の矛盾",
            ),
            Self::Warning => both(
                "Also findings that a recorder should check",
                "記録係が確かめるべきものも含む",
            ),
            Self::Note => both("Any finding", "すべての指摘"),
            Self::Never => both("No finding", "どの指摘でも失敗としない"),
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Whether findings, of which this is the gravest, make a run fail.
    pub fn is_reached_by(self, gravest: Option<Severity>) -> bool {
        self.severity()
            .is_some_and(|least| gravest.is_some_and(|it| it >= least))
    }

    /// The severity from which on they do; `None` where none does.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Never => None,
        }
    }
}
