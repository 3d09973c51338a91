//! By what records are checked.

use std::sync::Arc;

use encoding_rs::Encoding;

use super::FileSettings;
#[cfg(feature = "settings")]
use super::baseline::Baseline;
use super::selector::{Layer, RuleLevels};
use crate::notation::Notation;
use crate::profile::Profile;
use crate::system::Judge;

/// By what records are checked.
///
/// ```
/// use kifu::Settings;
/// use kifu::check::{Layer, Selector};
/// use kifu::profile::Profile;
///
/// let settings = Settings {
///     layer: Layer { ignore: vec![Selector::read("clocks").unwrap()], ..Layer::default() },
///     ..Settings::by(Profile::named("jsa-pro").unwrap().clone())
/// };
/// # kifu::Checker::new(settings);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The profile of the event, for all files; `None` leaves it to the `kifu.toml`, or is the usual one.
    pub profile: Option<Arc<Profile>>,
    /// Everything is read in this notation; otherwise it is found for each file.
    pub notation: Option<&'static Notation>,
    /// Everything is read in this encoding; otherwise it is found for each file.
    pub encoding: Option<&'static Encoding>,
    /// Which rules are reported and how much they weigh. It counts more than what a `kifu.toml` says.
    pub layer: Layer,
    /// What a `kifu.toml` says; nothing without the feature `settings`.
    pub file: FileSettings,
    /// Findings that are known and not reported.
    #[cfg(feature = "settings")]
    pub baseline: Option<Arc<Baseline>>,
}

impl Settings {
    /// Those of an event with this profile.
    pub fn by(profile: impl Into<Arc<Profile>>) -> Self {
        Self {
            profile: Some(profile.into()),
            ..Self::default()
        }
    }

    /// What applies to a file that these entries of the `kifu.toml` are about. The program or its command line count most,
    /// then the entries, the last first, then the rest of the file.
    pub(super) fn effective(&self, entries: &[usize]) -> EffectiveSettings {
        let chosen = self.profile.clone().or_else(|| self.file.profile(entries));
        let mut layers = vec![&self.layer];
        layers.extend(self.file.layers(entries));
        EffectiveSettings {
            is_profile_chosen: chosen.is_some(),
            profile: chosen.unwrap_or_default(),
            choice: RuleLevels::from_layers(&layers),
        }
    }
}

/// What applies to some files.
#[derive(Clone, Debug, Default)]
pub(crate) struct EffectiveSettings {
    /// The profile that judges.
    pub(crate) profile: Arc<Profile>,
    /// Whether somebody chose it; else it is the usual one.
    pub(super) is_profile_chosen: bool,
    /// Which findings count.
    pub(super) choice: RuleLevels,
}

impl EffectiveSettings {
    /// A judge by these rules.
    pub(super) fn judge(&self) -> Judge {
        if self.is_profile_chosen {
            Judge::by(Arc::clone(&self.profile))
        } else {
            Judge::usual()
        }
    }
}

/// Without `kifu.toml`, the same applies to all files.
#[cfg(not(feature = "settings"))]
pub(super) mod no_file {
    use super::{Arc, Layer, Profile};
    use crate::check::SourceFile;

    /// Nothing: this build reads no `kifu.toml`.
    #[derive(Clone, Debug, Default)]
    pub struct FileSettings(());

    #[expect(clippy::unused_self, reason = "with the feature, there is something in it")]
    impl FileSettings {
        pub(in crate::check) fn profile(&self, _: &[usize]) -> Option<Arc<Profile>> {
            None
        }

        pub(in crate::check) fn layers(&self, _: &[usize]) -> std::iter::Empty<&Layer> {
            std::iter::empty()
        }

        pub(in crate::check) fn differs_by_path(&self) -> bool {
            false
        }

        pub(in crate::check) fn entries_about(&self, _: &SourceFile<'_>) -> Vec<usize> {
            Vec::new()
        }
    }
}
