//! What holds for the records of a run: by which rules each is judged, and which of its findings count.

use std::path::Path;

use super::choice::{Choice, Layer};
use super::file::ConfigFile;
use super::per_path::{Patterns, PerPath};
use crate::profile::Profile;
use crate::system::Judge;

/// What holds for the records of a run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    command_line: Layer,
    file: Layer,
    /// Whether the command line says by which rules is judged, everywhere then.
    is_profile_fixed: bool,
    usual: Regime,
    entries: Vec<PerPath>,
    matchers: Vec<Patterns>,
}

/// What holds for some records.
#[derive(Clone, Debug, Default)]
pub struct Regime {
    /// The rules that judge.
    pub profile: Profile,
    /// Whether somebody chose them; else they are the usual ones.
    pub is_profile_chosen: bool,
    /// Which findings count.
    pub choice: Choice,
}

impl Regime {
    /// A judge by these rules.
    pub fn judge(&self) -> Judge {
        if self.is_profile_chosen {
            Judge::by(self.profile.clone())
        } else {
            Judge::usual()
        }
    }
}

impl Settings {
    /// What the command line says, and these rules that judge, which it says if they are `fixed`.
    pub fn new(command_line: Layer, profile: Profile, fixed: bool) -> Self {
        let mut settings = Self {
            command_line,
            is_profile_fixed: fixed,
            ..Self::default()
        };
        settings.usual.is_profile_chosen = fixed || profile != Profile::default();
        settings.usual.profile = profile;
        settings.usual.choice = settings.choice(&[]);
        settings
    }

    /// The same with what stands in a file, which is in this directory.
    #[must_use]
    pub fn with_file(mut self, file: &ConfigFile, directory: &Path) -> Self {
        self.file = file.layer.clone();
        let entries = file.per_path.iter();
        self.matchers = entries
            .map(|it| Patterns::with_folders(&it.paths, directory))
            .collect();
        self.entries.clone_from(&file.per_path);
        self.usual.is_profile_chosen |= file.profile.is_some() || file.rules_file.is_some();
        self.usual.choice = self.choice(&[]);
        self
    }

    /// What holds where nothing is said of a path.
    pub const fn usual(&self) -> &Regime {
        &self.usual
    }

    /// Whether anything else than usual holds anywhere.
    pub fn differ_by_path(&self) -> bool {
        !self.matchers.is_empty()
    }

    /// The names of the profiles that judge, the usual one first.
    pub fn profile_names(&self) -> String {
        let entries = self.entries.iter().filter(|_| !self.is_profile_fixed);
        let others = entries.filter_map(|it| it.profile).map(|it| &*it.name);
        let mut names = vec![&*self.usual.profile.name];
        for name in others {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }

    /// Which of the entries about paths are about this file, or this member of an archive.
    pub fn entries_about(&self, path: &Path, member: Option<&str>) -> Vec<usize> {
        let all = self.matchers.iter().enumerate();
        all.filter(|(_, patterns)| patterns.fit(path, member))
            .map(|(at, _)| at)
            .collect()
    }

    /// The patterns of the entries.
    pub fn patterns(&self) -> &[Patterns] {
        &self.matchers
    }

    /// What holds for a file that these entries are about.
    pub fn regime(&self, entries: &[usize]) -> Regime {
        let mut regime = Regime {
            choice: self.choice(entries),
            ..self.usual.clone()
        };
        let own = entries.iter().rev().find_map(|&at| self.entries[at].profile);
        if let Some(own) = own.filter(|_| !self.is_profile_fixed) {
            regime.profile = own.clone();
            regime.is_profile_chosen = true;
        }
        regime
    }

    /// The command line counts most, then the entries, the last first, then the rest of the file.
    fn choice(&self, entries: &[usize]) -> Choice {
        let entries = entries.iter().rev().map(|&at| &self.entries[at].layer);
        let mut layers = vec![&self.command_line];
        layers.extend(entries);
        layers.push(&self.file);
        Choice::of(&layers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Selector;

    const FILE: &str = "\
ignore = [\"clocks\"]
[[per-path]]
paths = [\"2019/**\"]
ignore = [\"nifu\"]
profile = \"csa\"
[[per-path]]
paths = [\"2019/finals/**\"]
profile = \"jsa-pro\"
[per-path.set]
nifu = \"warning\"
";

    fn regime(command_line: Layer, fixed: bool, path: &str) -> Regime {
        let file = ConfigFile::read(FILE).unwrap();
        let settings = Settings::new(command_line, Profile::default(), fixed);
        let settings = settings.with_file(&file, Path::new("/club"));
        settings.regime(&settings.entries_about(Path::new(path), None))
    }

    #[test]
    fn entries_hold_for_their_paths() {
        for (path, profile) in [
            ("/club/a.kif", "jsa-amateur"),
            ("/club/2019/a.kif", "csa"),
            ("/club/2018/../2019/./a.kif", "csa"),
            ("/club/2019/finals/a.kif", "jsa-pro"),
            ("/other/2019/a.kif", "jsa-amateur"),
        ] {
            let [chosen, fixed] = [false, true].map(|fixed| regime(Layer::default(), fixed, path));
            assert_eq!(chosen.profile.name, profile, "{path}");
            assert_eq!(chosen.is_profile_chosen, profile != "jsa-amateur", "{path}");
            assert_eq!(fixed.profile.name, "jsa-amateur", "{path}");
            assert!(fixed.is_profile_chosen, "{path}");
        }
    }

    #[test]
    fn a_profile_is_chosen_by_whoever_names_one() {
        let usual = || Settings::new(Layer::default(), Profile::default(), false);
        let other = Profile::named("jsa-pro").unwrap().clone();
        assert!(!usual().usual().is_profile_chosen);
        assert!(
            Settings::new(Layer::default(), other, false)
                .usual()
                .is_profile_chosen
        );
        for (file, chosen) in [
            ("profile = \"jsa-amateur\"", true),
            ("rules-file = \"club.toml\"", true),
            ("ignore = [\"nifu\"]", false),
        ] {
            let settings = usual().with_file(&ConfigFile::read(file).unwrap(), Path::new("/club"));
            assert_eq!(settings.usual().is_profile_chosen, chosen, "{file}");
        }
    }

    #[test]
    fn the_command_line_counts_most_and_the_file_least() {
        let all = Layer {
            select: vec![Selector::read("nifu").unwrap()],
            ..Layer::default()
        };
        for (layer, path, nifu, clock) in [
            (Layer::default(), "/club/a.kif", None, Some("off")),
            (Layer::default(), "/club/2019/a.kif", Some("off"), Some("off")),
            (
                Layer::default(),
                "/club/2019/finals/a.kif",
                Some("off"),
                Some("off"),
            ),
            (all.clone(), "/club/2019/a.kif", None, Some("off")),
            (all, "/club/2019/finals/a.kif", Some("warning"), Some("off")),
        ] {
            let Regime { choice, .. } = regime(layer, false, path);
            let level = |rule| choice.level_of(rule).map(super::super::Level::name);
            assert_eq!((level("nifu"), level("clock-negative")), (nifu, clock), "{path}");
        }
    }
}
