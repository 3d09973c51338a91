//! The settings for checking records in a `kifu.toml`, and the functions that find and read this file.

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
use crate::finding::{InputError, Reason, Span, Words, bilingual, both};
use crate::profile::Profile;
use crate::text::{Text, decode, decode_bytes, path_to_text};

impl Settings {
    /// Reads the settings of the nearest `kifu.toml`, in a folder or above it. Returns the defaults if there is no
    /// such file.
    ///
    /// The settings are the profile, `select`, `ignore`, `set` and the entries of `[[per-path]]`. The
    /// keys of the file for input files, names and the exit status apply only to the command.
    ///
    /// # Errors
    ///
    /// Returns an error if the `kifu.toml`, or the profile that it refers to, cannot be read or has an error.
    pub fn find(folder: &Path) -> Result<Self, SettingsError> {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        ConfigFile::nearest(&folder).map_or_else(
            || Ok(Self::default()),
            |path| Self::read(&path, |path| File::open(path)),
        )
    }

    /// Reads the settings of the `kifu.toml` at this path, as [`find`](Self::find) does.
    ///
    /// `open` opens the `kifu.toml` and the profile that it refers to, on the disk or in a substitute for the
    /// disk. Patterns match paths relative to the folder of the `kifu.toml`.
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
    /// Returns an error if the `kifu.toml`, or the profile that it refers to, cannot be read or has an error.
    pub fn read<R: Read>(path: &Path, open: impl Fn(&Path) -> io::Result<R>) -> Result<Self, SettingsError> {
        let config = Config::read(path, &path_to_text(path), &open)?;
        let own_profile = config.rules_file().map(|path| read_profile(&path, &open));
        Ok(Self {
            file: FileSettings::new(&config.file, &config.directory, own_profile.transpose()?),
            ..Self::default()
        })
    }
}

/// A `kifu.toml` that was read.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// The path of the file, as displayed to users.
    pub name: String,
    /// The directory that the paths in the file are relative to.
    pub directory: PathBuf,
    /// The parsed content of the file.
    pub file: ConfigFile,
    /// The keys in the file, with the line and column of each value.
    places: Vec<(&'static str, u64, u64)>,
}

impl Config {
    /// Reads the file at this path. `name` identifies the file in messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or read, or has an error.
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

    /// Returns the place of the value of a key: `kifu.toml:3:1`. `None` if the file does not contain the key.
    pub(crate) fn place(&self, key: &str) -> Option<String> {
        let (_, line, column) = self.places.iter().find(|(name, ..)| *name == key)?;
        Some(format!("{}:{line}:{column}", self.name))
    }

    /// Returns the path of the file with the profile, if the key `rules-file` exists.
    pub(crate) fn rules_file(&self) -> Option<PathBuf> {
        Some(self.directory.join(self.file.rules_file.as_deref()?))
    }
}

/// Returns the folder of a file: `.` if the path is only a name.
fn folder(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Reads the profile in a file.
///
/// # Errors
///
/// Returns an error if the file cannot be opened or read, or has an error.
pub(crate) fn read_profile<R: Read>(
    path: &Path,
    open: impl FnOnce(&Path) -> io::Result<R>,
) -> Result<Profile, SettingsError> {
    let parse = |text: &str| Profile::read(text, &profile_name(path));
    read(path, &path_to_text(path), &PROFILE_FILE, open, parse)
}

/// The settings in a `kifu.toml` for checking records.
#[derive(Clone, Debug, Default)]
pub struct FileSettings {
    profile: Option<Arc<Profile>>,
    layer: Layer,
    entries: Vec<PerPath>,
    /// By entry, the patterns of its paths, which record their matches.
    matchers: Vec<Patterns>,
}

impl FileSettings {
    /// Creates the settings of a `kifu.toml` in this folder.
    ///
    /// `own_profile` is the profile in the file that the `kifu.toml` refers to, if there is one.
    pub(crate) fn new(config: &ConfigFile, folder: &Path, own_profile: Option<Profile>) -> Self {
        let entries = config.per_path.iter();
        Self {
            profile: own_profile.or_else(|| config.profile.cloned()).map(Arc::new),
            layer: config.layer.clone(),
            matchers: entries
                .map(|entry| Patterns::with_folders(&entry.paths, folder))
                .collect(),
            entries: config.per_path.clone(),
        }
    }

    /// Returns the profile for a file that these entries match: that of the last entry with a profile, or else that of the
    /// `kifu.toml`. `None` if neither has a profile.
    pub(super) fn profile(&self, entries: &[usize]) -> Option<Arc<Profile>> {
        let entry_profile = entries
            .iter()
            .rev()
            .find_map(|&index| self.entries[index].profile);
        entry_profile
            .map(|profile| Arc::new(profile.clone()))
            .or_else(|| self.profile.clone())
    }

    /// Returns the layers for a file that these entries match, the highest precedence first.
    pub(super) fn layers(&self, entries: &[usize]) -> impl Iterator<Item = &Layer> {
        let entries = entries.iter().rev().map(|&index| &self.entries[index].layer);
        entries.chain([&self.layer])
    }

    /// Returns whether the settings differ by path.
    pub(super) fn differs_by_path(&self) -> bool {
        !self.matchers.is_empty()
    }

    /// Returns the indices of the entries that match a file.
    ///
    /// An entry matches the path of the file, as if archives were folders, or the name of the file as a member of
    /// its archive.
    pub(super) fn matching_entries(&self, file: &SourceFile<'_>) -> Vec<usize> {
        let matches = |patterns: &Patterns| {
            // Both paths are tested, so that every pattern that matches one of them counts as used.
            let is_path = file.place.is_some_and(|path| patterns.fit(path, None));
            let is_member = |(archive, name)| patterns.fit(archive, Some(name));
            file.member.is_some_and(is_member) || is_path
        };
        let entries = self.matchers.iter().enumerate();
        entries
            .filter(|(_, patterns)| matches(patterns))
            .map(|(index, _)| index)
            .collect()
    }

    /// Selects all rules, unless the `kifu.toml` itself selects some.
    pub(crate) fn select_all_by_default(&mut self) {
        if self.layer.select.is_empty() {
            self.layer.select = vec![Selector::ALL_RULES];
        }
    }

    /// Returns the patterns of the entries.
    pub(crate) fn patterns(&self) -> &[Patterns] {
        &self.matchers
    }

    /// Returns the names of the profiles of the entries, in the order of the entries. Entries without a profile
    /// are left out.
    pub(crate) fn profile_names(&self) -> impl Iterator<Item = &str> {
        self.entries
            .iter()
            .filter_map(|it| it.profile)
            .map(|it| &*it.name)
    }
}

// TOML files that users write for this program, and their errors.

/// Maximum size of a TOML file that users write (bytes).
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The messages about a file that cannot be a TOML file of this kind.
pub(crate) struct TomlKind {
    /// The message for a binary file, such as an image or a program.
    no_text: Words,
    /// The message for a file of more than [`MAX_FILE_BYTES`].
    too_large: Words,
}

/// The messages about a `kifu.toml`.
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

/// The messages about a file with a profile.
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

/// The messages about a file of openings.
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

/// The reason why a TOML file that a user wrote (settings, a profile or openings) cannot be used.
pub struct SettingsError {
    /// The path of the file, as displayed to users.
    pub path: PathBuf,
    /// The reason why the file cannot be used.
    pub why: TomlFileError,
}

/// The reason why a TOML file cannot be used.
#[derive(Debug)]
pub enum TomlFileError {
    /// The file cannot be opened or read, is too large or is not text.
    Unread(io::Error),
    /// The file has errors: the text and the errors.
    Invalid(Box<Text<'static>>, Vec<InputError>),
}

impl fmt::Display for SettingsError {
    /// Writes the error in English, with a line for each error: `kifu.toml:3:1: unknown key …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = path_to_text(&self.path);
        let (text, errors) = match &self.why {
            TomlFileError::Unread(error) => return write!(f, "{path}: {error}"),
            TomlFileError::Invalid(text, errors) => (text, errors),
        };
        for (index, error) in errors.iter().enumerate() {
            let (line, column) = error
                .span
                .map_or((1, 1), |span| text.line_column(span.start as usize));
            let separator = if index == 0 { "" } else { "\n" };
            write!(
                f,
                "{separator}{path}:{line}:{column}: {}",
                error.message.english()
            )?;
            if let Some(help) = &error.help {
                write!(f, "; {}", help.english())?;
            }
        }
        Ok(())
    }
}

/// Uses the display form, because programs that end with an error print its debug form.
impl fmt::Debug for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for SettingsError {}

/// Returns the name of a profile whose file states no name: the name of the file, without its extension.
fn profile_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    stem.to_string_lossy().into_owned()
}

/// Opens and reads a TOML file. `name` identifies the file in messages.
///
/// # Errors
///
/// Returns an error if the file cannot be opened or read, or has an error.
pub(crate) fn read<T, R: Read>(
    path: &Path,
    name: &str,
    kind: &TomlKind,
    open: impl FnOnce(&Path) -> io::Result<R>,
    parse: impl FnOnce(&str) -> Result<T, Vec<InputError>>,
) -> Result<T, SettingsError> {
    let file = open(path).map_err(TomlFileError::Unread);
    let result = file.and_then(|file| read_toml(file, kind, parse));
    result.map_err(|error| SettingsError {
        path: PathBuf::from(name),
        why: error,
    })
}

/// Reads a TOML file and parses it with `parse`.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is larger than [`MAX_FILE_BYTES`], is not text, or has an
/// error.
fn read_toml<T>(
    file: impl Read,
    kind: &TomlKind,
    parse: impl FnOnce(&str) -> Result<T, Vec<InputError>>,
) -> Result<T, TomlFileError> {
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(TomlFileError::Unread)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let error = Reason::error(io::ErrorKind::FileTooLarge, kind.too_large);
        return Err(TomlFileError::Unread(error));
    }
    let text = decode_bytes(bytes, None);
    if text.looks_binary() {
        let error = Reason::error(io::ErrorKind::InvalidData, kind.no_text);
        return Err(TomlFileError::Unread(error));
    }
    let damage = text.as_str().find('\u{fffd}');
    let result = damage.map_or_else(
        || parse(text.as_str()),
        |offset| Err(vec![decoding_error(offset)]),
    );
    result.map_err(|errors| TomlFileError::Invalid(Box::new(text), errors))
}

/// Returns the error about a character that is invalid in the encoding of the file.
fn decoding_error(offset: usize) -> InputError {
    InputError {
        span: Some(Span::new(offset, offset + '\u{fffd}'.len_utf8())),
        message: bilingual("invalid character", "文字として読めないデータがある"),
        help: Some(bilingual("save the file as UTF-8", "ファイルをUTF-8で保存する")),
    }
}
