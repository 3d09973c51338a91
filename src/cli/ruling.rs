//! Options of every verb that judges records: by which rules.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::configuring::Config;
use super::when_arg::WhenArg;
use super::{toml_file, values};
use crate::finding::{Language, both};
use crate::output::Kept;
use crate::profile::Profile;
use crate::text::spelled;

const KIND: toml_file::Kind = toml_file::Kind {
    no_text: both(
        "not a text file; a profile is written in TOML",
        "テキストファイルではない。規定はTOMLで書く",
    ),
    too_large: both(
        "the profile is larger than 1 MiB",
        "規定のファイルが1 MiBを超えている",
    ),
};

/// The rules that judge.
#[derive(Args, Debug)]
#[command(next_help_heading = "Rules of the event")]
pub(super) struct Ruling {
    #[arg(long, value_name = "NAME", value_parser = values::profile(), conflicts_with = "rules")]
    pub(super) profile: Option<&'static Profile>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) rules: Option<PathBuf>,
}

impl Ruling {
    /// The rules; a file of them is kept. What the command line does not say is said by the file of settings. Where a file
    /// is not as it must be, that is told on standard error and there are none.
    pub(super) fn profile(
        &self,
        config: Option<&Config>,
        kept: &mut Kept,
        color: WhenArg,
        language: Language,
    ) -> Option<Profile> {
        let file = config.map(|it| &it.file).filter(|_| !self.is_given());
        let named = self.profile.or(file.and_then(|it| it.profile));
        let listed = config.zip(file.and_then(|it| it.rules_file.as_deref()));
        let path = self.rules.clone();
        match path.or_else(|| listed.map(|(config, path)| config.directory.join(path))) {
            Some(path) => read(&path, kept, color, language),
            None => Some(named.cloned().unwrap_or_default()),
        }
    }

    /// Whether the command line says by which rules is judged.
    pub(super) const fn is_given(&self) -> bool {
        self.profile.is_some() || self.rules.is_some()
    }
}

/// The rules in a file; what is wrong with it is told on standard error.
pub(super) fn read(path: &Path, kept: &mut Kept, color: WhenArg, language: Language) -> Option<Profile> {
    let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
    let parse = |text: &str| Profile::read(text, &stem);
    toml_file::read(path, &spelled(path), &KIND, kept, (color, language), parse)
}
