//! By which rules a game is played, as far as events differ.

use super::ended::Ended;
use crate::profile::{Bikjang, BikjangIgnored, Profile, RedSetup};

/// By which rules the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// Those of gung-janggi.
    Gung(BikjangIgnored),
    /// Those of janggi.
    Plain(Bikjang),
}

impl Ruling {
    pub(super) fn of(is_gung: bool, profile: &Profile) -> Self {
        if is_gung {
            Self::Gung(profile.gung_janggi.bikjang_ignored)
        } else {
            Self::Plain(profile.janggi.bikjang)
        }
    }

    pub(super) const fn is_gung(self) -> bool {
        matches!(self, Self::Gung(_))
    }

    pub(super) const fn repeat_limit(self, profile: &Profile) -> u32 {
        match self {
            Self::Gung(_) => profile.gung_janggi.repeat_limit,
            Self::Plain(_) => profile.janggi.repeat_limit,
        }
    }

    /// Whether the order of Red is read from the left of Red.
    pub(super) fn is_mirrored(self, profile: &Profile) -> bool {
        let from = match self {
            Self::Gung(_) => profile.gung_janggi.red_setup,
            Self::Plain(_) => profile.janggi.red_setup,
        };
        from == RedSetup::FromRed
    }

    /// How a game ends in which generals that face each other are left so.
    pub(super) const fn ignored(self) -> Option<Ended> {
        match self {
            Self::Gung(BikjangIgnored::Count) => Some(Ended::Counted),
            Self::Plain(Bikjang::Draw) => Some(Ended::Drawn),
            Self::Plain(Bikjang::Points) => Some(Ended::Points),
            Self::Gung(BikjangIgnored::Continue) | Self::Plain(Bikjang::Continue) => None,
        }
    }
}
