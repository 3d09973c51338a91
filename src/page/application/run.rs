//! The check of files in memory with the settings of the page.

use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::archive::MemberFilter;
use crate::archive::selection::{FileClass, classify_file, is_hidden, is_skipped_folder};
use crate::audit::sheet::Completeness;
use crate::check::{Checked, Checker, FailOn, File, Selector, UnreadableFile, is_foreign};
use crate::finding::{Finding, Language, Message, Severity, bilingual};
use crate::notation;
use crate::report::Paint;
use crate::run::{
    CheckedRecord, ConfigSource, Effective, EventRules, ExcludedRecords, OptionError, OutputNeeds,
    RecordFilter, RecordWorker, RunOptions, exclude,
};
use crate::stats::{Game, GameCollector, NameAliases, Needs};

/// The name of the file with the settings that the page passes as a text.
const CONFIG: &str = "kifu.toml";

/// The name of the file with the profile that the page passes as a text.
const PROFILE: &str = "rules.toml";

/// The settings of the page.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    /// The text of a `kifu.toml`.
    toml: Option<String>,
    /// The text of a profile.
    rules: Option<String>,
    options: RunOptions,
    /// `true` if findings are shown that follow from the cause of another finding.
    all: bool,
}

/// The values of settings that apply.
#[derive(Debug, Serialize)]
pub(super) struct Applied {
    /// The name of the profile; empty for the text of a profile.
    profile: String,
    severity: &'static str,
    /// The keys of these values that the `kifu.toml` contains.
    config: Vec<&'static str>,
}

impl Applied {
    fn new(effective: &Effective) -> Self {
        let is_in_config = |key: &str| effective.origin(key).file.is_some();
        let keys = [
            ("profile", "profile"),
            ("profile", "rules-file"),
            ("severity", "severity"),
        ];
        let stated = keys.into_iter().filter(|&(_, key)| is_in_config(key));
        Self {
            profile: match &effective.rules.value {
                EventRules::Profile(name) => name.clone(),
                EventRules::File(_) => String::new(),
            },
            severity: effective.severity.value.name(),
            config: stated.map(|(name, _)| name).collect(),
        }
    }
}

/// The place of a record: the number of its file in the archive, and the number of the record in the file. Both are from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Place(pub(super) usize, pub(super) u32);

impl Place {
    /// Returns the place that means the whole first file.
    pub(super) const fn first_file() -> Self {
        Self(1, 0)
    }
}

/// A range of records in the order of an archive: the place of the last record before the range, and the place of the first
/// record after it. `None` if the range is not limited.
pub(super) type Range = (Option<Place>, Option<Place>);

impl Default for Place {
    fn default() -> Self {
        Self(1, 1)
    }
}

/// A checker of records for an output, and its worker.
#[derive(Debug)]
pub(super) struct Checking {
    checker: Checker,
    worker: RecordWorker,
}

/// The settings of a run.
pub(super) struct Run {
    effective: Effective,
    /// The checker of single records.
    pub(super) checker: Checker,
    filter: RecordFilter,
    members: MemberFilter,
    extensions: Vec<String>,
    pub(super) severity: Severity,
    pub(super) fail_on: FailOn,
    /// The names of the rules that the settings select one by one.
    pub(super) selected: Vec<&'static str>,
    pub(super) all_findings: bool,
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("checker", &self.checker)
            .finish_non_exhaustive()
    }
}

impl Default for Run {
    fn default() -> Self {
        // The default settings contain no text, so they are always valid.
        let options = RunOptions {
            config: ConfigSource::None,
            ..RunOptions::default()
        };
        let effective = Effective::load(&options, |_| io::Result::<io::Empty>::Err(not_found()));
        let filter = effective.and_then(|effective| {
            let filter = RecordFilter::of_games(&options, &effective)?;
            Ok((effective, filter))
        });
        match filter {
            Ok((effective, filter)) => Self::of_effective(&options, effective, filter, false),
            Err(error) => unreachable!("{}", error.words()),
        }
    }
}

fn not_found() -> io::Error {
    io::ErrorKind::NotFound.into()
}

/// Returns an error in the value of an option as a message.
pub(super) fn option_message(error: &OptionError, language: Language) -> Message {
    let error = error.render(&Paint::plain(), language);
    Message::untranslated(String::from_utf8_lossy(&error).trim_end().to_owned())
}

/// Returns the needs of the list of games.
pub(super) fn list_needs() -> OutputNeeds {
    OutputNeeds {
        causes: true,
        ..OutputNeeds::data(Needs::OPENINGS | Needs::HEADERS | Needs::COMPACT)
    }
}

/// An event during [`Run::check`].
pub(super) enum Event<'e> {
    /// A record is about to be checked.
    At(Place),
    /// A record was checked.
    Record(Place, Box<CheckedRecord<'e, 'e>>),
    /// A file of an archive cannot be read.
    Unreadable(&'e UnreadableFile),
}

/// The totals of a check.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) files: u64,
    pub(super) records: u64,
    /// Number of records that the settings exclude.
    pub(super) excluded: u64,
    /// Number of files of archives that are not records.
    pub(super) skipped: usize,
    pub(super) unreadable: Vec<UnreadableFile>,
}

impl Run {
    /// Creates a run with these settings. Also returns the values that apply.
    ///
    /// # Errors
    ///
    /// Returns the reason in words if the settings contain an error.
    pub(super) fn new(settings: &Settings, language: Language) -> Result<(Self, Applied), Message> {
        let Settings {
            toml,
            rules,
            options,
            all,
        } = settings;
        let mut options = options.clone();
        options.config = match toml {
            Some(_) => ConfigSource::File(CONFIG.into()),
            None => ConfigSource::None,
        };
        if rules.is_some() {
            options.rules = Some(PROFILE.into());
        }
        let open = |path: &Path| {
            let text = match path.to_str() {
                Some(CONFIG) => toml.as_deref(),
                Some(PROFILE) => rules.as_deref(),
                _ => None,
            };
            text.map(str::as_bytes).ok_or_else(not_found)
        };
        let loaded = Effective::load(&options, open).and_then(|effective| {
            let filter = RecordFilter::of_games(&options, &effective)?;
            Ok((effective, filter))
        });
        let (effective, filter) = loaded.map_err(|error| option_message(&error, language))?;
        let applied = Applied::new(&effective);
        Ok((Self::of_effective(&options, effective, filter, *all), applied))
    }

    fn of_effective(
        options: &RunOptions,
        effective: Effective,
        filter: RecordFilter,
        all_findings: bool,
    ) -> Self {
        let selected = effective.select.value.iter();
        let selected = selected.filter_map(Selector::named).collect();
        let extensions = effective.ext.value.clone();
        let members = MemberFilter {
            extensions: extensions.clone().into(),
            exclude: Some((Path::new("").into(), exclude(effective.excluded(options)))),
            ..MemberFilter::default()
        };
        Self {
            checker: Checker::new(effective.settings_for(&list_needs())),
            filter,
            members,
            extensions,
            severity: effective.severity.value,
            fail_on: effective.fail_on.value,
            selected,
            all_findings,
            effective,
        }
    }

    /// Returns the other spellings of the names of players.
    pub(super) fn names(&self) -> Arc<NameAliases> {
        NameAliases::new(&self.effective.names.value)
    }

    /// Returns whether every game of a sheet of results must have a record.
    pub(super) const fn completeness(&self) -> Completeness {
        Completeness::new(self.effective.complete.value, !self.filter.is_all())
    }

    /// Returns a checker for outputs with these needs.
    pub(super) fn checking(&self, needs: &OutputNeeds) -> Checking {
        let checker = Checker::new(self.effective.settings_for(needs));
        Checking {
            worker: self.filter.worker(&checker, needs),
            checker,
        }
    }

    /// Returns the checker with the search for safe fixes and, for unsafe ones, for causes.
    pub(super) fn fixing_checker(&self) -> Checker {
        Checker::new(self.effective.settings_for(&OutputNeeds {
            causes: true,
            fixes: true,
            ..OutputNeeds::default()
        }))
    }

    /// Returns a checker for texts of the page, which are UTF-8 whatever the encoding of the files is.
    pub(super) fn editing_checker(&self) -> Checker {
        let mut settings = self.effective.settings_for(&OutputNeeds::default());
        settings.encoding = None;
        Checker::new(settings)
    }

    /// Returns whether a file in a folder is read. The path begins with the name of the folder.
    pub(super) fn takes(&self, path: &str) -> bool {
        let path = Path::new(path);
        let mut folders = path.iter().rev().skip(1);
        let is_excluded = || {
            let exclude = self.members.exclude.as_ref();
            exclude.is_some_and(|(_, exclude)| {
                let mut paths = path.ancestors().filter(|path| !path.as_os_str().is_empty());
                paths.any(|path| exclude.matches(path, None))
            })
        };
        !folders.any(is_skipped_folder)
            && !is_hidden(path.file_name().unwrap_or_default())
            && !matches!(classify_file(path, &self.extensions), FileClass::Unclaimed)
            && !is_excluded()
    }

    /// Returns whether a file that was found in a folder belongs to another program: its name does not show that it is a
    /// record, and it contains none. The command skips such files, too.
    pub(super) fn is_foreign(&self, path: &str, bytes: &Arc<Vec<u8>>) -> bool {
        let extension = Path::new(path).extension().and_then(OsStr::to_str);
        if !extension.is_some_and(notation::is_shared_extension) {
            return false;
        }
        let first = self.with_file(&self.checker, (path, bytes), 1, |file| {
            file.unchecked().all(|record| is_foreign(&record))
        });
        first.unwrap_or(false)
    }

    /// Returns the filter for the members of an archive at this path.
    pub(super) fn members(&self, archive: &str) -> MemberFilter {
        let mut members = self.members.clone();
        if let Some((path, _)) = &mut members.exclude {
            *path = Path::new(archive).into();
        }
        members
    }

    /// Checks the records of a file or an archive in a range.
    pub(super) fn check(
        &self,
        checking: &mut Checking,
        path: &str,
        bytes: &Arc<Vec<u8>>,
        (after, until): Range,
        mut report: impl FnMut(Event<'_>),
    ) -> Totals {
        let mut totals = Totals::default();
        let mut excluded = ExcludedRecords::default();
        let members = self.members(path);
        let mut files = checking.checker.check_shared(path, bytes, &members);
        let first_file = after.map_or(1, |after| after.0);
        files.skip_files(first_file.saturating_sub(1));
        while let Some(file) = files.next_file() {
            let file = match file {
                Ok(file) => file,
                Err(unreadable) => {
                    report(Event::Unreadable(&unreadable));
                    totals.unreadable.push(unreadable);
                    continue;
                }
            };
            totals.files += 1;
            let source = file.source();
            for unread in file.unread() {
                let place = Place(files.number(), unread.index());
                if after.is_some_and(|after| place <= after) {
                    continue;
                }
                if until.is_some_and(|until| place >= until) {
                    totals.skipped = files.skipped;
                    return totals;
                }
                report(Event::At(place));
                let taken = checking.worker.take(&source, &unread, &mut excluded, |_| {});
                let Some((checked, data @ Some(_))) = taken else {
                    totals.excluded += 1;
                    continue;
                };
                totals.records += 1;
                let record = CheckedRecord {
                    game: &checked,
                    findings: &checked.shown(self.severity),
                    data,
                    replay: None,
                };
                report(Event::Record(place, Box::new(record)));
            }
        }
        totals.skipped = files.skipped;
        totals
    }

    /// Returns the findings that are shown, without those that follow from the cause of another one, unless all are shown.
    pub(super) fn shown<'g>(&self, findings: &[&'g Finding]) -> Vec<&'g Finding> {
        let shown = findings.iter().copied();
        shown
            .filter(|finding| self.all_findings || !finding.consequence)
            .collect()
    }

    /// Calls `use_file` with the file of a place.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist or cannot be read.
    pub(super) fn with_file<T>(
        &self,
        checker: &Checker,
        (path, bytes): (&str, &Arc<Vec<u8>>),
        number: usize,
        use_file: impl FnOnce(&File<'_>) -> T,
    ) -> Result<T, Message> {
        let mut files = checker.check_from(path, bytes, &self.members(path), number);
        match files.next_file() {
            Some(Ok(file)) => Ok(use_file(&file)),
            _ => Err(missing()),
        }
    }

    /// Checks the record at a place, and calls `use_record` with the record, the data of its game and the findings that are shown.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no record at this place.
    pub(super) fn with_record<T>(
        &self,
        path: &str,
        bytes: &Arc<Vec<u8>>,
        place: Place,
        use_record: impl FnOnce(&Checked<'_>, &Game, &[&Finding]) -> T,
    ) -> Result<T, Message> {
        let check = |file: &File<'_>| {
            let unread = file.unread().find(|unread| unread.index() == place.1)?;
            let mut collector = GameCollector::new(Needs::OPENINGS);
            let mut session = self.checker.session();
            let (checked, game) = collector.check(&mut session, &file.source(), unread.read(), |_| {});
            let findings = self.shown(&checked.shown(self.severity));
            Some(use_record(&checked, &game, &findings))
        };
        self.with_file(&self.checker, (path, bytes), place.0, check)?
            .ok_or_else(missing)
    }
}

/// Returns the error for a place without a record.
pub(super) fn missing() -> Message {
    bilingual("there is no such record", "その棋譜はない")
}
