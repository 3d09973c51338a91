//! The values that apply to a run, from its options and its `kifu.toml`.

use std::env;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "cli")]
use super::baseline_file::BaselineFile;
use super::error::OptionError;
use super::options::{ConfigSource, RunOptions};
use super::output_needs::OutputNeeds;
use crate::check::{
    CONFIG_FILE_NAME, Config, ConfigFile, FailOn, FileSettings, Level, OPENINGS_FILE, Pattern, Patterns,
    PerPath, Selector, Settings, SettingsError, TomlFileError, read, read_profile,
};
use crate::finding::{InputError, Message, Severity};
use crate::opening::{BookError, OpeningBook};
#[cfg(feature = "cli")]
use crate::output::ProtectedFiles;
use crate::profile::Profile;
use crate::stats::{NameAliases, NameLists, Query};
use crate::text::path_to_text;

/// The values that apply to a run, and the origin of each value: one field for each option and each key of the `kifu.toml`.
///
/// Options take precedence over the `kifu.toml`, which takes precedence over the defaults.
#[derive(Debug)]
pub struct Effective {
    /// The settings of the checker, apart from those that depend on the outputs of the run: causes, fixes and the baseline.
    pub settings: Settings,
    /// `true` if outputs that show causes of findings may have them.
    has_causes: bool,
    /// The lowest severity that is shown.
    pub severity: Resolved<Severity>,
    /// The lowest severity that makes a run fail.
    pub fail_on: Resolved<FailOn>,
    /// The profile with the rules of the event.
    pub rules: Resolved<EventRules>,
    /// The rules that are reported.
    pub select: Resolved<Vec<Selector>>,
    /// The rules that are not reported.
    pub ignore: Resolved<Vec<Selector>>,
    /// The levels of rules. The levels in the `kifu.toml` precede those of the options.
    pub levels: Vec<Resolved<(Selector, Level)>>,
    /// Additional extensions of files that are read in folders.
    pub ext: Resolved<Vec<String>>,
    /// Patterns of paths that are not read. The patterns of the options precede those of the `kifu.toml`.
    pub exclude: Resolved<Vec<Pattern>>,
    /// The `[[per-path]]` entries of the `kifu.toml`, which apply to some of the files. Their profiles are removed if
    /// the options set a profile.
    pub(crate) per_path: Resolved<Vec<PerPath>>,
    /// The names of players, each with its other spellings.
    pub names: Resolved<Vec<(String, Vec<String>)>>,
    /// The sheets of results of an audit, as paths relative to the working directory.
    pub sheet: Resolved<Vec<PathBuf>>,
    /// `true` if every game of a sheet must have a record.
    pub complete: Resolved<bool>,
    /// The lists of names to which the condition on games refers.
    pub(crate) name_lists: NameLists,
    /// The book of openings; `None` for the built-in book.
    pub(crate) book: Option<&'static OpeningBook>,
    /// The `kifu.toml` that applies; `None` if no `kifu.toml` applies.
    config: Option<Config>,
}

/// A value that applies to a run, with its origin.
#[derive(Clone, Debug)]
pub struct Resolved<T> {
    /// The value.
    pub value: T,
    /// The origin of the value.
    pub origin: Origin,
}

/// The origin of a value: the options, the `kifu.toml`, both (for a list), or neither (for a default value).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// `true` if the options contain the value or, for a list, elements of the list.
    pub options: bool,
    /// The place of the value in the `kifu.toml`, such as `kifu.toml:3:1`; `None` if the value is not taken from there.
    pub file: Option<String>,
}

/// The origin of the profile with the rules of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventRules {
    /// A built-in profile, by its name.
    Profile(String),
    /// A profile in a file, by its path.
    File(String),
}

impl Effective {
    /// Reads the `kifu.toml`, the profiles that it or the options refer to, and the openings of the options. Determines the
    /// values that apply.
    ///
    /// `open` opens a file.
    ///
    /// # Errors
    ///
    /// Returns an error if a settings file cannot be opened or read, or contains an error.
    pub fn load<R: Read>(
        options: &RunOptions,
        mut open: impl FnMut(&Path) -> io::Result<R>,
    ) -> Result<Self, OptionError> {
        let config = find_config(&options.config, &mut open)?;
        let profiles = Profiles::read(options, config.as_ref(), &mut open)?;
        let name_lists = options
            .filter
            .as_deref()
            .map(|filter| NameLists::read(filter, &mut open));
        let name_lists = name_lists.transpose().map_err(|(path, error)| SettingsError {
            path: path.into(),
            why: TomlFileError::Unread(error),
        })?;
        let book = options.openings.as_deref().map(|path| read_book(path, &mut open));
        let file = config.as_ref().map(|config| {
            let config_profile = profiles.from_config;
            FileSettings::new(&config.file, &config.directory, config_profile)
        });
        let settings = Settings {
            profile: profiles.from_options.map(Arc::new),
            notation: options.input.format,
            encoding: options.input.encoding,
            layer: options.layer(),
            file: file.unwrap_or_default(),
            ..Settings::default()
        };
        Ok(Self {
            name_lists: name_lists.unwrap_or_default(),
            ..Self::resolve(options, config, settings, book.transpose()?)
        })
    }

    fn resolve(
        options: &RunOptions,
        config: Option<Config>,
        settings: Settings,
        book: Option<&'static OpeningBook>,
    ) -> Self {
        let default = ConfigFile::default();
        let file = config.as_ref().map_or(&default, |config| &config.file);
        let sources = Sources(config.as_ref());
        let mut per_path = file.per_path.clone();
        if options.chooses_profile() {
            // The profile of the options applies to all files.
            for entry in &mut per_path {
                entry.profile = None;
            }
        }
        Self {
            severity: sources.override_value("severity", options.severity, file.severity, Severity::Note),
            fail_on: sources.override_value("fail-on", options.fail_on, file.fail_on, FailOn::default()),
            rules: sources.rules(options, file),
            select: sources.select(options, file),
            ignore: sources.ignore(options, file),
            levels: sources.levels(options, file),
            ext: sources.override_list("ext", &options.input.ext, &file.ext),
            exclude: sources.join_lists("exclude", &options.input.exclude, &file.exclude),
            per_path: sources.file_value("per-path", per_path),
            names: sources.file_value("names", file.names.clone()),
            sheet: sources.sheet(options, file),
            complete: sources.override_value("audit", options.complete, file.audit.complete, false),
            settings,
            has_causes: !options.no_cause,
            name_lists: NameLists::default(),
            book,
            config,
        }
    }

    /// Reads the baseline of the options. The findings that it lists are not reported any more.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is a pipe or device, or is not a baseline.
    #[cfg(feature = "cli")]
    pub(crate) fn read_baseline(
        &mut self,
        options: &RunOptions,
        protected: &mut ProtectedFiles,
    ) -> io::Result<Option<BaselineFile>> {
        let path = options.baseline.as_deref();
        let file = path.map(|path| BaselineFile::read(path, protected)).transpose()?;
        self.settings.baseline = file.as_ref().map(|file| Arc::clone(&file.baseline));
        Ok(file)
    }

    /// Returns a query with the book of openings and the names of players that apply.
    pub(crate) fn complete_query(&self, query: Query) -> Query {
        let names = NameAliases::new(&self.names.value);
        Query {
            book: self.book,
            having: query
                .having
                .map(|filter| filter.with_names(&names, &self.name_lists)),
            ..query
        }
    }

    /// Returns the settings of a checker for outputs with these needs.
    pub(crate) fn settings_for(&self, needs: &OutputNeeds) -> Settings {
        Settings {
            causes: needs.causes && self.has_causes,
            fixes: needs.fixes,
            ..self.settings.clone()
        }
    }

    /// Returns the path of the `kifu.toml` as shown in messages; `None` if no `kifu.toml` applies.
    pub fn config_name(&self) -> Option<&str> {
        self.config.as_ref().map(|config| &*config.name)
    }

    /// Returns the origin of a value with this key in the `kifu.toml`. The options must not set the value.
    pub fn origin(&self, key: &str) -> Origin {
        Sources(self.config.as_ref()).origin(key, false)
    }

    /// Returns the patterns of paths that are not read, from the options and the `kifu.toml`.
    pub(crate) fn excluded(&self, options: &RunOptions) -> Vec<Patterns> {
        let file_patterns = self.excluded_by_file();
        let file_patterns = file_patterns.map(|(folder, patterns)| Patterns::in_folder(patterns, folder));
        [Patterns::anywhere(&options.input.exclude)]
            .into_iter()
            .chain(file_patterns)
            .collect()
    }

    /// Returns the folder of the `kifu.toml` and the patterns of paths that it excludes; `None` if no `kifu.toml`
    /// applies.
    pub(crate) fn excluded_by_file(&self) -> Option<(&Path, &[Pattern])> {
        let config = self.config.as_ref()?;
        Some((&config.directory, &config.file.exclude))
    }

    /// Selects all rules, unless the `kifu.toml` or the options select rules.
    pub(crate) fn select_all_by_default(&mut self) {
        self.settings.file.select_all_by_default();
    }
}

/// The origins of values in a `kifu.toml`.
struct Sources<'c>(Option<&'c Config>);

impl Sources<'_> {
    fn origin(&self, key: &str, options: bool) -> Origin {
        let file_place = || self.0.and_then(|config| config.place(key));
        Origin {
            options,
            file: if options { None } else { file_place() },
        }
    }

    /// Resolves the value with this key in the `kifu.toml`. The options override the `kifu.toml`, which overrides the default.
    fn override_value<T>(&self, key: &str, option: Option<T>, file: Option<T>, default: T) -> Resolved<T> {
        Resolved {
            origin: self.origin(key, option.is_some()),
            value: option.or(file).unwrap_or(default),
        }
    }

    /// Resolves the list with this key in the `kifu.toml`. A list in the options replaces the list in the `kifu.toml`.
    fn override_list<T: Clone>(&self, key: &str, options: &[T], file: &[T]) -> Resolved<Vec<T>> {
        let list = if options.is_empty() { file } else { options };
        Resolved {
            value: list.to_vec(),
            origin: self.origin(key, !options.is_empty()),
        }
    }

    /// Resolves the list with this key in the `kifu.toml`, by joining the lists in the options and in the `kifu.toml`.
    fn join_lists<T: Clone>(&self, key: &str, options: &[T], file: &[T]) -> Resolved<Vec<T>> {
        let mut origin = self.origin(key, !options.is_empty());
        if origin.options && !file.is_empty() {
            origin.file = self.origin(key, false).file;
        }
        Resolved {
            value: [options, file].concat(),
            origin,
        }
    }

    /// Resolves the value with this key, which only the `kifu.toml` can contain.
    fn file_value<T>(&self, key: &str, value: T) -> Resolved<T> {
        Resolved {
            value,
            origin: self.origin(key, false),
        }
    }

    fn rules(&self, options: &RunOptions, file: &ConfigFile) -> Resolved<EventRules> {
        let is_option = options.chooses_profile();
        let option_path = options.rules.as_deref().map(path_to_text);
        let path = option_path.or_else(|| file.rules_file.clone().filter(|_| !is_option));
        let (key, value) = if let Some(path) = path {
            ("rules-file", EventRules::File(path))
        } else {
            let profile = options.profile.or(file.profile);
            let name = profile.map_or_else(|| Profile::default().name, |profile| profile.name.clone());
            ("profile", EventRules::Profile(name))
        };
        Resolved {
            value,
            origin: self.origin(key, is_option),
        }
    }

    fn select(&self, options: &RunOptions, file: &ConfigFile) -> Resolved<Vec<Selector>> {
        let mut select = self.override_list("select", &options.select, &file.layer.select);
        if select.value.is_empty() {
            select.value = vec![Selector::ALL_RULES];
        }
        select
    }

    /// Resolves the ignored rules by joining the lists in the options and in the `kifu.toml`. If the options select
    /// rules, `ignore` of the `kifu.toml` does not apply.
    fn ignore(&self, options: &RunOptions, file: &ConfigFile) -> Resolved<Vec<Selector>> {
        if options.select.is_empty() {
            return self.join_lists("ignore", &options.ignore, &file.layer.ignore);
        }
        Resolved {
            value: options.ignore.clone(),
            origin: self.origin("ignore", true),
        }
    }

    /// Resolves the sheets of results. The sheets in the options replace those in the `kifu.toml`, whose paths are relative to its
    /// folder.
    fn sheet(&self, options: &RunOptions, file: &ConfigFile) -> Resolved<Vec<PathBuf>> {
        let folder = self.0.and_then(|config| Path::new(&config.name).parent());
        let in_folder = file.audit.sheet.iter().map(|path| match folder {
            Some(folder) => folder.join(path),
            None => path.clone(),
        });
        let of_file: Vec<_> = in_folder.collect();
        Resolved {
            value: if options.sheet.is_empty() {
                of_file
            } else {
                options.sheet.clone()
            },
            origin: self.origin("audit", !options.sheet.is_empty()),
        }
    }

    /// Resolves the levels of rules.
    ///
    /// For each selector, the last level in the options applies or, if there is none, the level in the `kifu.toml`.
    fn levels(&self, options: &RunOptions, file: &ConfigFile) -> Vec<Resolved<(Selector, Level)>> {
        let is_replaced = |selector: &Selector| options.set.iter().any(|(other, _)| other == selector);
        let file_levels = file
            .layer
            .set
            .iter()
            .filter(|(selector, _)| !is_replaced(selector));
        let file_levels = file_levels.map(|entry| self.file_value("set", entry.clone()));
        let is_last = |index: usize| {
            options.set[index + 1..]
                .iter()
                .all(|(other, _)| *other != options.set[index].0)
        };
        let option_levels = options
            .set
            .iter()
            .enumerate()
            .filter(|&(index, _)| is_last(index));
        let option_levels = option_levels.map(|(_, level)| Resolved {
            value: level.clone(),
            origin: self.origin("set", true),
        });
        file_levels.chain(option_levels).collect()
    }
}

/// Reads the `kifu.toml` that applies. Returns `None` if no `kifu.toml` applies. Returns an error if the file cannot be
/// read or contains an error.
fn find_config<R: Read>(
    source: &ConfigSource,
    open: impl FnMut(&Path) -> io::Result<R>,
) -> Result<Option<Config>, OptionError> {
    let (path, name) = match source {
        ConfigSource::None => return Ok(None),
        ConfigSource::File(path) => (path.clone(), path_to_text(path)),
        ConfigSource::Nearest => match nearest() {
            Some(nearest) => nearest,
            None => return Ok(None),
        },
    };
    Ok(Some(Config::read(&path, &name, open)?))
}

/// Returns the absolute path of the nearest `kifu.toml`, and its path relative to the working directory. Returns `None`
/// if there is no such file.
fn nearest() -> Option<(PathBuf, String)> {
    let working_directory = env::current_dir().ok()?;
    let path = ConfigFile::nearest(&working_directory)?;
    let levels_up = working_directory
        .ancestors()
        .position(|ancestor| path.parent() == Some(ancestor))?;
    Some((path, "../".repeat(levels_up) + CONFIG_FILE_NAME))
}

/// The profiles that the options or the `rules-file` of the `kifu.toml` refer to. At most one of the two fields is set.
#[derive(Default)]
struct Profiles {
    /// The profile from the options, built-in or in a file; `None` if the options do not set a profile.
    from_options: Option<Profile>,
    /// The profile in the `rules-file` of the `kifu.toml`; `None` if there is no such file or the options set a profile.
    from_config: Option<Profile>,
}

impl Profiles {
    fn read<R: Read>(
        options: &RunOptions,
        config: Option<&Config>,
        open: impl FnMut(&Path) -> io::Result<R>,
    ) -> Result<Self, OptionError> {
        let mut profiles = Self::default();
        if let Some(path) = &options.rules {
            profiles.from_options = Some(read_profile(path, open)?);
        } else if let Some(profile) = options.profile {
            profiles.from_options = Some(profile.clone());
        } else if let Some(path) = config.and_then(Config::rules_file) {
            profiles.from_config = Some(read_profile(&path, open)?);
        }
        Ok(profiles)
    }
}

/// Reads a file of openings, and returns a book of the built-in openings and the openings of the file. An opening of the file
/// replaces a built-in opening with an equal name.
///
/// The memory of the book is never freed, because games refer to the book until the program ends.
fn read_book<R: Read>(
    path: &Path,
    open: impl FnMut(&Path) -> io::Result<R>,
) -> Result<&'static OpeningBook, OptionError> {
    let to_input_error = |error: BookError| InputError {
        span: Some(error.span),
        message: Message::untranslated(error.message),
        help: Some(Message::untranslated(error.help)),
    };
    let parse = |text: &str| {
        OpeningBook::extended(text).map_err(|errors| errors.into_iter().map(to_input_error).collect())
    };
    let book = read(path, &path_to_text(path), &OPENINGS_FILE, open, parse)?;
    Ok(Box::leak(Box::new(book)))
}
