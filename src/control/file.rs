//! What stands in a `kifu.toml`.

use std::path::{Path, PathBuf};

use super::choice::Layer;
use super::level::FailOn;
use super::per_path::{Pattern, PerPath};
use crate::finding::{Severity, Span};
use crate::profile::Profile;

/// The name of the file that is looked for.
pub const NAME: &str = "kifu.toml";

/// What stands in a `kifu.toml`.
///
/// ```
/// use kifu::control::ConfigFile;
///
/// let file = ConfigFile::read("profile = \"jsa-pro\"\nignore = [\"clock-*\"]\n").unwrap();
/// assert_eq!(file.profile.unwrap().name, "jsa-pro");
///
/// let faults = ConfigFile::read("profil = \"jsa-pro\"\n").unwrap_err();
/// assert_eq!(faults[0].help.as_ref().unwrap().english(), "did you mean `profile`?");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ConfigFile {
    /// The rules that judge.
    pub profile: Option<&'static Profile>,
    /// The file with the rules that judge, seen from this one.
    pub rules_file: Option<String>,
    /// Which rules are told, and what they weigh.
    pub layer: Layer,
    /// What weighs so much is shown.
    pub severity: Option<Severity>,
    /// What makes a run fail.
    pub fail_on: Option<FailOn>,
    /// Files with these extensions are read, too.
    pub ext: Vec<String>,
    /// What is not read.
    pub exclude: Vec<Pattern>,
    /// What holds for some of the files.
    pub per_path: Vec<PerPath>,
    /// The names of players to keep, each with its other writings.
    pub names: Vec<(String, Vec<String>)>,
    /// The keys that are there and the places of their values, in the order of the text.
    pub places: Vec<(&'static str, Span)>,
}

impl ConfigFile {
    /// Where the value of a key stands.
    pub fn place(&self, key: &str) -> Option<Span> {
        let place = self.places.iter().find(|(name, _)| *name == key);
        place.map(|&(_, span)| span)
    }

    /// The nearest file in a directory or above it.
    pub fn nearest(directory: &Path) -> Option<PathBuf> {
        let mut paths = directory.ancestors().map(|it| it.join(NAME));
        // A link that leads nowhere is no reason to take another file.
        paths.find(|path| path.is_file() || path.is_symlink() && !path.exists())
    }
}
