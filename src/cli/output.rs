//! Destinations of the output.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tempfile::TempPath;

use super::WhenArg;
use super::job::RunStats;
use super::sheet::Destination;
use crate::batch::{Failure, Source};
use crate::finding::{Language, Message, Reason, bilingual};
use crate::notation;
use crate::output::{AtomicFile, FileId, ProtectedFiles, Target, columns, parent_dir};
use crate::report::{Paint, RenderOptions, RenderedEntries, Report, ReportForm};
#[cfg(feature = "xlsx")]
use crate::report::{WORKBOOK, xlsx};
use crate::text::{Payload, path_to_text};

/// Opens the file at `path`, or standard output without a path or for `-`.
///
/// # Errors
///
/// Returns an error if it cannot be written, or would replace a game record or another file that is read.
pub(super) fn target(path: Option<&Path>, content: Payload, kept: &ProtectedFiles) -> io::Result<Target> {
    match path.filter(|path| !is_stdout(path)) {
        Some(path) => file(path, content, kept),
        // Text has its final colours already.
        None => Target::stdout(content, ColorChoice::Always, kept),
    }
}

/// Opens the file at `path` for this content.
///
/// # Errors
///
/// Returns an error if it cannot be written, would replace a file that is read, or has the extension of game records.
pub(super) fn file(path: &Path, content: Payload, kept: &ProtectedFiles) -> io::Result<Target> {
    let real = fs::canonicalize(path).unwrap_or_default();
    if !kept.holds(path) && [path, &real].into_iter().any(is_record) {
        let error = Reason::error(
            io::ErrorKind::InvalidInput,
            bilingual(
                "this output is not a game record, but other programs would read it as one; choose another extension",
                "出力は棋譜ではないが、この拡張子では他のソフトが棋譜とみなす。別の拡張子を指定する",
            ),
        );
        return Err(Reason::with_subject(
            &Message::untranslated(path_to_text(path)),
            &error,
        ));
    }
    Target::open(path, content, kept)
}

/// Returns whether a file of this name is a game record. Many programs write `.json`, including this one, so it is
/// not regarded as a record.
fn is_record(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str());
    extension.is_some_and(|extension| {
        !extension.eq_ignore_ascii_case("json") && notation::by_extension(extension).is_some()
    })
}

/// Names of standard output. It may be redirected to a file, which must not be replaced.
const DEVICES: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Returns whether a path refers to standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    DEVICES.iter().any(|device| path == Path::new(device))
}

/// The result for consecutive records, which stay together in one shard.
#[derive(Debug, Default)]
pub(super) struct RecordGroup {
    pub(super) entries: RenderedEntries,
    pub(super) records: u64,
}

/// The output of a run: a file or standard output, with its colours.
pub(super) struct Output {
    report: Report<ReportTarget>,
    pub(super) paint: Paint,
    /// Width of the terminal that it goes to, if it goes to one (columns).
    pub(super) columns: Option<usize>,
}

/// The destination of the output.
pub(super) enum ReportTarget {
    /// A file or standard output.
    Target(Destination),
    /// Several files.
    Shards(Shards),
}

impl Write for ReportTarget {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Target(target) => target.write(bytes),
            Self::Shards(shards) => shards.bytes.write(bytes),
        }
    }

    /// Flushes the data to the stream. A file is not flushed before it is complete.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Target(target) => target.flush(),
            Self::Shards(_) => Ok(()),
        }
    }
}

impl Output {
    /// Opens the output and writes its header.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written, or would replace a game record or another file that is read.
    #[cfg_attr(
        not(feature = "xlsx"),
        allow(unused_variables, reason = "only workbooks have words of their own")
    )]
    pub(super) fn open(
        path: Option<&Path>,
        form: &'static ReportForm,
        color: WhenArg,
        language: Language,
        kept: &ProtectedFiles,
    ) -> io::Result<Self> {
        let path = path.filter(|path| !is_stdout(path));
        let coloured = match color {
            WhenArg::Auto => path.is_none() && color.on_stdout() != ColorChoice::Never,
            WhenArg::Always | WhenArg::Never => color == WhenArg::Always,
        };
        let target = target(path, form.content, kept)?;
        let paint = if coloured && form.is_for_people() {
            Paint::coloured()
        } else {
            Paint::plain()
        };
        let columns = if path.is_none() { columns() } else { None };
        let destination = match form.name {
            #[cfg(feature = "xlsx")]
            WORKBOOK => Destination::workbook(target, path, xlsx::sheet_of_findings(language))?,
            _ => Destination::plain(target),
        };
        Self::begin(ReportTarget::Target(destination), form, paint, columns)
    }

    /// Opens an output that consists of shards.
    ///
    /// # Errors
    ///
    /// Returns an error if the directory cannot be written to.
    pub(super) fn in_shards(directory: &Path, form: &'static ReportForm) -> io::Result<Self> {
        let shards = Shards::open(directory, form)?;
        Self::begin(ReportTarget::Shards(shards), form, Paint::plain(), None)
    }

    fn begin(
        place: ReportTarget,
        form: &'static ReportForm,
        paint: Paint,
        columns: Option<usize>,
    ) -> io::Result<Self> {
        Ok(Self {
            report: Report::begin(place, form)?,
            paint,
            columns,
        })
    }

    /// Folds repeated findings, except those of the rules in `unfolded`.
    pub(super) fn with_folding(self, unfolded: Vec<&'static str>) -> Self {
        Self {
            report: self.report.with_folding(unfolded),
            ..self
        }
    }

    /// Returns the directory of the shards, if the output consists of shards.
    pub(super) fn directory(&self) -> Option<PathBuf> {
        match self.report.get_ref() {
            ReportTarget::Target(_) => None,
            ReportTarget::Shards(shards) => Some(shards.root.clone()),
        }
    }

    /// Checks that an input found during the run is not the output file.
    ///
    /// # Errors
    ///
    /// Returns an error if it is the file that is written.
    pub(super) fn protect(&self, read: &Source) -> io::Result<()> {
        match self.report.get_ref() {
            ReportTarget::Target(target) => protect(target.target(), read),
            // Shards are in a directory that contains no inputs.
            ReportTarget::Shards(_) => Ok(()),
        }
    }

    /// Adds the result for consecutive records.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub(super) fn piece(&mut self, piece: &RecordGroup, options: &RenderOptions) -> io::Result<()> {
        if let ReportTarget::Shards(shards) = self.report.get_mut() {
            shards.begin_piece(piece.records, piece.entries.findings())?;
        }
        self.report.add(&piece.entries, options)
    }

    /// Adds a path that could not be read.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub(super) fn fail(&mut self, failure: &Failure, language: Language) -> io::Result<()> {
        let why = Reason::from_io_error(&failure.error);
        self.report
            .add_unreadable(&failure.shown, &why.in_language(language))
    }

    /// Flushes the data to the stream, so that it becomes visible.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub(super) fn show(&mut self) -> io::Result<()> {
        self.report.get_mut().flush()
    }

    /// Returns the output format.
    pub(super) const fn form(&self) -> &'static ReportForm {
        self.report.form()
    }

    /// Returns the number of findings that were written.
    pub(super) fn findings(&self) -> u64 {
        self.report.findings()
    }

    /// Writes the footer, then `more`. A file is complete then, but keeps its temporary name.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub(super) fn close(
        self,
        run: &RunStats,
        options: &RenderOptions,
        more: &[u8],
    ) -> io::Result<ReportTarget> {
        let is_whole = run.is_complete() && !run.files.is_nothing();
        let mut place = self.report.close(is_whole, options)?;
        place.write_all(more)?;
        if let ReportTarget::Target(target) = &mut place {
            target.sync()?;
        }
        Ok(place)
    }
}

/// Returns whether two paths lead to the same place, even if neither file exists yet.
pub(super) fn is_same_place(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let name = path.file_name()?;
        Some(fs::canonicalize(parent_dir(path)).ok()?.join(name))
    };
    one == other
        || place(one).is_some_and(|stated| place(other) == Some(stated))
        || FileId::from_path(one).is_some_and(|file_id| FileId::from_path(other) == Some(file_id))
}

/// Checks that an input found during the run is not the file that is written.
///
/// # Errors
///
/// Returns an error if it is the file that is written.
pub(super) fn protect(target: &Target, read: &Source) -> io::Result<()> {
    read.file().map_or(Ok(()), |path| target.protect(path))
}

/// Writes a small output that does not depend on a file to standard output.
///
/// # Errors
///
/// Returns an error if it cannot be written.
pub(super) fn print(bytes: &[u8], content: Payload) -> io::Result<()> {
    print_protected(bytes, content, &ProtectedFiles::begin())
}

/// Writes a small output to standard output, which must not go to a file in `kept`.
///
/// # Errors
///
/// Returns an error if it cannot be written.
pub(super) fn print_protected(bytes: &[u8], content: Payload, kept: &ProtectedFiles) -> io::Result<()> {
    // Text has its final colours already.
    let mut stdout = Target::stdout(content, ColorChoice::Always, kept)?;
    stdout.write_all(bytes)?;
    stdout.persist()
}

// `--output-dir`: the output is split into files, whose concatenation is the whole output.

/// Maximum number of records in a shard.
const MAX_SHARD_RECORDS: u64 = 1_000;

/// Name of the file that lists all shards.
const INDEX_FILE: &str = "index.json";

/// The shards of an output.
///
/// If it is dropped before [`persist`](Self::persist), the files are removed. They are useless without the others and the
/// index, and would block the next run.
pub(super) struct Shards {
    /// The directory with all links resolved.
    root: PathBuf,
    /// The directory as it was typed.
    name: String,
    form: &'static ReportForm,
    /// The content of the next shard so far.
    bytes: Vec<u8>,
    records: u64,
    findings: u64,
    index: Index,
    /// The files that were written to the disk.
    written: Vec<TempPath>,
}

/// The content of `index.json`.
#[derive(Serialize)]
struct Index {
    schema: u32,
    format: &'static str,
    records: u64,
    findings: u64,
    shards: Vec<Shard>,
}

#[derive(Serialize)]
struct Shard {
    name: String,
    records: u64,
    findings: u64,
    bytes: usize,
    sha256: String,
}

impl Shards {
    /// Opens a directory that is empty, or creates it.
    ///
    /// # Errors
    ///
    /// Returns an error if it contains files, or cannot be created.
    pub(super) fn open(directory: &Path, form: &'static ReportForm) -> io::Result<Self> {
        let name = path_to_text(directory);
        let about = |error: io::Error| Reason::with_subject(&Message::untranslated(name.clone()), &error);
        if fs::read_dir(directory).is_ok_and(|mut entry| entry.next().is_some()) {
            let first = directory.join(shard_name(1, form));
            let why = if first.exists() && !directory.join(INDEX_FILE).exists() {
                bilingual(
                    "this directory contains files of a run that was killed; delete them, or specify a new directory",
                    "強制終了した実行のファイルがこのフォルダに残っている。それらを削除するか、新しいフォルダを指定する",
                )
            } else {
                bilingual(
                    "this directory is not empty; specify a new one, or delete its contents",
                    "フォルダが空でない。新しいフォルダを指定するか、中身を削除する",
                )
            };
            return Err(about(Reason::error(io::ErrorKind::AlreadyExists, why)));
        }
        let root = fs::create_dir_all(directory).and_then(|()| fs::canonicalize(directory));
        Ok(Self {
            root: root.map_err(about)?,
            name,
            form,
            bytes: Vec::new(),
            records: 0,
            findings: 0,
            index: Index {
                schema: 1,
                format: form.name,
                records: 0,
                findings: 0,
                shards: Vec::new(),
            },
            written: Vec::new(),
        })
    }

    /// Begins a new shard if these records do not fit into the current one. They are never split.
    ///
    /// # Errors
    ///
    /// Returns an error if a shard cannot be written.
    fn begin_piece(&mut self, records: u64, findings: u64) -> io::Result<()> {
        if self.records > 0 && self.records + records > MAX_SHARD_RECORDS {
            self.write()?;
        }
        self.records += records;
        self.findings += findings;
        Ok(())
    }

    /// Writes the shard.
    fn write(&mut self) -> io::Result<()> {
        let name = shard_name(self.index.shards.len() + 1, self.form);
        let bytes = std::mem::take(&mut self.bytes);
        self.file(&name, &bytes)?;
        self.index.records += self.records;
        self.index.findings += self.findings;
        self.index.shards.push(Shard {
            name,
            records: std::mem::take(&mut self.records),
            findings: std::mem::take(&mut self.findings),
            bytes: bytes.len(),
            sha256: hexadecimal(&Sha256::digest(&bytes)),
        });
        Ok(())
    }

    fn file(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.root.join(name);
        let write = || {
            let mut file = AtomicFile::begin(path.clone())?;
            file.write_all(bytes)?;
            file.sync()?;
            file.persist(false)?;
            TempPath::try_from_path(path)
        };
        let shown = Message::untranslated(format!("{}/{name}", self.name));
        let written = write().map_err(|error| Reason::with_subject(&shown, &error))?;
        self.written.push(written);
        Ok(())
    }

    /// Writes the last shard, then the index. An interrupted run leaves no files.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be written.
    pub(super) fn persist(mut self, run: &RunStats) -> io::Result<()> {
        if run.interrupted {
            run.unwritten(&self.name);
            return Ok(());
        }
        self.write()?;
        let mut index = serde_json::to_vec_pretty(&self.index).map_err(io::Error::other)?;
        index.push(b'\n');
        self.file(INDEX_FILE, &index)?;
        for file in &mut self.written {
            file.disable_cleanup(true);
        }
        Ok(())
    }
}

/// Returns the name of a shard. It has eight digits, so that names of all shards sort in numerical order.
fn shard_name(number: usize, form: &ReportForm) -> String {
    format!("part-{number:08}.{}", form.extension)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}
