//! Options that say which `kifu.toml` holds, and the file itself.

use std::env;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::toml_file::{Kind, read};
use super::values;
use super::when_arg::WhenArg;
use crate::control::{ConfigFile, NAME, Pattern, Patterns};
use crate::finding::{Language, both};
use crate::output::Kept;
use crate::text::{decode, spelled};

const KIND: Kind = Kind {
    no_text: both(
        "not a text file; settings are written in TOML",
        "テキストファイルではない。設定はTOMLで書く",
    ),
    too_large: both(
        "the settings file is larger than 1 MiB",
        "設定ファイルが1 MiBを超えている",
    ),
};

/// What holds where the command line is silent.
#[derive(Args, Debug, Default)]
pub(super) struct Configuring {
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "isolated")]
    config: Option<PathBuf>,

    #[arg(long)]
    isolated: bool,

    #[arg(long, value_name = "EXT,...", value_delimiter = ',', value_parser = values::extension)]
    ext: Vec<String>,

    #[arg(long, value_name = "GLOB", allow_hyphen_values = true, value_parser = values::pattern)]
    pub(super) exclude: Vec<Pattern>,
}

/// A file of settings.
pub(super) struct Config {
    /// Its path as people are told it.
    pub(super) name: String,
    /// The directory that its paths are seen from.
    pub(super) directory: PathBuf,
    pub(super) file: ConfigFile,
    /// The lines and columns of its keys' values.
    places: Vec<(&'static str, u64, u64)>,
}

impl Configuring {
    /// The file that holds, if there is one, which is kept. Where it is not as it must be, that is told on standard error,
    /// and this is `Err`.
    pub(super) fn load(
        &self,
        kept: &mut Kept,
        color: WhenArg,
        language: Language,
    ) -> Result<Option<Config>, ()> {
        let Some((path, name)) = self.path() else {
            return Ok(None);
        };
        let config = read(&path, &name, &KIND, kept, (color, language), |text| {
            let file = ConfigFile::read(text)?;
            let lines = decode(text.as_bytes(), None);
            let place = |&(key, span): &(&'static str, crate::finding::Span)| {
                let (line, column) = lines.line_column(span.start as usize);
                (key, line, column)
            };
            Ok(Config {
                name: name.clone(),
                directory: folder(&path).to_owned(),
                places: file.places.iter().map(place).collect(),
                file,
            })
        });
        config.map(Some).ok_or(())
    }

    /// The path of the file, and how people are told it: as it was typed, or seen from the working directory.
    fn path(&self) -> Option<(PathBuf, String)> {
        if let Some(path) = &self.config {
            return Some((path.clone(), spelled(path)));
        }
        if self.isolated {
            return None;
        }
        let here = env::current_dir().ok()?;
        let path = ConfigFile::nearest(&here)?;
        let above = here.ancestors().position(|it| path.parent() == Some(it))?;
        Some((path, "../".repeat(above) + NAME))
    }

    /// In directories, files with these extensions are read, too.
    pub(super) fn extensions(&self, config: Option<&Config>) -> Vec<String> {
        if self.ext.is_empty() {
            return config.map(|it| it.file.ext.clone()).unwrap_or_default();
        }
        self.typed().collect()
    }

    /// What is not read.
    pub(super) fn excluded(&self, config: Option<&Config>) -> Vec<Patterns> {
        let of_file = config.map(|it| Patterns::below(&it.file.exclude, &it.directory));
        [Patterns::anywhere(&self.exclude)]
            .into_iter()
            .chain(of_file)
            .collect()
    }

    /// The extensions that are named on the command line.
    pub(super) fn typed(&self) -> impl Iterator<Item = String> {
        self.ext.iter().cloned()
    }
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    let named = path.parent().filter(|it| !it.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

impl Config {
    /// Where the value of a key stands: `kifu.toml:3:1`.
    pub(super) fn place(&self, key: &str) -> Option<String> {
        let (_, line, column) = self.places.iter().find(|(name, ..)| *name == key)?;
        Some(format!("{}:{line}:{column}", self.name))
    }
}
