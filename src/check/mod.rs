//! The entry point for programs: from the bytes of a file to its checked records, with the places of their
//! findings.
//!
//! A [`Checker`] is created once from [`Settings`], and checks any number of files on any number of threads. A
//! checker does not read from the disk. Its input is the bytes of a file, or of an archive of files (feature
//! `archives`). A [`File`] lends its records one after the other, each as a [`Checked`]. The command `kifu`
//! works in the same way.

use std::alloc::{Layout, handle_alloc_error};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;
#[cfg(feature = "archives")]
use std::path::PathBuf;
use std::sync::Arc;

use crate::finding::{Finding, Group, Language, Severity};
use crate::fix::{self, Soundness};
use crate::guard::catch_panic;
use crate::notation::{self, Notation, Refusal, Target, Writer, WrittenRecord};
use crate::played::{Played, PlayedMove};
use crate::profile::Profile;
#[cfg(feature = "archives")]
use crate::record::gap::NoRecord;
use crate::record::{GapKind, Record};
use crate::referee::Judgement;
use crate::referee::rules::written::ILLEGAL_LINE;
use crate::system::Referees;
use crate::text::{Text, without_padding};
use settings::EffectiveSettings;

mod archive;
#[cfg(feature = "settings")]
pub mod baseline;
#[cfg(feature = "settings")]
mod config;
#[cfg(feature = "settings")]
mod file;
mod fixes;
#[cfg(feature = "settings")]
mod patterns;
mod reading;
mod selector;
mod settings;
mod summary;

pub use archive::ArchiveFindings;
pub(crate) use archive::{ArchiveFinding, Statement};
#[cfg(feature = "settings")]
pub use config::schema;
#[cfg(feature = "settings")]
pub(crate) use config::{CONFIG_FILE_NAME, ConfigFile, extension};
#[cfg(all(test, feature = "settings"))]
pub(crate) use config::{KEYS, PER_PATH_KEYS};
#[cfg(feature = "settings")]
pub(crate) use file::{Config, OPENINGS_FILE, read, read_profile};
#[cfg(feature = "settings")]
pub use file::{FileSettings, SettingsError, TomlFileError};
pub use fixes::{FixCounts, FixedFile};
#[cfg(feature = "settings")]
pub use patterns::Pattern;
#[cfg(feature = "settings")]
pub(crate) use patterns::{Patterns, PerPath};
#[cfg(test)]
pub(crate) use reading::READ;
pub(crate) use reading::{ForcedFormat, RecordSplitter};
pub use reading::{Unread, UnreadRecord};
pub use selector::{FailOn, Layer, Level, Selector, Suppressed};
pub(crate) use selector::{Rank, name_of_title};
pub use settings::Settings;
#[cfg(not(feature = "settings"))]
pub use settings::no_file::FileSettings;
#[cfg(test)]
pub(crate) use summary::SCHEMA;
pub use summary::Summary;
pub(crate) use summary::{FindingSummary, FixSummary};

/// A checker for the records of files. A clone shares its settings.
///
/// ```
/// use kifu::finding::Language;
/// use kifu::{Checker, Settings, notation};
///
/// let checker = Checker::new(Settings::default());
/// let bytes = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 ５五角打\nまで4手で先手の勝ち\n";
/// for file in checker.check("final.kif", bytes.as_bytes()) {
///     for game in file.records() {
///         let finding = &game.judgement.findings[0];
///         let place = game.place(finding).unwrap();
///         assert_eq!((finding.rule.name, place.line, place.column), ("drop-not-in-hand", 5, 6));
///         let csa = game.to(notation::target("csa").unwrap()).unwrap();
///         assert!(String::from_utf8(csa.bytes).unwrap().contains("+7776FU"));
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Checker(Arc<Rules>);

/// The settings of a checker, and the settings for files that no entry of `[[per-path]]` matches.
#[derive(Debug)]
struct Rules {
    settings: Settings,
    /// The settings for files that no entry of a `kifu.toml` matches.
    usual: EffectiveSettings,
}

impl Checker {
    /// Creates a checker with these settings.
    pub fn new(settings: Settings) -> Self {
        let usual = settings.effective(&[]);
        Self(Arc::new(Rules { settings, usual }))
    }

    /// Returns the settings of the checker.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Returns this checker, or one that also looks for causes and fixes if this one does not.
    fn with_fixes(&self) -> Self {
        let settings = self.settings();
        if settings.causes && settings.fixes {
            return self.clone();
        }
        Self::new(Settings {
            causes: true,
            fixes: true,
            ..settings.clone()
        })
    }

    /// Removes and returns the findings of a record that are in the baseline.
    #[cfg(feature = "settings")]
    fn known(&self, record: &Record<'_>, text: &Text<'_>, findings: &mut Vec<Finding>) -> Vec<Finding> {
        match &self.settings().baseline {
            Some(baseline) => baseline.take_known((record, text), findings),
            None => Vec::new(),
        }
    }

    #[cfg(not(feature = "settings"))]
    #[expect(
        clippy::unused_self,
        reason = "with the feature, the settings have the baseline"
    )]
    fn known(&self, _: &Record<'_>, _: &Text<'_>, _: &mut Vec<Finding>) -> Vec<Finding> {
        Vec::new()
    }

    /// Returns the profile by which records are checked, unless a `kifu.toml` has another profile for their file.
    pub fn profile(&self) -> &Profile {
        &self.0.usual.profile
    }

    /// Reads the bytes of a file, or of an archive of files.
    ///
    /// In an archive, the same files are read as by the command: files that have an extension of records and
    /// are not hidden. Archives inside the archive are read too, one level deep. The path identifies the
    /// file: its extension helps to detect the notation, and a `kifu.toml` may have settings for it.
    pub fn check<'c>(&self, path: &str, bytes: impl Into<Cow<'c, [u8]>>) -> Files<'c> {
        Files::new(self, path, bytes.into())
    }

    /// Reads bytes that the caller keeps, as [`check`](Self::check) does. The members of an archive are selected by `filter`.
    #[cfg(feature = "application")]
    pub(crate) fn check_shared<'c>(
        &self,
        path: &str,
        bytes: &'c Arc<Vec<u8>>,
        filter: &crate::archive::MemberFilter,
    ) -> Files<'c> {
        let rest = match crate::archive::kind_of(Path::new(path), || Ok(bytes.as_slice())) {
            Ok(Some(kind)) => Rest::of_archive(path, kind, Arc::clone(bytes), filter.clone()),
            _ => Rest::of_file(self, path, Cow::Borrowed(bytes.as_slice())),
        };
        Files::of_rest(self, rest)
    }

    /// Reads bytes as [`check_shared`](Self::check_shared) does. The first file that is returned is the one with this number
    /// in the archive, and no other file is unpacked to find it.
    #[cfg(feature = "application")]
    pub(crate) fn check_from<'c>(
        &self,
        path: &str,
        bytes: &'c Arc<Vec<u8>>,
        filter: &crate::archive::MemberFilter,
        number: usize,
    ) -> Files<'c> {
        let mut filter = filter.clone();
        filter.names_only = true;
        let found = self.check_shared(path, bytes, &filter).name_of(number);
        filter.names_only = false;
        let mut skipped_files = number.saturating_sub(1);
        if let Some((name, copies_before)) = found {
            filter.only = Some(name.into());
            skipped_files = copies_before;
        }
        let mut files = self.check_shared(path, bytes, &filter);
        files.skip_files(skipped_files);
        files
    }

    /// Creates a session, which checks one record after the other on one thread.
    pub fn session(&self) -> Session {
        Session {
            usual: self.0.usual.referees(),
            checker: self.clone(),
            others: HashMap::new(),
            path: String::new(),
            entries: Vec::new(),
        }
    }

    /// Returns the names of the profiles that apply, separated by commas. The profile for files that no entry of
    /// `[[per-path]]` matches is the first.
    #[cfg(feature = "cli")]
    pub(crate) fn profile_names(&self) -> String {
        let settings = self.settings();
        let mut names = vec![&*self.profile().name];
        if settings.profile.is_none() {
            for name in settings.file.profile_names() {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names.join(", ")
    }
}

impl Default for Checker {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

// The files.

/// An iterator over the files in the bytes that a [`Checker`] checks: one file, or the files of an archive and of
/// the archives inside it.
pub struct Files<'c> {
    checker: Checker,
    rest: Rest<'c>,
    /// Number of files of the archive that have been left out so far because these files are not records.
    pub skipped: usize,
    /// Number of files of the archive so far, including those that have been left out.
    number: usize,
}

enum Rest<'c> {
    File(Box<File<'c>>),
    /// An archive that cannot be read.
    #[cfg(feature = "archives")]
    Unreadable(UnreadableFile),
    /// The path of an archive, and the files of the archive that have not been returned yet.
    #[cfg(feature = "archives")]
    Archive(String, Box<crate::archive::Selection>),
    End,
}

/// A file or an archive that cannot be read, with the reason.
#[derive(Debug)]
pub(crate) struct UnreadableFile {
    /// The path of the file.
    pub path: String,
    /// The reason why the file cannot be read.
    pub error: std::io::Error,
}

impl<'c> Files<'c> {
    fn new(checker: &Checker, path: &str, bytes: Cow<'c, [u8]>) -> Self {
        Self::of_rest(checker, Rest::new(checker, path, bytes))
    }

    fn of_rest(checker: &Checker, rest: Rest<'c>) -> Self {
        Self {
            checker: checker.clone(),
            rest,
            skipped: 0,
            number: 0,
        }
    }

    /// Returns the number of the last file among all files of the archive, from 1. Files that were left out are counted.
    pub(crate) const fn number(&self) -> usize {
        self.number
    }

    /// Skips this number of files of the archive without unpacking them. Files that would be left out are counted.
    pub(crate) fn skip_files(&mut self, count: usize) {
        #[cfg(feature = "archives")]
        if let Rest::Archive(_, selection) = &mut self.rest {
            self.number += selection.by_ref().take(count).count();
            return;
        }
        if count > 0 {
            self.number += 1;
            self.rest = Rest::End;
        }
    }

    /// Returns the name in the archive of the file with this number, and the number of earlier files with the same name.
    /// Returns `None` if the file is not in an archive, or if it represents the whole archive.
    #[cfg(feature = "application")]
    fn name_of(&mut self, number: usize) -> Option<(String, usize)> {
        let Rest::Archive(_, selection) = &mut self.rest else {
            return None;
        };
        let mut names: Vec<_> = selection
            .by_ref()
            .take(number)
            .map(|selected| selected.name)
            .collect();
        let name = names
            .pop()
            .filter(|name| !name.is_empty() && names.len() + 1 == number)?;
        let copies_before = names.iter().filter(|other| **other == name).count();
        Some((name, copies_before))
    }

    /// Returns the next file, or the next file that cannot be read with the reason. Returns `None` after the last file.
    pub(crate) fn next_file(&mut self) -> Option<Result<File<'c>, UnreadableFile>> {
        match std::mem::replace(&mut self.rest, Rest::End) {
            Rest::End => None,
            Rest::File(file) => {
                self.number += 1;
                Some(Ok(*file))
            }
            #[cfg(feature = "archives")]
            Rest::Unreadable(unreadable) => {
                self.number += 1;
                Some(Err(unreadable))
            }
            #[cfg(feature = "archives")]
            Rest::Archive(archive, mut selection) => {
                let result = selection.find_map(|selected| {
                    let file = File::of_member(&self.checker, &archive, selected).transpose();
                    self.number += 1;
                    self.skipped += usize::from(file.is_none());
                    file
                })?;
                self.rest = Rest::Archive(archive, selection);
                Some(result)
            }
        }
    }
}

impl<'c> Rest<'c> {
    fn new(checker: &Checker, path: &str, bytes: Cow<'c, [u8]>) -> Self {
        #[cfg(feature = "archives")]
        if let Ok(Some(kind)) = crate::archive::kind_of(Path::new(path), || Ok(&bytes)) {
            let filter = crate::archive::MemberFilter::default();
            return Self::of_archive(path, kind, Arc::new(bytes.into_owned()), filter);
        }
        Self::of_file(checker, path, bytes)
    }

    fn of_file(checker: &Checker, path: &str, bytes: Cow<'c, [u8]>) -> Self {
        Self::File(Box::new(File::new(checker, path.to_owned(), None, Ok(bytes))))
    }

    #[cfg(feature = "archives")]
    fn of_archive(
        path: &str,
        kind: &crate::archive::Kind,
        bytes: Arc<Vec<u8>>,
        filter: crate::archive::MemberFilter,
    ) -> Self {
        use crate::archive::{Bytes, Selection};

        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
        let keep = |bytes| Ok(Bytes::from_memory(bytes));
        match Selection::new(kind, Bytes::from_memory(bytes), &name, filter, true, keep) {
            Ok(selection) => Self::Archive(path.to_owned(), Box::new(selection)),
            Err(error) => Self::Unreadable(UnreadableFile {
                path: path.to_owned(),
                error,
            }),
        }
    }
}

impl<'c> Iterator for Files<'c> {
    type Item = File<'c>;

    fn next(&mut self) -> Option<File<'c>> {
        let file = self.next_file()?;
        Some(file.unwrap_or_else(|unreadable| File::failed(&self.checker, unreadable)))
    }
}

/// A file whose records can be read. The file owns its text and lends its records.
#[derive(Debug)]
pub struct File<'c> {
    /// The path of the file. A file in an archive has a path such as `games.zip!2019/final.kif`.
    pub path: String,
    /// The notation of the file; `None` if no notation was found, and for a page of HTML or Markdown. Each record has its own
    /// format.
    pub notation: Option<&'static Notation>,
    checker: Checker,
    /// For a file in an archive: the path of the archive, the name in the archive, and the path if archives were
    /// folders. `None` for any other file.
    #[cfg(feature = "archives")]
    member: Option<(String, String, PathBuf)>,
    text: Text<'c>,
    /// The zeros and end-of-file marks of DOS after the text.
    padding: Vec<u8>,
    /// The reason why there is no text; `None` if there is a text.
    gap: Option<GapKind>,
}

impl<'c> File<'c> {
    /// Returns the checker of the file.
    #[cfg(feature = "cli")]
    pub(crate) const fn checker(&self) -> &Checker {
        &self.checker
    }

    fn new(
        checker: &Checker,
        path: String,
        name: Option<&str>,
        bytes: Result<Cow<'c, [u8]>, GapKind>,
    ) -> Self {
        let (bytes, gap) = match bytes {
            Ok(bytes) => (bytes, None),
            Err(gap) => (Cow::Borrowed(&[][..]), Some(gap)),
        };
        let read_as = ForcedFormat::from_settings(checker.settings());
        let layout = Layout::for_value::<[u8]>(&bytes);
        let end = without_padding(&bytes).len();
        let after_end = bytes[end..].to_vec();
        let read = read_as.whole(bytes, extension_of(name.unwrap_or(&path)));
        let (text, notation) = read.unwrap_or_else(|_| handle_alloc_error(layout));
        // The text of some encodings contains some of these bytes.
        let contained = text.source().len().saturating_sub(end);
        let padding = after_end.get(contained..).unwrap_or_default().to_vec();
        Self {
            notation,
            checker: checker.clone(),
            #[cfg(feature = "archives")]
            member: None,
            path,
            text,
            padding,
            gap,
        }
    }

    /// Returns a file of an archive, or `None` if the file is skipped or may be the output of an unrelated program.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    #[cfg(feature = "archives")]
    fn of_member(
        checker: &Checker,
        archive: &str,
        selected: crate::archive::Selected,
    ) -> Result<Option<Self>, UnreadableFile> {
        use crate::archive::{MEMBER_SEPARATOR, MemberAction, place_in};

        let crate::archive::Selected { name, action } = selected;
        let path = match &*name {
            "" => archive.to_owned(),
            name => format!("{archive}{MEMBER_SEPARATOR}{name}"),
        };
        let (content, is_named) = match action {
            MemberAction::Read {
                content, is_named, ..
            } => (content, is_named),
            MemberAction::Skip(_) => return Ok(None),
            MemberAction::Fail(error) => return Err(UnreadableFile { path, error }),
        };
        let bytes = match content.unpack() {
            Ok(bytes) => bytes.map(|byte| Cow::Owned(Arc::unwrap_or_clone(byte))),
            Err(error) => return Err(UnreadableFile { path, error }),
        };
        let mut file = Self::new(checker, path, Some(&name), bytes);
        let place = place_in(Some(Path::new(archive)), &name).unwrap_or_default();
        let may_be_foreign = !is_named && extension_of(&name).is_some_and(notation::is_shared_extension);
        file.member = Some((archive.to_owned(), name, place));
        let is_record = !may_be_foreign || file.unchecked().any(|record| !is_foreign(&record));
        Ok(is_record.then_some(file))
    }

    fn failed(checker: &Checker, unreadable: UnreadableFile) -> Self {
        let reason = GapKind::InternalError(unreadable.error.to_string());
        Self::new(checker, unreadable.path, None, Err(reason))
    }

    /// Returns the text of the file.
    pub fn text(&self) -> &Text<'c> {
        &self.text
    }

    /// Returns the records of the file, read and checked one after the other.
    pub fn records(&self) -> Records<'_> {
        Records {
            source: self.source(),
            session: self.checker.session(),
            unread: self.unread(),
        }
    }

    /// Returns the description of the file that a [`Session`] accepts.
    pub fn source(&self) -> SourceFile<'_> {
        #[cfg(feature = "archives")]
        if let Some((archive, name, place)) = &self.member {
            return SourceFile {
                path: &self.path,
                place: Some(place),
                member: Some((Path::new(archive), name)),
                number: 0,
                text: &self.text,
            };
        }
        SourceFile {
            path: &self.path,
            place: Some(Path::new(&self.path)),
            member: None,
            number: 0,
            text: &self.text,
        }
    }

    /// Returns the records of the file, read but not checked, for a [`Session`].
    pub fn unchecked(&self) -> impl Iterator<Item = Record<'_>> {
        self.unread().map(|it| it.read())
    }

    /// Returns the records of the file, not read yet.
    pub fn unread(&self) -> Unread<'_> {
        #[cfg(feature = "archives")]
        let name = self.member.as_ref().map_or(&self.path, |(_, name, _)| name);
        #[cfg(not(feature = "archives"))]
        let name = &self.path;
        let extension = ForcedFormat::from_settings(self.checker.settings()).extension(extension_of(name));
        Unread::new(&self.text, self.notation, extension, self.gap.clone())
    }
}

/// Returns the extension of a path; `None` if the path has no extension.
fn extension_of(path: &str) -> Option<&str> {
    Path::new(path).extension().and_then(OsStr::to_str)
}

/// Returns whether a record is unreadable, or may in fact be the output of an unrelated program.
#[cfg(feature = "archives")]
pub(crate) fn is_foreign(record: &Record<'_>) -> bool {
    let is_of_file =
        |kind: &GapKind| matches!(kind, GapKind::UnreadableRecord(why) if *why != NoRecord::NotInElement);
    record.gaps.iter().any(|gap| is_of_file(&gap.kind)) || notation::jkf::may_be_foreign(record)
}

// The records of a file. If an internal error prevents reading, a record reports this error.

/// An iterator over the checked records of a file.
pub struct Records<'f> {
    source: SourceFile<'f>,
    session: Session,
    unread: Unread<'f>,
}

impl<'f> Iterator for Records<'f> {
    type Item = Checked<'f>;

    fn next(&mut self) -> Option<Checked<'f>> {
        let record = self.unread.next()?.read();
        Some(self.session.check(&self.source, record))
    }
}

// Checking records.

/// The file that contains a record.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'s> {
    /// The path of the file as the user knows it.
    pub path: &'s str,
    /// The path of the file if archives were folders; `None` for standard input.
    pub place: Option<&'s Path>,
    /// The archive that contains the file, and the name of the file in the archive. `None` for a file outside an archive.
    pub member: Option<(&'s Path, &'s str)>,
    /// The number of the member among all members that are read, because several may have the same name.
    /// The number is 0 for a file outside an archive.
    pub number: u64,
    /// The text of the file.
    pub text: &'s Text<'s>,
}

/// A session that checks records one after the other, each with the settings for its file. The session
/// keeps data that the next record can reuse.
#[derive(Debug)]
pub struct Session {
    checker: Checker,
    usual: Referees,
    /// The [`Referees`] values for files that entries of a `kifu.toml` match, by these entries.
    others: HashMap<Vec<usize>, (Referees, EffectiveSettings)>,
    /// The path of the file of the last record, if the settings differ by path.
    path: String,
    /// The entries of the `kifu.toml` that match this file.
    entries: Vec<usize>,
}

impl Session {
    /// Checks a record. The judgement contains only the findings that the settings report and that are not
    /// suppressed.
    pub fn check<'r>(&mut self, file: &SourceFile<'r>, record: Record<'r>) -> Checked<'r> {
        self.check_watched(file, record, |_| {})
    }

    /// Checks a record and calls `watch` for every move of the main line that is made on a shogi board.
    pub fn check_watched<'r>(
        &mut self,
        file: &SourceFile<'r>,
        record: Record<'r>,
        watch: impl FnMut(&PlayedMove<'_>),
    ) -> Checked<'r> {
        self.turn_to(file);
        let (referees, effective) = match self.others.get_mut(&self.entries) {
            Some((referees, effective)) => (referees, &*effective),
            None => (&mut self.usual, &self.checker.0.usual),
        };
        // The search for causes checks many changed records, whose proofs and engine lines are not needed.
        let referee = referees.referee_mut();
        referee.set_proofs(self.checker.settings().proofs);
        referee.set_engine_lines(effective.choice.is_requested(&ILLEGAL_LINE));
        let mut judgement = check_guarded(referees, &record, watch);
        let referee = referees.referee_mut();
        referee.set_proofs(false);
        referee.set_engine_lines(false);
        let findings = &mut judgement.findings;
        let archive = self.checker.settings().archive.as_deref();
        let has_own = archive.is_none_or(|archive| archive.with_own);
        let may_have_cause = has_own && self.checker.settings().causes;
        let broken = may_have_cause.then(|| fix::broken_lines(&record, findings));
        let has_fixes = self.checker.settings().fixes;
        let soundness = has_fixes.then(|| Soundness::new(&record, findings));
        if let Some(archive) = archive {
            archive.add_to(file, &record, findings);
        }
        effective.choice.suppress(findings);
        let known = |findings: &mut Vec<Finding>| self.checker.known(&record, file.text, findings);
        let mut suppressed = Suppressed::split_off(&record, findings, known);
        // Findings of rules that are switched off are not counted as accepted either.
        for accepted in [&mut suppressed.known, &mut suppressed.marked] {
            accepted.retain(|finding| effective.choice.level_of(finding.rule.name) != Some(Level::Off));
        }
        effective.choice.apply(findings);
        // A finding between records does not follow from a slip in this record. Such findings are the last.
        let own = findings
            .iter()
            .take_while(|finding| finding.rule.group != Group::Archive);
        let between_records = findings.split_off(own.count());
        if let Some(broken) = broken.filter(|lines| !lines.is_empty() && !findings.is_empty()) {
            // If an internal error ends the search, the findings remain valid without causes and fixes.
            let _ = catch_panic(|| fix::explain(&record, &broken, referees.referee_mut(), findings));
        } else if may_have_cause {
            let _ = catch_panic(|| fix::add_misheard(&record, findings));
        }
        if let Some(soundness) = soundness {
            let _ = catch_panic(|| fix::add_safe_fixes(&record, findings, soundness));
        }
        if !file.text.is_editable() {
            for finding in findings.iter_mut() {
                suppressed.has_withheld_fixes |= finding.fix.take().is_some();
            }
        }
        findings.extend(between_records);
        Checked {
            judgement,
            suppressed,
            profile: Arc::clone(&effective.profile),
            path: file.path,
            text: file.text,
            record,
        }
    }

    /// Selects the settings for a file, if the settings differ by path and the last record was in another file.
    fn turn_to(&mut self, file: &SourceFile<'_>) {
        let settings = self.checker.settings();
        if !settings.file.differs_by_path() || self.path == file.path {
            return;
        }
        file.path.clone_into(&mut self.path);
        self.entries = settings.file.matching_entries(file);
        if !self.entries.is_empty() && !self.others.contains_key(&self.entries) {
            let effective = settings.effective(&self.entries);
            self.others
                .insert(self.entries.clone(), (effective.referees(), effective));
        }
    }
}

/// Checks a record and calls `watch` for every move of the main line that is made on a shogi board.
///
/// If an internal error occurs, a finding reports this error.
pub(crate) fn check_guarded(
    referees: &mut Referees,
    record: &Record<'_>,
    mut watch: impl FnMut(&PlayedMove<'_>),
) -> Judgement {
    catch_panic(|| referees.check_watched(record, &mut watch))
        .unwrap_or_else(|panic| referees.failed(record, &panic))
}

/// A record that was checked.
#[derive(Debug)]
pub struct Checked<'r> {
    /// The record as it was read.
    pub record: Record<'r>,
    /// The reported findings, and the result.
    pub judgement: Judgement,
    /// The findings that are accepted and therefore not reported.
    pub suppressed: Suppressed,
    /// The profile by which the record was checked, unless the record states other rules.
    pub profile: Arc<Profile>,
    /// The path of the file that contains the record.
    pub path: &'r str,
    /// The text of the file that contains the record.
    pub text: &'r Text<'r>,
}

impl<'r> Checked<'r> {
    /// Returns the reported findings of at least this severity.
    pub fn shown(&self, least: Severity) -> Vec<&Finding> {
        self.judgement.shown(least)
    }

    /// Returns the highest severity of the reported findings; `None` if there are none.
    pub(crate) fn highest(&self) -> Option<Severity> {
        self.judgement
            .findings
            .iter()
            .map(|finding| finding.severity)
            .max()
    }

    /// Returns whether fixes can change the record: it has no bytes that cannot be decoded, and its text is editable.
    #[cfg(feature = "report")]
    pub(crate) fn is_editable(&self) -> bool {
        !fix::has_undecodable_bytes(&self.record) && self.text.is_editable()
    }

    /// Returns the findings that are accepted and therefore not reported.
    ///
    /// These are the findings in the baseline, and those that an ignore comment in the record lists.
    pub fn accepted(&self) -> impl Iterator<Item = &Finding> {
        self.suppressed.known.iter().chain(&self.suppressed.marked)
    }

    /// Returns the place of a finding in the file; `None` if the finding has no span, such as a finding about
    /// the record as a whole.
    pub fn place(&self, finding: &Finding) -> Option<Place> {
        finding
            .span
            .map(|span| Place::new(self.text, span.start as usize))
    }

    /// Writes the record in this format, and counts the data that the format cannot hold.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot hold the record.
    pub fn to(&self, target: &'static Target) -> Result<WrittenRecord, Refusal> {
        Writer::new(target).write(&self.played())
    }

    /// Returns the machine-readable form of the record in this language, for serialisation.
    ///
    /// The form is an object of `kifu validate --format jsonl`.
    pub fn summary(&self, language: Language) -> Summary<'_> {
        Summary::new(self, &self.judgement.shown(Severity::Note), language)
    }

    /// Replays the record on the board.
    pub fn played(&self) -> Played<'_, 'r> {
        Played::new(&self.record)
    }
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters.
    pub column: u64,
    /// The column, from 1, in UTF-16 code units, as editors count.
    pub column_utf16: u64,
    /// The offset in the bytes of the file, from 0.
    pub byte: u64,
}

impl Place {
    fn new(text: &Text<'_>, at: usize) -> Self {
        let (line, column) = text.line_column(at);
        let before = text.part(text.line_span(at).start..text.clamp(at));
        Self {
            line,
            column,
            column_utf16: before.encode_utf16().count() as u64 + 1,
            byte: text.source_offset(at),
        }
    }
}
