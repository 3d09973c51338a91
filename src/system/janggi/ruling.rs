//! By which rules a game is played, as far as events differ.

use super::ended::Ended;
use crate::profile::{
    Bikjang, BikjangIgnored, DoublePass, GungJanggiRules, JanggiRepeated, JanggiRules, Profile, RedSetup,
};

/// By which rules the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// Those of gung-janggi.
    Gung(GungJanggiRules),
    /// Those of janggi.
    Plain(JanggiRules),
}

impl Ruling {
    pub(super) const fn of(is_gung: bool, profile: &Profile) -> Self {
        if is_gung {
            Self::Gung(profile.gung_janggi)
        } else {
            Self::Plain(profile.janggi)
        }
    }

    pub(super) const fn is_gung(self) -> bool {
        matches!(self, Self::Gung(_))
    }

    pub(super) const fn repeat_limit(self) -> u32 {
        match self {
            Self::Gung(rules) => rules.repeat_limit,
            Self::Plain(rules) => rules.repeat_limit,
        }
    }

    /// Whether the order of Red is read from the left of Red.
    pub(super) fn is_mirrored(self) -> bool {
        let from = match self {
            Self::Gung(rules) => rules.red_setup,
            Self::Plain(rules) => rules.red_setup,
        };
        from == RedSetup::FromRed
    }

    /// How a game ends in which generals that face each other are left so.
    pub(super) const fn ignored(self) -> Option<Ended> {
        match self {
            Self::Gung(rules) => match rules.bikjang_ignored {
                BikjangIgnored::Count => Some(Ended::Counted),
                BikjangIgnored::Continue => None,
            },
            Self::Plain(rules) => match rules.bikjang {
                Bikjang::Draw => Some(Ended::Faced),
                Bikjang::Points => Some(Ended::Points),
                Bikjang::Continue => None,
            },
        }
    }

    /// How a game ends in which both sides have passed, one after the other.
    pub(super) const fn both_passed(self) -> Option<Ended> {
        match self {
            Self::Gung(_) => None,
            Self::Plain(rules) => match rules.double_pass {
                DoublePass::Points => Some(Ended::Points),
                DoublePass::Draw => Some(Ended::Passed),
                DoublePass::Continue => None,
            },
        }
    }

    /// How a game ends in which this side has repeated a position as often as is noted.
    pub(super) const fn repeated(self, mover: usize) -> Option<Ended> {
        match self {
            Self::Gung(_) => None,
            Self::Plain(rules) => match rules.repeated {
                JanggiRepeated::Note => None,
                JanggiRepeated::Draw => Some(Ended::Repeated { winner: None }),
                JanggiRepeated::RepeaterLoses => Some(Ended::Repeated {
                    winner: Some(1 - mover),
                }),
            },
        }
    }
}
