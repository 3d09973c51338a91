//! The settings for checking records.

use std::sync::Arc;

use encoding_rs::Encoding;

use super::FileSettings;
use super::archive::ArchiveFindings;
#[cfg(feature = "settings")]
use super::baseline::Baseline;
use super::selector::{Layer, RuleLevels};
use crate::notation::Notation;
use crate::profile::Profile;
use crate::referee::rules::moves::POINTLESS_NONPROMOTION;
use crate::system::Referees;

/// The settings for checking records.
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
    /// The profile of the event, for all files. With `None`, the `kifu.toml` or the default decides.
    pub profile: Option<Arc<Profile>>,
    /// The notation of all files. With `None`, the notation is detected for each file.
    pub notation: Option<&'static Notation>,
    /// The encoding of all files. With `None`, the encoding is detected for each file.
    pub encoding: Option<&'static Encoding>,
    /// The reported rules and their severity, which take precedence over a `kifu.toml`.
    pub layer: Layer,
    /// `true` if the causes of findings are searched for. The search takes some milliseconds for each record
    /// that cannot be played as written.
    pub causes: bool,
    /// `true` if findings get their safe [fixes](crate::finding::Fix). Unsafe fixes depend on `causes` alone.
    pub fixes: bool,
    /// `true` if findings and verdicts get their [proofs](crate::proof).
    pub proofs: bool,
    /// The findings of an audit about several records, which are added to those of each record; `None` if there are none.
    pub archive: Option<Arc<ArchiveFindings>>,
    /// The settings in a `kifu.toml`; empty without the feature `settings`.
    pub file: FileSettings,
    /// The known findings, which are not reported; `None` if there is no baseline.
    #[cfg(feature = "settings")]
    pub baseline: Option<Arc<Baseline>>,
}

impl Settings {
    /// Creates the settings of the command: as the defaults, but causes and fixes are searched for.
    ///
    /// The command does not show the findings that follow from the cause of another finding
    /// ([`Finding::consequence`](crate::finding::Finding::consequence)).
    pub fn as_the_command() -> Self {
        Self {
            causes: true,
            fixes: true,
            ..Self::default()
        }
    }

    /// Creates the default settings with the profile of an event.
    pub fn by(profile: impl Into<Arc<Profile>>) -> Self {
        Self {
            profile: Some(profile.into()),
            ..Self::default()
        }
    }

    /// Returns the profile by which records are checked, unless a `kifu.toml` has another profile for their file.
    pub(crate) fn usual_profile(&self) -> Arc<Profile> {
        self.effective(&[]).profile
    }

    /// Returns the settings for a file that these entries of the `kifu.toml` match.
    ///
    /// The settings of the program or its command line take precedence. The entries follow, the last first, and then
    /// the settings of the `kifu.toml` that apply to all files.
    pub(super) fn effective(&self, entries: &[usize]) -> EffectiveSettings {
        let chosen = self.profile.clone().or_else(|| self.file.profile(entries));
        let mut layers = vec![&self.layer];
        layers.extend(self.file.layers(entries));
        let choice = RuleLevels::from_layers(&layers);
        let is_profile_chosen = chosen.is_some();
        let mut profile = chosen.unwrap_or_default();
        // The name of this rule is a request for its notes, also in an event that does not forbid such moves.
        if choice.is_named(&POINTLESS_NONPROMOTION) && !profile.ban_pointless_nonpromotion {
            Arc::make_mut(&mut profile).ban_pointless_nonpromotion = true;
        }
        EffectiveSettings {
            profile,
            is_profile_chosen,
            choice,
        }
    }
}

/// The settings that apply to files with the same matching entries of the `kifu.toml`.
#[derive(Clone, Debug, Default)]
pub(crate) struct EffectiveSettings {
    /// The profile by which the records of these files are checked.
    pub(crate) profile: Arc<Profile>,
    /// `true` if the profile was chosen; `false` if it is the default profile.
    pub(super) is_profile_chosen: bool,
    /// The reported rules and their levels.
    pub(super) choice: RuleLevels,
}

impl EffectiveSettings {
    /// Creates a [`Referees`] that applies this profile.
    pub(super) fn referees(&self) -> Referees {
        if self.is_profile_chosen {
            Referees::with_profile(Arc::clone(&self.profile))
        } else {
            Referees::with_default_profile(Arc::clone(&self.profile))
        }
    }
}

/// Settings without a `kifu.toml`, which apply to all files.
#[cfg(not(feature = "settings"))]
pub(super) mod no_file {
    use super::{Arc, Layer, Profile};
    use crate::check::SourceFile;

    /// The settings in a `kifu.toml`, empty because this build does not read such files.
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

        pub(in crate::check) fn matching_entries(&self, _: &SourceFile<'_>) -> Vec<usize> {
            Vec::new()
        }
    }
}
