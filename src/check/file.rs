//! What a `kifu.toml` says of the records that are checked, and how it is found and read.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::SourceFile;
use super::config::ConfigFile;
use super::patterns::{Patterns, PerPath};
use super::selector::{Layer, Selector};
use super::settings::Settings;
use crate::finding::{Fault, Reason, Span, Words, both, say};
use crate::profile::Profile;
use crate::text::{Text, decode, decode_bytes, spelled};

impl Settings {
    /// Those of the nearest `kifu.toml` in a folder or above it; the usual ones if there is none. They are its profile, `select`,
    /// `ignore`, `set` and the entries of `[[per-path]]`. What it says of the files to read, of names and of the exit status is for
    /// the command.
    ///
    /// # Errors
    ///
    /// When the `kifu.toml`, or the profile that it names, cannot be read or has a fault.
    pub fn find(folder: &Path) -> Result<Self, SettingsError> {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        ConfigFile::nearest(&folder).map_or_else(
            || Ok(Self::default()),
            |path| Self::read(&path, |path| File::open(path)),
        )
    }

    /// Those of the `kifu.toml` of this path, as [`find`](Self::find) has them. `open` returns its bytes, and those of the profile
    /// that it names: from the disk, or from anything that takes its place. Patterns are about paths relative to its folder.
    ///
    /// ```
    /// use kifu::Settings;
    ///
    /// let toml = "ignore = [\"clocks\"]\n";
    /// let settings = Settings::read("kifu.toml".as_ref(), |_| Ok(toml.as_bytes())).unwrap();
    /// # kifu::Checker::new(settings);
    /// ```
    ///
    /// # Errors
    ///
    /// When the `kifu.toml`, or the profile that it names, cannot be read or has a fault.
    pub fn read<R: Read>(path: &Path, open: impl Fn(&Path) -> io::Result<R>) -> Result<Self, SettingsError> {
        let config = Config::read(path, &spelled(path), &open)?;
        let own = config.rules_file().map(|path| read_profile(&path, &open));
        Ok(Self {
            file: FileSettings::new(&config.file, &config.directory, own.transpose()?),
            ..Self::default()
        })
    }
}

/// A `kifu.toml` that was read.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// The path of the file, as it is shown to users.
    pub name: String,
    /// The directory that its paths are relative to.
    pub directory: PathBuf,
    /// The content.
    pub file: ConfigFile,
    /// The lines and columns of the values of its keys.
    places: Vec<(&'static str, u64, u64)>,
}

impl Config {
    /// Reads the file of this path, which is called by this name in messages.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened or read, or has a fault.
    pub(crate) fn read<R: Read>(
        path: &Path,
        name: &str,
        open: impl FnOnce(&Path) -> io::Result<R>,
    ) -> Result<Self, SettingsError> {
        read(path, name, &SETTINGS_FILE, open, |text| {
            let file = ConfigFile::read(text)?;
            let lines = decode(text.as_bytes(), None);
            let place = |&(key, span): &(&'static str, Span)| {
                let (line, column) = lines.line_column(span.start as usize);
                (key, line, column)
            };
            Ok(Self {
                name: name.to_owned(),
                directory: folder(path).to_owned(),
                places: file.places.iter().map(place).collect(),
                file,
            })
        })
    }

    /// Returns the place of the value of a key: `kifu.toml:3:1`.
    pub(crate) fn place(&self, key: &str) -> Option<String> {
        let (_, line, column) = self.places.iter().find(|(name, ..)| *name == key)?;
        Some(format!("{}:{line}:{column}", self.name))
    }

    /// Returns the path of the file with the profile, if the key `rules-file` is there.
    pub(crate) fn rules_file(&self) -> Option<PathBuf> {
        Some(self.directory.join(self.file.rules_file.as_deref()?))
    }
}

/// Returns the folder of a file.
fn folder(path: &Path) -> &Path {
    let named = path.parent().filter(|it| !it.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

/// Reads the profile in a file.
///
/// # Errors
///
/// When the file cannot be opened or read, or has a fault.
pub(crate) fn read_profile<R: Read>(
    path: &Path,
    open: impl FnOnce(&Path) -> io::Result<R>,
) -> Result<Profile, SettingsError> {
    let parse = |text: &str| Profile::read(text, &profile_name(path));
    read(path, &spelled(path), &PROFILE_FILE, open, parse)
}

/// What a `kifu.toml` says of the records that are checked.
#[derive(Clone, Debug, Default)]
pub struct FileSettings {
    profile: Option<Arc<Profile>>,
    layer: Layer,
    entries: Vec<PerPath>,
    /// The patterns of each entry.
    matchers: Vec<Patterns>,
}

impl FileSettings {
    /// What a `kifu.toml` in this folder says. `own` is the profile in the file that it names, if it names one.
    pub(crate) fn new(config: &ConfigFile, folder: &Path, own: Option<Profile>) -> Self {
        let entries = config.per_path.iter();
        Self {
            profile: own.or_else(|| config.profile.cloned()).map(Arc::new),
            layer: config.layer.clone(),
            matchers: entries
                .map(|it| Patterns::with_folders(&it.paths, folder))
                .collect(),
            entries: config.per_path.clone(),
        }
    }

    /// The profile for a file that these entries are about.
    pub(super) fn profile(&self, entries: &[usize]) -> Option<Arc<Profile>> {
        let own = entries.iter().rev().find_map(|&at| self.entries[at].profile);
        own.map(|it| Arc::new(it.clone()))
            .or_else(|| self.profile.clone())
    }

    /// What is said of the rules for such a file; what counts more comes first.
    pub(super) fn layers(&self, entries: &[usize]) -> impl Iterator<Item = &Layer> {
        let entries = entries.iter().rev().map(|&at| &self.entries[at].layer);
        entries.chain([&self.layer])
    }

    /// Whether anything else than usual applies anywhere.
    pub(super) fn differs_by_path(&self) -> bool {
        !self.matchers.is_empty()
    }

    /// The entries that are about a file, by its place if archives were folders, or as a member of its archive.
    pub(super) fn entries_about(&self, file: &SourceFile<'_>) -> Vec<usize> {
        let about = |patterns: &Patterns| {
            // Both are asked, so that it is known which patterns match something.
            let by_place = file.place.is_some_and(|path| patterns.fit(path, None));
            let is_member = |(archive, name)| patterns.fit(archive, Some(name));
            file.member.is_some_and(is_member) || by_place
        };
        let all = self.matchers.iter().enumerate();
        all.filter(|(_, patterns)| about(patterns))
            .map(|(at, _)| at)
            .collect()
    }

    /// Selects all rules, unless the `kifu.toml` itself selects some.
    pub(crate) fn select_all_by_default(&mut self) {
        if self.layer.select.is_empty() {
            self.layer.select = vec![Selector::ALL_RULES];
        }
    }

    /// The patterns of the entries.
    pub(crate) fn patterns(&self) -> &[Patterns] {
        &self.matchers
    }

    /// The names of the profiles of entries, in their order.
    pub(crate) fn profile_names(&self) -> impl Iterator<Item = &str> {
        self.entries
            .iter()
            .filter_map(|it| it.profile)
            .map(|it| &*it.name)
    }
}

// Files of TOML that users write for this program, and what is wrong with them.

/// No such file is longer.
const LIMIT: u64 = 1 << 20;

/// What is said of a file that can be none of its kind.
pub(crate) struct TomlKind {
    /// It is a picture or a program: nothing stands in it that anything could be read from.
    no_text: Words,
    too_large: Words,
}

/// A `kifu.toml`.
static SETTINGS_FILE: TomlKind = TomlKind {
    no_text: both(
        "not a text file; settings are written in TOML",
        "テキストファイルではない。設定はTOMLで書く",
    ),
    too_large: both(
        "the settings file is larger than 1 MiB",
        "設定ファイルが1 MiBを超えている",
    ),
};

/// A file with a profile.
static PROFILE_FILE: TomlKind = TomlKind {
    no_text: both(
        "not a text file; a profile is written in TOML",
        "テキストファイルではない。規定はTOMLで書く",
    ),
    too_large: both(
        "the profile is larger than 1 MiB",
        "規定のファイルが1 MiBを超えている",
    ),
};

/// A file of openings.
pub(crate) static OPENINGS_FILE: TomlKind = TomlKind {
    no_text: both(
        "not a text file; openings are written in TOML",
        "テキストファイルではない。戦型はTOMLで書く",
    ),
    too_large: both(
        "the file of openings is larger than 1 MiB",
        "戦型のファイルが1 MiBを超えている",
    ),
};

/// Why a file of settings, or a profile, cannot be used.
pub struct SettingsError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub why: Unusable,
}

/// Why a file of TOML cannot be used.
#[derive(Debug)]
pub enum Unusable {
    /// It cannot be read.
    Unread(io::Error),
    /// Its text, and what is wrong with it.
    Faults(Box<Text<'static>>, Vec<Fault>),
}

impl fmt::Display for SettingsError {
    /// In English, a line for each fault: `kifu.toml:3:1: unknown key …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = spelled(&self.path);
        let (text, faults) = match &self.why {
            Unusable::Unread(error) => return write!(f, "{path}: {error}"),
            Unusable::Faults(text, faults) => (text, faults),
        };
        for (at, fault) in faults.iter().enumerate() {
            let (line, column) = fault
                .span
                .map_or((1, 1), |it| text.line_column(it.start as usize));
            let end = if at == 0 { "" } else { "\n" };
            write!(f, "{end}{path}:{line}:{column}: {}", fault.message.english())?;
            if let Some(help) = &fault.help {
                write!(f, "; {}", help.english())?;
            }
        }
        Ok(())
    }
}

/// As it is displayed: programs that end with an error print it so.
impl fmt::Debug for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for SettingsError {}

/// The name of a profile that does not state one: that of its file.
fn profile_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    stem.to_string_lossy().into_owned()
}

/// Opens and reads a file of TOML, which is called by this name in messages.
///
/// # Errors
///
/// When the file cannot be opened or read, or has a fault.
pub(crate) fn read<T, R: Read>(
    path: &Path,
    name: &str,
    kind: &TomlKind,
    open: impl FnOnce(&Path) -> io::Result<R>,
    parse: impl FnOnce(&str) -> Result<T, Vec<Fault>>,
) -> Result<T, SettingsError> {
    let file = open(path).map_err(Unusable::Unread);
    let read = file.and_then(|file| read_toml(file, kind, parse));
    read.map_err(|why| SettingsError {
        path: PathBuf::from(name),
        why,
    })
}

/// Reads a file of TOML, which `parse` makes something of.
///
/// # Errors
///
/// When it cannot be read or has a fault.
fn read_toml<T>(
    file: impl Read,
    kind: &TomlKind,
    parse: impl FnOnce(&str) -> Result<T, Vec<Fault>>,
) -> Result<T, Unusable> {
    let mut bytes = Vec::new();
    file.take(LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(Unusable::Unread)?;
    if bytes.len() as u64 > LIMIT {
        let error = Reason::error(io::ErrorKind::FileTooLarge, kind.too_large);
        return Err(Unusable::Unread(error));
    }
    let text = decode_bytes(bytes, None);
    if text.looks_binary() {
        let error = Reason::error(io::ErrorKind::InvalidData, kind.no_text);
        return Err(Unusable::Unread(error));
    }
    let damage = text.as_str().find('\u{fffd}');
    let read = damage.map_or_else(|| parse(text.as_str()), |at| Err(vec![damaged(at)]));
    read.map_err(|faults| Unusable::Faults(Box::new(text), faults))
}

/// A character that is none in the encoding of the file.
fn damaged(at: usize) -> Fault {
    Fault {
        span: Some(Span::new(at, at + '\u{fffd}'.len_utf8())),
        message: say("invalid character", "文字として読めないデータがある"),
        help: Some(say("save the file as UTF-8", "ファイルをUTF-8で保存する")),
    }
}
